/** Puts a part that was made from another one into the spool, like any dropped file. */
import type { SpooledFile } from '../../../../src-shared/ipc/spooled-file.ts';
import type { Result } from '../../../../src-shared/result.ts';
import type { Bridge } from '../../../bridge/bridge.ts';
import type { MadeFile } from '../../../geometry/messages.ts';

/** @param name as of an STL file */
export const spoolMade = (
  bridge: Bridge,
  name: string,
  { bytes, format }: MadeFile,
): Promise<Result<SpooledFile>> => bridge.importFile(new File([bytes], name.replace(/\.stl$/, `.${format}`)));
