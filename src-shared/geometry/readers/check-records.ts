/**
 * Whether a file that should be binary STL contains triangles at all. Called only if the length contradicts
 * the header's count, since nothing else then indicates the format: a text, a picture or zeros on a disk
 * would otherwise become triangles.
 */
import { ref } from '../../messages/messages.ts';
import { failDamaged } from './raw-mesh.ts';

/** Magnitudes of real coordinates, including noise around zero; arbitrary bytes rarely stay between them. */
const [smallest, largest] = [1e-25, 1e9];

/** @param records 50 bytes each @throws CodedError `file-damaged` unless most of them are triangles */
export function checkRecords(records: readonly Uint8Array[]): void {
  const triangles = records.filter(isTriangle).length;
  if (triangles * 2 > records.length) return;
  failDamaged(ref('geometry.invalidFile', { format: 'STL' }));
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

/** Text of one byte per character, or of two with zeros between. Numbers have other bytes between. */
const isText = (record: Uint8Array): boolean =>
  record.every(isPrinted) ||
  [0, 1].some((low) => record.every((byte, at) => (at % 2 === low ? isPrinted(byte) : byte === 0)));

const isPrinted = (byte: number): boolean => byte >= 32 || (byte >= 9 && byte <= 13);
