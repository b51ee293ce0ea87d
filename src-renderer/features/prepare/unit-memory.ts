/** Under which name the unit that someone chose is remembered: the folder, or without one the format. */
import type { ModelFormat } from '../../../src-shared/geometry/geometry.ts';
import type { SpooledFile } from '../../../src-shared/ipc/contract.ts';

export function unitMemoryKey(file: Pick<SpooledFile, 'path'>, format: ModelFormat): string {
  const folder = file.path?.replace(/[\\/][^\\/]*$/, '');
  return folder ? folder : `.${format}`;
}
