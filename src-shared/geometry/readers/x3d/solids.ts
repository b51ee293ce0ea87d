/** The solids that X3D and VRML describe by their size. They stand on the y axis, centred at the origin. */
import type { Mesh } from '../../mesh/mesh.ts';
import { weldMesh } from '../../mesh/weld.ts';
import { makeBox } from '../../shapes/solids.ts';

/** Triangles around, and from pole to pole: spheres are right to 0.2 percent, cylinders to 0.1. */
const around = 96;
const downwards = 48;

export const makeCuboid = (x: number, y: number, z: number): Mesh =>
  makeBox([-x / 2, -y / 2, -z / 2], [x / 2, y / 2, z / 2]);

export function makeSphere(radius: number): Mesh {
  const rings: Ring[] = [];
  for (let i = 0; i <= downwards; i++) {
    const angle = (Math.PI * i) / downwards;
    const isPole = i === 0 || i === downwards;
    rings.push({ y: -radius * Math.cos(angle), radius: isPole ? 0 : radius * Math.sin(angle) });
  }
  return turnAround(rings, rings.length);
}

/** A cone, truncated if `topRadius` is above 0; equal radii make a cylinder. */
export function makeCone(
  bottomRadius: number,
  topRadius: number,
  height: number,
  { bottom, side, top }: { bottom: boolean; side: boolean; top: boolean },
): Mesh {
  const [low, high] = [-height / 2, height / 2];
  const rings: Ring[] = [];
  if (bottom) rings.push({ y: low, radius: 0 });
  const sideFrom = rings.length;
  rings.push({ y: low, radius: bottomRadius }, { y: high, radius: topRadius });
  if (top && topRadius > 0) rings.push({ y: high, radius: 0 });
  return turnAround(rings, rings.length, side ? -1 : sideFrom);
}

interface Ring {
  readonly y: number;
  readonly radius: number;
}

/** The surface between neighbouring rings, from bottom to top; the band above ring `omitted` is left out. */
function turnAround(rings: readonly Ring[], count: number, omitted = -1): Mesh {
  const positions = new Float64Array(count * around * 3);
  for (let ring = 0; ring < count; ring++) {
    const { y, radius } = rings[ring]!;
    for (let i = 0; i < around; i++) {
      const angle = (2 * Math.PI * i) / around;
      positions.set([radius * Math.sin(angle), y, radius * Math.cos(angle)], (ring * around + i) * 3);
    }
  }
  const indices: number[] = [];
  for (let ring = 0; ring + 1 < count; ring++) {
    if (ring === omitted) continue;
    for (let i = 0; i < around; i++) {
      const next = (i + 1) % around;
      const [a, b] = [ring * around + i, ring * around + next];
      const [c, d] = [a + around, b + around];
      if (rings[ring]!.radius > 0) indices.push(a, b, d);
      if (rings[ring + 1]!.radius > 0) indices.push(a, d, c);
    }
  }
  return weldMesh({ positions, indices: Uint32Array.from(indices) });
}
