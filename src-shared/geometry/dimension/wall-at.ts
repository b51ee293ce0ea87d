/** The thickness of the wall at a point: the ray of the wall check, among the few triangles along it. */
import { SolidRays } from '../checks/solid-rays.ts';
import type { Mesh, Vector } from '../mesh/mesh.ts';
import { TriangleBlocks } from '../mesh/triangle-blocks.ts';
import { TriangleTree } from '../mesh/triangle-tree.ts';
import { cornersOf, cross, dot, minus, plus, times, unit } from '../mesh/vectors.ts';
import { TaskProgress } from '../runtime/task-progress.ts';

/**
 * In the units of the mesh.
 * @param point on the triangle `face`
 * @returns null where the ray leaves through no facing wall ([Note: what a wall is] in thickness.ts)
 */
export async function wallAt(mesh: Mesh, face: number, point: Vector): Promise<number | null> {
  const { positions, indices } = mesh;
  const [a, b, c] = cornersOf(mesh, face);
  const [u, v] = [minus(b, a), minus(c, a)];
  const across = cross(u, v);
  const square = dot(across, across);
  if (!(square > 0)) return null;
  const offset = minus(point, a);
  const r = dot(cross(offset, v), across) / square;
  const s = dot(cross(u, offset), across) / square;
  const inward = times(unit(across), -1);
  const near: number[] = [];
  let own = -1;
  TriangleBlocks.of(mesh).alongRay(point, inward, (first, end) => {
    if (face >= first && face < end) own = near.length + (face - first) * 3;
    for (let at = first * 3; at < end * 3; at++) near.push(indices[at]!);
  });
  if (own < 0) return null;
  const along: Mesh = { positions, indices: Uint32Array.from(near) };
  const tree = await TriangleTree.build(along, new TaskProgress());
  // Within the triangle, whatever rounding did to the point.
  const [inR, inS] = [Math.min(1, Math.max(0, r)), Math.min(1 - Math.min(1, Math.max(0, r)), Math.max(0, s))];
  const start = plus(a, plus(times(u, inR), times(v, inS)));
  const thickness = new SolidRays(tree).wallBelow(own / 3, start, inward);
  return Number.isFinite(thickness) ? thickness : null;
}
