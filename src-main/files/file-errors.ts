/** Turns the errors of file systems into messages for people. */
import { ref } from '../../src-shared/messages/messages.ts';
import { mainError } from '../main-error.ts';

const codeOf = (thrown: unknown): string => String((thrown as { code?: unknown } | null)?.code ?? '');

/** `name` of the file that was read; null for the stored copy. */
export function explainSourceFailure(thrown: unknown, name: string | null): unknown {
  switch (codeOf(thrown)) {
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ENAMETOOLONG':
    case 'ERR_INVALID_ARG_VALUE':
      return mainError(
        'file-not-found',
        name === null ? ref('errors.file.copyMissing') : ref('errors.file.notFound', { file: quoted(name) }),
        { cause: thrown },
      );
    case 'EACCES':
    case 'EPERM':
    case 'EBUSY':
    case 'EIO':
    case 'ELOOP':
      return mainError(
        'file-unreadable',
        name === null
          ? ref('errors.file.copyUnreadable')
          : ref('errors.file.unreadable', { file: quoted(name) }),
        { cause: thrown },
      );
    default:
      return thrown;
  }
}

const quoted = (name: string) => ref('errors.file.quoted', { name });

/** A full disk gets a message; everything else passes unchanged. */
export function explainDiskFailure(thrown: unknown): unknown {
  const code = codeOf(thrown);
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return thrown;
  return mainError('disk-full', ref('errors.disk.noSpace'), { cause: thrown });
}
