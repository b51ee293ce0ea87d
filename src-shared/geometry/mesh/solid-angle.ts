import type { Mesh } from './mesh.ts';

/**
 * The solid angle of a face seen from a point, positive from inside. The formula of van Oosterom and Strackee
 * stays right where a ray would graze edges and corners.
 */
export function solidAngle(
  { positions, indices }: Pick<Mesh, 'positions' | 'indices'>,
  face: number,
  x: number,
  y: number,
  z: number,
): number {
  const a = indices[face * 3]! * 3;
  const b = indices[face * 3 + 1]! * 3;
  const c = indices[face * 3 + 2]! * 3;
  const ax = positions[a]! - x;
  const ay = positions[a + 1]! - y;
  const az = positions[a + 2]! - z;
  const bx = positions[b]! - x;
  const by = positions[b + 1]! - y;
  const bz = positions[b + 2]! - z;
  const cx = positions[c]! - x;
  const cy = positions[c + 1]! - y;
  const cz = positions[c + 2]! - z;
  const la = Math.sqrt(ax * ax + ay * ay + az * az);
  const lb = Math.sqrt(bx * bx + by * by + bz * bz);
  const lc = Math.sqrt(cx * cx + cy * cy + cz * cz);
  const triple = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  const ab = ax * bx + ay * by + az * bz;
  const bc = bx * cx + by * cy + bz * cz;
  const ca = cx * ax + cy * ay + cz * az;
  return 2 * Math.atan2(triple, la * lb * lc + ab * lc + bc * la + ca * lb);
}
