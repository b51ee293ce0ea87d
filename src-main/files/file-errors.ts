/** What file systems throw, in sentences for people. */
import { CodedError } from '../../src-shared/result.ts';

const codeOf = (thrown: unknown): string => String((thrown as { code?: unknown } | null)?.code ?? '');

/** `what` names the file that was to be read, as the beginning of a sentence. */
export function explainSourceFailure(thrown: unknown, what: string): unknown {
  switch (codeOf(thrown)) {
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ENAMETOOLONG':
    case 'ERR_INVALID_ARG_VALUE':
      return new CodedError('file-not-found', `${what} is not there. It may have been moved or renamed.`, {
        cause: thrown,
      });
    case 'EACCES':
    case 'EPERM':
    case 'EBUSY':
    case 'EIO':
    case 'ELOOP':
      return new CodedError(
        'file-unreadable',
        `${what} cannot be read. Check that you may open it and that no other program locks it.`,
        { cause: thrown },
      );
    default:
      return thrown;
  }
}

/** Full disks get their sentence; everything else passes unchanged. */
export function explainDiskFailure(thrown: unknown): unknown {
  const code = codeOf(thrown);
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return thrown;
  return new CodedError(
    'disk-full',
    'The disk has too little room for a copy of the file. Free some space and try again.',
    { cause: thrown },
  );
}
