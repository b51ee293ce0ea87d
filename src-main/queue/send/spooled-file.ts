/** The stored copy of a job's file, as a request needs it. */
import { CodedError } from '../../../src-shared/result.ts';
import type { FileRequest } from '../../api-client/service-client.ts';
import type { Spool } from '../../files/spool.ts';

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

/** Checks only presence and size: the bytes are hashed while they are sent. Throws `file-missing`, `file-changed`. */
export async function readSpooled(
  spool: Pick<Spool, 'pathOf' | 'sizeOf'>,
  { file, fileName, size, md5 }: Stored,
): Promise<FileRequest> {
  const lost = (code: 'file-missing' | 'file-changed', what: string) =>
    new CodedError(code, `The stored copy of “${fileName}” ${what}. Nothing was sent. Add the file again.`);
  const found = await spool.sizeOf(file);
  if (found === null) throw lost('file-missing', 'is gone');
  if (found !== size) throw lost('file-changed', 'is damaged');
  return { path: spool.pathOf(file), size, sha256: file, md5 };
}
