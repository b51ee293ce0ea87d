/** What keeps Fabdesk from using its data folder, in sentences for people. */
import { basename } from 'node:path';
import { CodedError } from '../../src-shared/result.ts';
import { isDiskFull } from '../db/database.ts';

/** Of file systems and of SQLite; what has another code is no matter of the folder. */
const ofFolder =
  /^(EACCES|EPERM|EBUSY|EROFS|EIO|ENOENT|ENOTDIR|EISDIR|EEXIST|ELOOP|ENAMETOOLONG|SQLITE_\w+)$/;

/** `disk-full` or `data-folder-unusable`; everything else passes unchanged. */
export function explainDataFolderFailure(thrown: unknown, dataDir: string): unknown {
  if (thrown instanceof CodedError) return thrown;
  if (isDiskFull(thrown)) {
    const message = 'The disk is full. Free some space and start Fabdesk again.';
    return new CodedError('disk-full', message, { cause: thrown });
  }
  const { code = '', path } = (thrown ?? {}) as { readonly code?: string; readonly path?: string };
  if (!ofFolder.test(code)) return thrown;
  const what = path === undefined || path === dataDir ? code : `${code}: ${basename(path)}`;
  return new CodedError(
    'data-folder-unusable',
    `Fabdesk cannot use the data folder ${dataDir} (${what}). Check that it is a folder that you may write to, and that no other program holds its files; or choose another one with --data or FABDESK_DATA.`,
    { cause: thrown },
  );
}
