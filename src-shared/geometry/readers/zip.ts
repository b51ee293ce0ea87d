/**
 * Reads entries of a ZIP archive in memory. The central directory at the end decides what the archive
 * contains, as the format says. Every size is checked before memory is taken, so that an archive that expands
 * to terabytes (a "zip bomb") does no harm.
 */

import { ref } from '../../messages/messages.ts';
import { geometryError } from '../geometry-text.ts';
import { inflatePieces } from '../runtime/platform.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { textOf } from './byte-scanner.ts';
import { updateCrc32 } from './crc32.ts';
import { failDamaged } from './raw-mesh.ts';

const mostEntries = 1000;
const mostBytes = 2 ** 30;
/** Real models shrink to between a fifth and a thirtieth; only padding shrinks to less than a hundredth. */
const mostRatio = 100;
/** Below this size, the ratio does not matter. */
const harmlessBytes = 2 ** 21;

const endSignature = 0x06054b50;
const end64Signature = 0x06064b50;
const locator64Signature = 0x07064b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;

interface Entry {
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly crc: number;
  readonly compressedSize: number;
  readonly size: number;
  readonly localOffset: number;
}

export class ZipArchive {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #entries = new Map<string, Entry>();
  readonly #names: string[] = [];
  #inflated = 0;

  /** @throws CodedError `file-damaged` or `file-too-large` */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#readDirectory();
  }

  /** Part names as written, without a leading slash. Bytes beyond ASCII are read as Latin-1. */
  get names(): readonly string[] {
    return this.#names;
  }

  has(name: string): boolean {
    return this.#entries.has(keyOf(name));
  }

  /** @throws CodedError `file-damaged`, `file-unsupported` or `file-too-large` */
  async read(name: string, progress: TaskProgress): Promise<Uint8Array> {
    const entry = this.#open(name);
    const content = new Uint8Array(entry.size);
    let length = 0;
    await this.#pump(name, entry, progress, (piece) => {
      content.set(piece, length);
      length += piece.length;
    });
    return content;
  }

  /**
   * Hands out the content in pieces, which must not be stored. Only at the end is it known to be correct.
   * @throws as `read` does, and what `use` throws
   */
  stream(name: string, progress: TaskProgress, use: (piece: Uint8Array) => void): Promise<void> {
    return this.#pump(name, this.#open(name), progress, use);
  }

  async #pump(
    name: string,
    entry: Entry,
    progress: TaskProgress,
    use: (piece: Uint8Array) => void,
  ): Promise<void> {
    let length = 0;
    let crc = 0;
    await eachPiece(this.#dataOf(entry), entry, async (piece) => {
      if (length + piece.length > entry.size) failDamaged(ref('geometry.archiveMismatch'));
      use(piece);
      length += piece.length;
      crc = updateCrc32(crc, piece);
      await progress.step(length / entry.size);
    });
    if (length !== entry.size || crc !== entry.crc) {
      failDamaged(ref('geometry.archivePartDamaged', { file: name }));
    }
  }

  #open(name: string): Entry {
    const entry = this.#entries.get(keyOf(name));
    if (entry === undefined) return failDamaged(ref('geometry.archivePartMissing', { file: name }));
    if (entry.isEncrypted) {
      throw geometryError('file-unsupported', ref('geometry.archiveEncrypted'));
    }
    // Checked before any memory is taken.
    this.#account(entry);
    return entry;
  }

  #account(entry: Entry): void {
    this.#inflated += entry.size;
    const isBomb = entry.size > harmlessBytes && entry.size > entry.compressedSize * mostRatio;
    const isMuch =
      this.#inflated > mostBytes ||
      (this.#inflated > harmlessBytes && this.#inflated > this.#bytes.length * mostRatio);
    if (!isBomb && !isMuch) return;
    throw geometryError('file-too-large', ref('geometry.archiveTooLarge'));
  }

  #dataOf(entry: Entry): Uint8Array {
    const at = entry.localOffset;
    if (at + 30 > this.#bytes.length || this.#view.getUint32(at, true) !== localSignature) failDirectory();
    const start = at + 30 + this.#view.getUint16(at + 26, true) + this.#view.getUint16(at + 28, true);
    if (start + entry.compressedSize > this.#bytes.length) failDirectory();
    if (entry.method !== 0 && entry.method !== 8) {
      throw geometryError('file-unsupported', ref('geometry.archiveMethod'));
    }
    return this.#bytes.subarray(start, start + entry.compressedSize);
  }

  #readDirectory(): void {
    const view = this.#view;
    const { count, offset } = this.#findDirectory();
    if (count > mostEntries) {
      throw geometryError(
        'file-too-large',
        ref('geometry.archiveTooManyParts', { count, most: mostEntries }),
      );
    }
    let at = offset;
    for (let i = 0; i < count; i++) {
      if (at + 46 > this.#bytes.length || view.getUint32(at, true) !== entrySignature) failDirectory();
      const nameEnd = at + 46 + view.getUint16(at + 28, true);
      const extraEnd = nameEnd + view.getUint16(at + 30, true);
      if (extraEnd > this.#bytes.length) failDirectory();
      const name = textOf(this.#bytes, at + 46, nameEnd);
      if (!this.#entries.has(keyOf(name))) this.#names.push(name);
      this.#entries.set(keyOf(name), this.#readEntry(at, nameEnd, extraEnd));
      at = extraEnd + view.getUint16(at + 32, true);
    }
  }

  #readEntry(at: number, extraStart: number, extraEnd: number): Entry {
    const view = this.#view;
    const wide = this.#wideNumbers(extraStart, extraEnd);
    // Sizes that do not fit 32 bits are in the extra field, in this order and only if needed.
    const number = (offset: number): number => {
      const value = view.getUint32(at + offset, true);
      return value === 0xffffffff ? (wide.shift() ?? value) : value;
    };
    const size = number(24);
    const compressedSize = number(20);
    const localOffset = number(42);
    return {
      method: view.getUint16(at + 10, true),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      crc: view.getUint32(at + 16, true),
      compressedSize,
      size,
      localOffset,
    };
  }

  #wideNumbers(start: number, end: number): number[] {
    for (let at = start; at + 4 <= end; at += 4 + this.#view.getUint16(at + 2, true)) {
      if (this.#view.getUint16(at, true) !== 1) continue;
      const numbers: number[] = [];
      const stop = Math.min(end, at + 4 + this.#view.getUint16(at + 2, true));
      for (let i = at + 4; i + 8 <= stop; i += 8) numbers.push(Number(this.#view.getBigUint64(i, true)));
      return numbers;
    }
    return [];
  }

  #findDirectory(): { count: number; offset: number } {
    const view = this.#view;
    const length = this.#bytes.length;
    for (let at = length - 22; at >= Math.max(0, length - 22 - 0xffff); at--) {
      if (view.getUint32(at, true) !== endSignature) continue;
      const locator = at - 20;
      if (locator >= 0 && view.getUint32(locator, true) === locator64Signature) {
        const end64 = Number(view.getBigUint64(locator + 8, true));
        if (end64 + 56 <= length && view.getUint32(end64, true) === end64Signature) {
          return {
            count: Number(view.getBigUint64(end64 + 32, true)),
            offset: Number(view.getBigUint64(end64 + 48, true)),
          };
        }
      }
      return { count: view.getUint16(at + 10, true), offset: view.getUint32(at + 16, true) };
    }
    return failDamaged(ref('geometry.truncated', { format: 'ZIP' }));
  }
}

/** Part names are compared ignoring case, as packages require. */
const keyOf = (name: string): string => name.replace(/^\/+/, '').replaceAll('\\', '/').toLowerCase();

const failDirectory = (): never => failDamaged(ref('geometry.archiveMismatch'));

async function eachPiece(
  data: Uint8Array,
  { method, size }: Entry,
  use: (piece: Uint8Array) => Promise<void>,
): Promise<void> {
  if (method === 0) {
    await use(data);
    return;
  }
  try {
    for await (const piece of inflatePieces(data, size)) await use(piece);
  } catch (thrown) {
    if (thrown instanceof TypeError || isZlibError(thrown)) {
      failDamaged(ref('geometry.cannotDecompress', { format: 'ZIP' }));
    }
    throw thrown;
  }
}

/** Node reports damaged streams as errors with a code of zlib. */
const isZlibError = (thrown: unknown): boolean =>
  typeof thrown === 'object' &&
  thrown !== null &&
  /^(Z_|ERR_)/.test(String((thrown as { code?: unknown }).code));
