/**
 * Whether a PNG can be decoded. pdfkit decodes pictures in a callback, where a damaged one would end the
 * process instead of throwing (seen with 0.20.2).
 */
import { inflateSync } from 'node:zlib';

const signature = 8;
/** Length and kind before the content of a chunk, and its checksum behind it (ISO/IEC 15948 5.3). */
const [before, behind] = [8, 4];

export function isSoundPng(png: Uint8Array): boolean {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  const pixels: Uint8Array[] = [];
  try {
    for (let at = signature; ; ) {
      const length = bytes.readUInt32BE(at);
      const kind = bytes.toString('latin1', at + 4, at + before);
      if (kind === 'IEND') break;
      if (kind === 'IDAT') pixels.push(bytes.subarray(at + before, at + before + length));
      at += before + length + behind;
    }
    return inflateSync(Buffer.concat(pixels)).length > 0;
  } catch {
    return false;
  }
}
