/** The key under which a chosen unit is remembered: the folder, or without one the format. */
import type { ModelFormat } from '../../../../src-shared/geometry/geometry.ts';
import type { PlateItem } from '../../../../src-shared/ipc/plate-item.ts';
import type { SpooledFile } from '../../../../src-shared/ipc/spooled-file.ts';

interface Remembered extends Pick<PlateItem, 'unitKey'> {
  readonly file: Pick<SpooledFile, 'path'>;
}

/** A repaired or split file has no folder; its unit is remembered as the original's. */
export function unitMemoryKey({ file, unitKey }: Remembered, format: ModelFormat): string {
  if (unitKey !== undefined) return unitKey;
  const folder = file.path?.replace(/[\\/][^\\/]*$/, '');
  return folder ? folder : `.${format}`;
}
