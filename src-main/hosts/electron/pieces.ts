/**
 * Files that the window sends in pieces, because Electron keeps a request body in the main process's memory
 * as a whole (`getBlobData` in its lib/browser/api/protocol.ts). Each piece waits until the disk has taken
 * the one before.
 */
import { PassThrough } from 'node:stream';
import { z } from 'zod';
import { largestPiece } from '../../../src-shared/ipc/file-pieces.ts';
import type { SpooledFile } from '../../../src-shared/ipc/spooled-file.ts';
import { fail, type Result, succeed, toAppError } from '../../../src-shared/result.ts';
import type { App } from '../../app.ts';

/** Parameters of the address of a piece. `size` is that of the whole file, bytes. */
export const pieceSchema = z.object({
  upload: z.uuid(),
  offset: z.coerce.number().pipe(z.int().nonnegative()),
  size: z.coerce.number().pipe(z.int().nonnegative()),
});

interface Upload {
  readonly stream: PassThrough;
  readonly imported: Promise<Result<SpooledFile>>;
  taken: number;
}

export class Pieces {
  readonly #importStream: App['importStream'];
  readonly #uploads = new Map<string, Upload>();

  constructor(importStream: App['importStream']) {
    this.#importStream = importStream;
  }

  /**
   * @param name of the file, as the window gives it
   * @returns null if another piece must follow; 'refused' for one that is too large or not the next one
   */
  async take(
    name: string,
    { upload: id, offset, size }: z.output<typeof pieceSchema>,
    bytes: Uint8Array,
  ): Promise<Result<SpooledFile> | null | 'refused'> {
    const upload = offset === 0 ? this.#begin(id, name) : this.#uploads.get(id);
    if (upload?.taken !== offset || bytes.length > largestPiece || offset + bytes.length > size) {
      this.#end(id);
      return 'refused';
    }
    upload.taken += bytes.length;
    const isLast = upload.taken === size;
    const written = new Promise<null>((resolve) => upload.stream.write(bytes, () => resolve(null)));
    if (isLast) upload.stream.end();
    const outcome = await (isLast ? upload.imported : Promise.race([upload.imported, written]));
    if (outcome) this.#end(id);
    return outcome;
  }

  #begin(id: string, name: string): Upload {
    this.#end(id);
    const stream = new PassThrough();
    // The end of an import that failed is reported by `imported`.
    stream.on('error', () => {});
    const imported = this.#importStream(stream, name).then(succeed, (thrown) => fail(toAppError(thrown)));
    const upload = { stream, imported, taken: 0 };
    this.#uploads.set(id, upload);
    return upload;
  }

  #end(id: string): void {
    this.#uploads.get(id)?.stream.destroy(new Error('the upload has ended'));
    this.#uploads.delete(id);
  }

  /** Call when the window is gone and nobody sends the other pieces. */
  abandonAll(): void {
    for (const id of [...this.#uploads.keys()]) this.#end(id);
  }
}
