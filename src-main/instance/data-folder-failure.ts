/** Explains in sentences why Fabdesk cannot use its data folder. */
import { basename } from 'node:path';
import { ref } from '../../src-shared/messages/messages.ts';
import { CodedError } from '../../src-shared/result.ts';
import { isDiskFull } from '../db/database.ts';
import { mainError } from '../main-error.ts';

/** Codes of file systems and of SQLite; errors with other codes do not concern the folder. */
const ofFolder =
  /^(EACCES|EPERM|EBUSY|EROFS|EIO|ENOENT|ENOTDIR|EISDIR|EEXIST|ELOOP|ENAMETOOLONG|SQLITE_\w+)$/;

/** `disk-full` or `data-folder-unusable`; everything else passes unchanged. */
export function explainDataFolderFailure(thrown: unknown, dataDir: string): unknown {
  if (thrown instanceof CodedError) return thrown;
  if (isDiskFull(thrown)) {
    return mainError('disk-full', ref('errors.disk.full'), { cause: thrown });
  }
  const { code = '', path } = (thrown ?? {}) as { readonly code?: string; readonly path?: string };
  if (!ofFolder.test(code)) return thrown;
  const what = path === undefined || path === dataDir ? code : `${code}: ${basename(path)}`;
  const text = ref('errors.dataFolder.unusable', { folder: dataDir, what });
  return mainError('data-folder-unusable', text, { cause: thrown });
}
