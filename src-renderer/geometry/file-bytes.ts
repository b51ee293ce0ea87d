/**
 * The bytes of a dropped file, read as they are needed, and kept, since the file is hashed afterwards. Reading piece by piece
 * saves the time in which the worker would wait for the whole file.
 */
import { geometryError } from '../../src-shared/geometry/geometry-text.ts';
import type { ByteSource } from '../../src-shared/geometry/readers/byte-source.ts';
import { ref } from '../../src-shared/messages/messages.ts';

/** Bytes read at once. */
const pieceBytes = 4 * 2 ** 20;

/** Of workers, where it may block. */
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

export class FileBytes implements ByteSource {
  readonly size: number;
  readonly #file: Blob;
  readonly #content: Uint8Array<ArrayBuffer>;
  readonly #reader = new FileReaderSync();
  /** How much of the content is there. */
  #length = 0;

  constructor(file: Blob) {
    this.#file = file;
    this.size = file.size;
    this.#content = new Uint8Array(file.size);
  }

  /** Throws `file-unreadable` if the file vanished or changed. */
  get bytes(): Uint8Array<ArrayBuffer> {
    this.#readTo(this.size);
    return this.#content;
  }

  read(target: Uint8Array, offset: number): number {
    const end = Math.min(offset + target.length, this.size);
    this.#readTo(end);
    if (end > offset) target.set(this.#content.subarray(offset, end));
    return Math.max(0, end - offset);
  }

  #readTo(end: number): void {
    while (this.#length < end) {
      try {
        const piece = this.#file.slice(this.#length, this.#length + pieceBytes);
        this.#content.set(new Uint8Array(this.#reader.readAsArrayBuffer(piece)), this.#length);
        this.#length = Math.min(this.size, this.#length + pieceBytes);
      } catch (cause) {
        throw geometryError('file-unreadable', ref('geometry.fileUnreadable'), { cause });
      }
    }
  }
}
