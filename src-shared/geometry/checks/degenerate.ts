/** Defines a face without area: two equal corners, or three corners exactly on a line. */
import type { Mesh } from '../mesh/mesh.ts';

export function isDegenerate({ positions, indices }: Mesh, face: number): boolean {
  const a = indices[face * 3]! * 3;
  const b = indices[face * 3 + 1]! * 3;
  const c = indices[face * 3 + 2]! * 3;
  const ux = positions[b]! - positions[a]!;
  const uy = positions[b + 1]! - positions[a + 1]!;
  const uz = positions[b + 2]! - positions[a + 2]!;
  const vx = positions[c]! - positions[a]!;
  const vy = positions[c + 1]! - positions[a + 1]!;
  const vz = positions[c + 2]! - positions[a + 2]!;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const reach = (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz);
  // Rounding turns a straight line into an angle with sin^2 below 1e-28.
  return nx * nx + ny * ny + nz * nz <= reach * 1e-28;
}
