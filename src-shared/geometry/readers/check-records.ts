/**
 * Whether a file that should be binary STL holds triangles at all. Only asked where the length contradicts the header's
 * count, since then nothing else speaks for the format: a text, a picture or a disk's zeros would else become triangles.
 * Both ways of reading ask it, with the same records.
 */
import { failDamaged } from './raw-mesh.ts';

/** Magnitudes that coordinates have, noise around zero included; arbitrary bytes seldom stay between them. */
const [smallest, largest] = [1e-25, 1e9];

/** @param records 50 bytes each @throws CodedError `file-damaged` unless most of them are triangles */
export function checkRecords(records: readonly Uint8Array[]): void {
  const triangles = records.filter(isTriangle).length;
  if (triangles * 2 > records.length) return;
  failDamaged('This is no usable STL file: where its triangles should be stands something else.');
}

function isTriangle(record: Uint8Array): boolean {
  if (isText(record)) return false;
  const view = new DataView(record.buffer, record.byteOffset, record.byteLength);
  const corners = Array.from({ length: 9 }, (_, i) => view.getFloat32(12 + i * 4, true));
  return (
    corners.every((value) => value === 0 || (Math.abs(value) >= smallest && Math.abs(value) <= largest)) &&
    corners.some((value, i) => value !== corners[i % 3])
  );
}

/** Text of one byte a character, or of two where every other byte is zero. Numbers always have other bytes between. */
const isText = (record: Uint8Array): boolean =>
  record.every(isPrinted) ||
  [0, 1].some((low) => record.every((byte, at) => (at % 2 === low ? isPrinted(byte) : byte === 0)));

const isPrinted = (byte: number): boolean => byte >= 32 || (byte >= 9 && byte <= 13);
