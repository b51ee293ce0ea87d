/** The checksum of ZIP entries (ISO 3309), eight bytes at a time. */

import { nativeCrc32 } from '../runtime/platform.ts';

const tables = makeTables();

/** The checksum of a longer text: `before` is the checksum of the bytes before these (0 for none). */
export const updateCrc32 = (before: number, bytes: Uint8Array): number =>
  nativeCrc32 ? nativeCrc32(bytes, before) : plainCrc32(before, bytes);

/** For windows, which have no CRC-32 of their own. */
export function plainCrc32(before: number, bytes: Uint8Array): number {
  const [t0, t1, t2, t3, t4, t5, t6, t7] = tables as unknown as Uint32Array[] & { length: 8 };
  let crc = ~before;
  let at = 0;
  for (; at + 8 <= bytes.length; at += 8) {
    const first =
      crc ^ (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24));
    crc =
      t7![first & 255]! ^
      t6![(first >>> 8) & 255]! ^
      t5![(first >>> 16) & 255]! ^
      t4![first >>> 24]! ^
      t3![bytes[at + 4]!]! ^
      t2![bytes[at + 5]!]! ^
      t1![bytes[at + 6]!]! ^
      t0![bytes[at + 7]!]!;
  }
  for (; at < bytes.length; at++) crc = t0![(crc ^ bytes[at]!) & 255]! ^ (crc >>> 8);
  return ~crc >>> 0;
}

function makeTables(): Uint32Array[] {
  const first = Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    return value;
  });
  const all = [first];
  for (let round = 1; round < 8; round++) {
    all.push(all[round - 1]!.map((value) => first[value & 255]! ^ (value >>> 8)));
  }
  return all;
}
