/** The first picture of a GIF (87a, 89a). Our own code: the packages for GIF are no longer maintained. */
import type { Pixels } from './pixels.ts';

/** The file is no GIF with a picture of a usable size, or it is damaged. */
class DamagedGif extends Error {}

/** Pixels that the file does not contain are transparent. @throws DamagedGif */
export function decodeGif(bytes: Buffer, mostPixels: number): Pixels {
  let at = 13;
  const readTable = (flags: number): Buffer | null => {
    if (!(flags & 0x80)) return null;
    const table = bytes.subarray(at, at + 3 * 2 ** ((flags & 7) + 1));
    at += table.length;
    return table;
  };
  const global = readTable(bytes[10]!);
  let transparent = -1;
  while (at < bytes.length && bytes[at] !== 0x2c) {
    if (bytes[at] !== 0x21) throw new DamagedGif('There is no image in the file.');
    if (bytes[at + 1] === 0xf9 && bytes[at + 3]! & 1) transparent = bytes[at + 6]!;
    at = skipBlocks(bytes, at + 2);
  }
  if (at + 10 > bytes.length) throw new DamagedGif('There is no image in the file.');
  const [width, height, flags] = [bytes.readUInt16LE(at + 5), bytes.readUInt16LE(at + 7), bytes[at + 9]!];
  if (width === 0 || height === 0 || width * height > mostPixels)
    throw new DamagedGif('The size cannot be used.');
  at += 10;
  const table = readTable(flags) ?? global ?? Buffer.alloc(0);
  const { entries, length } = decompressLzw(bytes, at, width * height);
  const rows = flags & 0x40 ? interlacedRows(height) : null;
  const data = new Uint8Array(width * height * 4);
  for (let i = 0; i < length; i++) {
    const entry = entries[i]!;
    if (entry === transparent) continue;
    const y = Math.floor(i / width);
    const target = ((rows ? rows[y]! : y) * width + (i % width)) * 4;
    data[target] = table[entry * 3] ?? 0;
    data[target + 1] = table[entry * 3 + 1] ?? 0;
    data[target + 2] = table[entry * 3 + 2] ?? 0;
    data[target + 3] = 255;
  }
  return { width, height, data };
}

/** The position after the data sub-blocks that begin at `from`. */
function skipBlocks(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0) at += bytes[at]! + 1;
  return at + 1;
}

/** Row numbers in the order of the file: every eighth row, then those between. */
const interlacedRows = (height: number): number[] =>
  [
    [0, 8],
    [4, 8],
    [2, 4],
    [1, 2],
  ].flatMap(([start, step]) => {
    const rows: number[] = [];
    for (let row = start!; row < height; row += step!) rows.push(row);
    return rows;
  });

/** GIF89a appendix F. Stops at `count` pixels; `length` is less if the stream is cut off. */
function decompressLzw(
  bytes: Buffer,
  from: number,
  count: number,
): { readonly entries: Uint8Array; readonly length: number } {
  const minimum = bytes[from]!;
  if (minimum < 1 || minimum > 11) throw new DamagedGif('The data is damaged.');
  const blocks: Buffer[] = [];
  for (let at = from + 1; at < bytes.length && bytes[at] !== 0; at += bytes[at]! + 1)
    blocks.push(bytes.subarray(at + 1, at + 1 + bytes[at]!));
  const data = Buffer.concat(blocks);
  const clear = 1 << minimum;
  const prefix = new Int16Array(4096);
  const last = new Uint8Array(4096);
  const stack = new Uint8Array(4097);
  const out = new Uint8Array(count);
  let [size, next, previous, first, length, bits, bitCount] = [minimum + 1, clear + 2, -1, 0, 0, 0, 0];
  for (let i = 0; i < clear; i++) last[i] = i;
  for (let at = 0; length < count; ) {
    while (bitCount < size && at < data.length) {
      bits |= data[at++]! << bitCount;
      bitCount += 8;
    }
    if (bitCount < size) break;
    const code = bits & ((1 << size) - 1);
    bits >>= size;
    bitCount -= size;
    if (code === clear) {
      [size, next, previous] = [minimum + 1, clear + 2, -1];
      continue;
    }
    if (code === clear + 1) break;
    if (code > next || (previous < 0 && code >= clear)) throw new DamagedGif('The data is damaged.');
    let depth = 0;
    let walk = code;
    if (code === next) {
      stack[depth++] = first;
      walk = previous;
    }
    while (walk >= clear + 2) {
      stack[depth++] = last[walk]!;
      walk = prefix[walk]!;
    }
    first = last[walk]!;
    stack[depth++] = first;
    while (depth > 0 && length < count) out[length++] = stack[--depth]!;
    if (previous >= 0 && next < 4096) {
      prefix[next] = previous;
      last[next++] = first;
      if (next === 1 << size && size < 12) size++;
    }
    previous = code;
  }
  return { entries: out, length };
}
