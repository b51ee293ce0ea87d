/** The picture of a part as PNG (ISO/IEC 15948), made without a window. */
import { deflateSync } from 'node:zlib';
import type { Mesh } from '../../../../src-shared/geometry/mesh/mesh.ts';
import { drawPicture, type Picture } from '../../../../src-shared/geometry/picture/draw-picture.ts';
import { updateCrc32 } from '../../../../src-shared/geometry/readers/crc32.ts';

/** Pixels; a quote shows it at 17 mm, which is then sharp in print. */
const side = 224;

/** Null if nothing can be shown. */
export function partPicture(mesh: Mesh): Uint8Array | null {
  const picture = drawPicture(mesh, side);
  return picture && writePng(picture);
}

function writePng({ side: across, pixels }: Picture): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(across, 0);
  header.writeUInt32BE(across, 4);
  // 8 bits each of red, green, blue and alpha.
  header.set([8, 6], 8);
  const row = across * 4;
  // Each row begins with its filter: none.
  const rows = Buffer.alloc((row + 1) * across);
  for (let y = 0; y < across; y++) rows.set(pixels.subarray(y * row, (y + 1) * row), y * (row + 1) + 1);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(kind: string, content: Uint8Array): Uint8Array {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), content]);
  const whole = Buffer.alloc(named.length + 8);
  whole.writeUInt32BE(content.length, 0);
  whole.set(named, 4);
  whole.writeUInt32BE(updateCrc32(0, named), named.length + 4);
  return whole;
}
