/** Puts a part that was made from another one into the spool, like any dropped file. */
import type { SpooledFile } from '../../../../src-shared/ipc/spooled-file.ts';
import type { Result } from '../../../../src-shared/result.ts';
import type { Bridge } from '../../../bridge/bridge.ts';
import type { MadeFile } from '../../../geometry/messages.ts';
import type { MakingTask } from '../checks/preview.svelte.ts';

const suffixes: Readonly<Record<MakingTask, string>> = { repair: 'repaired', hollow: 'hollow' };

/** The name of the new part as STL. */
export const madeName = (name: string, task: MakingTask): string => {
  const word = ` (${suffixes[task]})`;
  return `${name.replace(/\.[^.]+$/, '').replace(word, '') || name}${word}.stl`;
};

/** @param name as of an STL file */
export const spoolMade = (
  bridge: Bridge,
  name: string,
  { bytes, format }: MadeFile,
): Promise<Result<SpooledFile>> => bridge.importFile(new File([bytes], name.replace(/\.stl$/, `.${format}`)));
