/** The stored copy of a job's file, as a request needs it. */
import { ref } from '../../../src-shared/messages/messages.ts';
import type { FileRequest } from '../../api-client/service-client.ts';
import type { Spool } from '../../files/spool.ts';
import { mainError } from '../../main-error.ts';

export interface Stored {
  /** SHA-256 of the bytes. */
  readonly file: string;
  readonly fileName: string;
  readonly size: number;
  readonly md5: string;
}

type Maybe<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** Null if no file is sent along. */
export const fullFile = ({ file, fileName, size, md5 }: Maybe<Stored>): Stored | null =>
  file !== undefined && fileName !== undefined && size !== undefined && md5 !== undefined
    ? { file, fileName, size, md5 }
    : null;

/**
 * Checks only presence and size: the bytes are hashed while they are sent. Throws `file-missing`,
 * `file-changed`.
 */
export async function readSpooled(
  spool: Pick<Spool, 'pathOf' | 'sizeOf'>,
  { file, fileName, size, md5 }: Stored,
): Promise<FileRequest> {
  const found = await spool.sizeOf(file);
  if (found === null) throw mainError('file-missing', ref('problems.fileGone', { file: fileName }));
  if (found !== size) throw mainError('file-changed', ref('problems.fileDamaged', { file: fileName }));
  return { path: spool.pathOf(file), size, sha256: file, md5 };
}
