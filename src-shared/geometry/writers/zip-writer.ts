/**
 * Packs named parts into a ZIP archive (APPNOTE 6.3), for 3MF files. Parts are deflated while they are
 * written, so that only compressed bytes are held in memory.
 */

import { web } from '../../web.ts';
import { updateCrc32 } from '../readers/crc32.ts';
import { joinBytes } from '../runtime/join-bytes.ts';
import { Deflater } from '../runtime/platform.ts';

interface Entry {
  readonly name: Uint8Array;
  readonly offset: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
}

/** 1 January 2000, so that the same model always makes the same bytes. */
const date = (20 << 9) | (1 << 5) | 1;

/** How the parts are compressed (APPNOTE 4.4.5). */
const deflateMethod = 8;

/** Sizes are written in 32 bits; no part of a model file is larger. */
const mostBytes = 2 ** 32 - 2 ** 16;

const encodeUtf8 = (text: string): Uint8Array => new web.TextEncoder().encode(text);

export class ZipWriter {
  readonly #chunks: Uint8Array[] = [];
  readonly #entries: Entry[] = [];
  #length = 0;

  /** @param content text or bytes in pieces; read only as fast as it is compressed */
  async add(
    name: string,
    content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  ): Promise<void> {
    const nameBytes = encodeUtf8(name);
    const offset = this.#length;
    const header = new Uint8Array(30 + nameBytes.length);
    // Filled in below, once the sizes are known.
    this.#push(header);
    const deflater = new Deflater('deflate-raw', (bytes) => this.#push(bytes));
    let [crc, size] = [0, 0];
    for await (const piece of content) {
      const bytes = typeof piece === 'string' ? encodeUtf8(piece) : piece;
      crc = updateCrc32(crc, bytes);
      size += bytes.length;
      await deflater.write(bytes);
    }
    await deflater.finish();
    const packed = this.#length - offset - header.length;
    if (size > mostBytes || this.#length > mostBytes) {
      throw new RangeError('The model is too large for a ZIP archive without 64-bit sizes.');
    }
    const entry: Entry = { name: nameBytes, offset, crc, packed, size };
    const view = new DataView(header.buffer);
    view.setUint32(0, 0x04034b50, true);
    writeFacts(view, 4, entry);
    header.set(nameBytes, 30);
    this.#entries.push(entry);
  }

  finish(): Uint8Array<ArrayBuffer> {
    const directory = this.#length;
    for (const entry of this.#entries) {
      const record = new Uint8Array(46 + entry.name.length);
      const view = new DataView(record.buffer);
      view.setUint32(0, 0x02014b50, true);
      view.setUint16(4, 20, true);
      writeFacts(view, 6, entry);
      view.setUint32(42, entry.offset, true);
      record.set(entry.name, 46);
      this.#push(record);
    }
    const end = new Uint8Array(22);
    const view = new DataView(end.buffer);
    view.setUint32(0, 0x06054b50, true);
    view.setUint16(8, this.#entries.length, true);
    view.setUint16(10, this.#entries.length, true);
    view.setUint32(12, this.#length - directory, true);
    view.setUint32(16, directory, true);
    this.#push(end);
    return joinBytes(this.#chunks);
  }

  #push(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#chunks.push(bytes);
    this.#length += bytes.length;
  }
}

/** The fields that the local header and the directory have in common, from "version needed" on. */
function writeFacts(view: DataView, at: number, entry: Entry): void {
  view.setUint16(at, 20, true);
  // Bit 11: the name is UTF-8.
  view.setUint16(at + 2, 0x0800, true);
  view.setUint16(at + 4, deflateMethod, true);
  view.setUint16(at + 8, date, true);
  view.setUint32(at + 10, entry.crc, true);
  view.setUint32(at + 14, entry.packed, true);
  view.setUint32(at + 18, entry.size, true);
  view.setUint16(at + 22, entry.name.length, true);
}
