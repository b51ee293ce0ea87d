/**
 * Binary STL: 80 arbitrary bytes, a triangle count, 50 bytes per triangle. Stored normals and attribute bytes are
 * never used: too many programs write zeros or nonsense there.
 */

import { ref } from '../../messages/messages.ts';
import type { GeometryText } from '../geometry-text.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { Float32Welder } from '../mesh/weld.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { checkRecords } from './check-records.ts';
import { failDamaged, failNoTriangles, reportUnusable } from './raw-mesh.ts';

export const headerBytes = 84;
export const recordBytes = 50;
const block = 8192;

/** How many records are checked, spread over the whole file, so that a byte lost in its middle is noticed. */
const mostChecked = 256;

/** Whether the length is exactly what the header's count says, which is hardly ever a coincidence. */
export function isExactBinaryStl(bytes: Uint8Array, size = bytes.length): boolean {
  return size >= headerBytes && size === headerBytes + declaredTriangles(bytes) * recordBytes;
}

export async function readBinaryStl(
  bytes: Uint8Array,
  progress: TaskProgress,
  warnings: GeometryText[],
): Promise<Mesh> {
  const triangles = countTriangles(bytes, bytes.length, warnings);
  if (!isExactBinaryStl(bytes)) {
    checkRecords(recordsToCheck(triangles).map((at) => bytes.subarray(at, at + recordBytes)));
  }

  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const welder = new Float32Welder(triangles / 2 + 64);
  const indices = new Uint32Array(triangles * 3);
  let kept = 0;
  for (let first = 0; first < triangles; first += block) {
    kept = weldRecords(view, first, Math.min(triangles, first + block), welder, indices, kept);
    await progress.step((first + block) / triangles);
  }
  reportUnusable(triangles - kept / 3, triangles, warnings);
  return {
    positions: welder.finish(),
    indices: kept === indices.length ? indices : indices.slice(0, kept),
  };
}

/** Offsets in the file of the records for `checkRecords`. */
export function recordsToCheck(triangles: number): number[] {
  const count = Math.min(mostChecked, triangles);
  return Array.from(
    { length: count },
    (_, i) => headerBytes + Math.floor((i * triangles) / count) * recordBytes,
  );
}

function weldRecords(
  view: DataView,
  first: number,
  last: number,
  welder: Float32Welder,
  indices: Uint32Array,
  start: number,
): number {
  let kept = start;
  for (let triangle = first; triangle < last; triangle++) {
    const at = headerBytes + triangle * recordBytes + 12;
    const ax = view.getUint32(at, true);
    const ay = view.getUint32(at + 4, true);
    const az = view.getUint32(at + 8, true);
    const bx = view.getUint32(at + 12, true);
    const by = view.getUint32(at + 16, true);
    const bz = view.getUint32(at + 20, true);
    const cx = view.getUint32(at + 24, true);
    const cy = view.getUint32(at + 28, true);
    const cz = view.getUint32(at + 32, true);
    const unusable =
      isUnusable(ax) ||
      isUnusable(ay) ||
      isUnusable(az) ||
      isUnusable(bx) ||
      isUnusable(by) ||
      isUnusable(bz) ||
      isUnusable(cx) ||
      isUnusable(cy) ||
      isUnusable(cz);
    if (unusable) continue;
    indices[kept] = welder.add(ax, ay, az);
    indices[kept + 1] = welder.add(bx, by, bz);
    indices[kept + 2] = welder.add(cx, cy, cz);
    kept += 3;
  }
  return kept;
}

/** All exponent bits set: infinite or NaN. */
const isUnusable = (bits: number): boolean => (bits & 0x7f800000) === 0x7f800000;

function declaredTriangles(bytes: Uint8Array): number {
  return (bytes[80]! | (bytes[81]! << 8) | (bytes[82]! << 16) | (bytes[83]! << 24)) >>> 0;
}

/**
 * [Note: wrong counts] Exporters that stream write 0 or nonsense as the count, and downloads stop early, so the
 * length decides. A rest that is no whole number of records counts as trailing bytes only if the count fits.
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
