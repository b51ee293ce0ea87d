/**
 * The header of binary STL: 80 arbitrary bytes and a triangle count; 50 bytes per triangle follow. Stored
 * normals and attribute bytes are never used: too many programs write zeros or nonsense there.
 * core/stl-binary.ts reads the triangles.
 */

import { ref } from '../../messages/messages.ts';
import type { GeometryText } from '../geometry-text.ts';
import { failDamaged, failNoTriangles } from './raw-mesh.ts';

export const headerBytes = 84;
export const recordBytes = 50;

/** Whether the header counts more triangles than the file has; nonsense that streams write is no count. */
export function saysMoreTriangles(header: Uint8Array, size: number): boolean {
  const declared = declaredTriangles(header);
  return declared !== 0xffffffff && declared > Math.floor((size - headerBytes) / recordBytes);
}

/** How many records are checked, spread over the whole file, so that a byte lost in its middle is noticed. */
const mostChecked = 256;

/** Whether the length is exactly what the header's count says, which is hardly ever a coincidence. */
export function isExactBinaryStl(bytes: Uint8Array, size = bytes.length): boolean {
  return size >= headerBytes && size === headerBytes + declaredTriangles(bytes) * recordBytes;
}

/** Offsets in the file of the records for `checkRecords`. */
export function recordsToCheck(triangles: number): number[] {
  const count = Math.min(mostChecked, triangles);
  return Array.from(
    { length: count },
    (_, i) => headerBytes + Math.floor((i * triangles) / count) * recordBytes,
  );
}

function declaredTriangles(bytes: Uint8Array): number {
  return (bytes[80]! | (bytes[81]! << 8) | (bytes[82]! << 16) | (bytes[83]! << 24)) >>> 0;
}

/**
 * [Note: wrong counts] Exporters that stream write 0 or nonsense as the count, and downloads stop early, so
 * the length decides. A rest that is no whole number of records counts as trailing bytes only if the count
 * fits.
 *
 * @param header at least the first 84 bytes, if the file of `size` bytes has them
 */
export function countTriangles(header: Uint8Array, size: number, warnings: GeometryText[]): number {
  if (size < headerBytes) {
    failDamaged(ref('geometry.stlTooShort', { size }));
  }
  const triangles = countRecords(declaredTriangles(header), size, warnings);
  return triangles === 0 ? failNoTriangles(ref('geometry.noTriangles', { format: 'STL' })) : triangles;
}

function countRecords(declared: number, size: number, warnings: GeometryText[]): number {
  const body = size - headerBytes;
  const present = Math.floor(body / recordBytes);
  const rest = body % recordBytes;
  if (declared === present && rest === 0) return present;
  if (declared > 0 && declared <= present && rest !== 0) {
    const extra = body - declared * recordBytes;
    warnings.push(ref('geometry.extraBytes', { count: extra }));
    return declared;
  }
  const counts = { declared, present };
  warnings.push(
    declared > present && declared !== 0xffffffff
      ? ref('geometry.wrongCountCutOff', counts)
      : ref('geometry.wrongCount', counts),
  );
  return present;
}
