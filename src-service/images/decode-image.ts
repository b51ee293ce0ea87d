/**
 * The brightness of every pixel of a PNG, GIF or JPEG, for reliefs. PNG: all colour types and depths without
 * interlacing; GIF: the first picture; JPEG: sequential. Memory is bounded before anything is unpacked.
 */
import { inflateSync } from 'node:zlib';
import { CodedError } from '../../src-shared/result.ts';
import { decodeJpeg, JpegError } from './decode-jpeg.ts';
import { readImageSize } from './image-size.ts';

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** 0 (black or transparent) to 1 (white), row by row from the top. */
  readonly brightness: Float32Array;
}

const mostPixels = 16_000_000;

/** @throws CodedError `picture-unreadable` with a sentence for people */
export function decodeImage(bytes: Buffer): Picture {
  const size = readImageSize(bytes);
  if (!size) throw unreadable('The picture is no PNG, GIF or JPEG that can be read.');
  if (size.width * size.height > mostPixels) throw unreadable('The picture has more than 16 million pixels.');
  try {
    if (size.mediaType === 'image/png') return decodePng(bytes, size.width, size.height);
    return size.mediaType === 'image/gif' ? decodeGif(bytes) : decodeJpeg(bytes);
  } catch (thrown) {
    if (thrown instanceof CodedError) throw thrown;
    if (thrown instanceof JpegError)
      throw unreadable(`The JPEG cannot be turned into a relief: ${lowered(thrown.message)} Save it as PNG.`);
    throw unreadable('The picture is damaged. Save it again as PNG.');
  }
}

const unreadable = (message: string): CodedError => new CodedError('picture-unreadable', message);

const lowered = (sentence: string): string => `${sentence[0]?.toLowerCase()}${sentence.slice(1)}`;

const luminance = (r: number, g: number, b: number, a: number): number =>
  (0.2126 * r + 0.7152 * g + 0.0722 * b) * a;

/** PNG (ISO 15948): chunks, one zlib stream, filtered scan lines. */
function decodePng(bytes: Buffer, width: number, height: number): Picture {
  const depth = bytes[24]!;
  const colour = bytes[25]!;
  if (bytes[28] !== 0)
    throw unreadable('Interlaced PNG files cannot be used. Save the picture without interlacing.');
  const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[colour];
  if (channels === undefined || ![1, 2, 4, 8, 16].includes(depth))
    throw unreadable('The picture is damaged.');
  const { data, palette, alpha } = readChunks(bytes);
  const lineBytes = Math.ceil((width * channels * depth) / 8);
  const lines = inflateSync(data, { maxOutputLength: (lineBytes + 1) * height });
  unfilter(lines, lineBytes, height, Math.max(1, (channels * depth) / 8));
  const most = 2 ** depth - 1;
  const brightness = new Float32Array(width * height);
  const sample = (line: number, i: number): number => {
    if (depth === 16) return lines.readUInt16BE(line + i * 2);
    if (depth === 8) return lines[line + i]!;
    const bit = i * depth;
    return (lines[line + (bit >> 3)]! >> (8 - depth - (bit & 7))) & most;
  };
  for (let y = 0; y < height; y++) {
    const line = y * (lineBytes + 1) + 1;
    for (let x = 0; x < width; x++) {
      const v = (c: number): number => sample(line, x * channels + c) / most;
      let value: number;
      if (colour === 3) {
        const entry = sample(line, x);
        const [r = 0, g = 0, b = 0] = palette.subarray(entry * 3, entry * 3 + 3);
        value = luminance(r / 255, g / 255, b / 255, (alpha[entry] ?? 255) / 255);
      } else if (colour === 0) value = v(0);
      else if (colour === 4) value = v(0) * v(1);
      else value = luminance(v(0), v(1), v(2), colour === 6 ? v(3) : 1);
      brightness[y * width + x] = value;
    }
  }
  return { width, height, brightness };
}

function readChunks(bytes: Buffer): { data: Buffer; palette: Buffer; alpha: Buffer } {
  const data: Buffer[] = [];
  let palette: Buffer = Buffer.alloc(0);
  let alpha: Buffer = Buffer.alloc(0);
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const body = bytes.subarray(at + 8, at + 8 + length);
    if (type === 'IDAT') data.push(body);
    else if (type === 'PLTE') palette = body;
    else if (type === 'tRNS') alpha = body;
    else if (type === 'IEND') break;
    at += 12 + length;
  }
  return { data: Buffer.concat(data), palette, alpha };
}

/** PNG 9.2: undoes None, Sub, Up, Average and Paeth in place. `pixel` is the bytes of a whole pixel. */
function unfilter(lines: Buffer, lineBytes: number, height: number, pixel: number): void {
  if (lines.length !== (lineBytes + 1) * height) throw unreadable('The picture is cut off.');
  for (let y = 0; y < height; y++) {
    const line = y * (lineBytes + 1) + 1;
    const above = line - lineBytes - 1;
    const filter = lines[line - 1]!;
    if (filter > 4) throw unreadable('The picture is damaged.');
    for (let i = 0; i < lineBytes; i++) {
      const left = i >= pixel ? lines[line + i - pixel]! : 0;
      const up = y > 0 ? lines[above + i]! : 0;
      const corner = y > 0 && i >= pixel ? lines[above + i - pixel]! : 0;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter]!;
      lines[line + i] = (lines[line + i]! + guess) & 255;
    }
  }
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [dl, du, dc] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return dl <= du && dl <= dc ? left : du <= dc ? up : corner;
}

/** GIF89a: the first image descriptor with its colour table, unpacked by LZW. */
function decodeGif(bytes: Buffer): Picture {
  const flags = bytes[10]!;
  let at = 13;
  let table = Buffer.alloc(0);
  if (flags & 0x80) {
    table = bytes.subarray(at, at + 3 * 2 ** ((flags & 7) + 1)) as typeof table;
    at += table.length;
  }
  let transparent = -1;
  while (at < bytes.length && bytes[at] !== 0x2c) {
    if (bytes[at] !== 0x21) throw unreadable('The picture has no image in it.');
    if (bytes[at + 1] === 0xf9 && bytes[at + 3]! & 1) transparent = bytes[at + 6]!;
    at = skipBlocks(bytes, at + 2);
  }
  if (at + 10 > bytes.length) throw unreadable('The picture has no image in it.');
  const [width, height, local] = [bytes.readUInt16LE(at + 5), bytes.readUInt16LE(at + 7), bytes[at + 9]!];
  if (width === 0 || height === 0 || width * height > mostPixels) throw unreadable('The picture is damaged.');
  at += 10;
  if (local & 0x80) {
    table = bytes.subarray(at, at + 3 * 2 ** ((local & 7) + 1)) as typeof table;
    at += table.length;
  }
  const pixels = unpackLzw(bytes, at, width * height);
  const brightness = new Float32Array(width * height);
  const order = local & 0x40 ? interlacedRows(height) : null;
  for (let y = 0; y < height; y++) {
    const target = (order ? order[y]! : y) * width;
    for (let x = 0; x < width; x++) {
      const entry = pixels[y * width + x]!;
      const [r = 0, g = 0, b = 0] = table.subarray(entry * 3, entry * 3 + 3);
      brightness[target + x] = entry === transparent ? 0 : luminance(r / 255, g / 255, b / 255, 1);
    }
  }
  return { width, height, brightness };
}

function skipBlocks(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0) at += bytes[at]! + 1;
  return at + 1;
}

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

/** GIF89a appendix F. Stops at `count` pixels; what a cut stream lacks stays 0. */
function unpackLzw(bytes: Buffer, from: number, count: number): Uint8Array {
  const minimum = bytes[from]!;
  if (minimum < 1 || minimum > 11) throw unreadable('The picture is damaged.');
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
    if (code > next || (previous < 0 && code >= clear)) throw unreadable('The picture is damaged.');
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
  return out;
}
