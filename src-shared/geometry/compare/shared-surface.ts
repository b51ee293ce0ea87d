/**
 * How much of two parts is the same surface in the same place. An edit leaves most faces where they were, in
 * the coordinates of the drawing; another part shares a plane or two at most.
 */

import { boundsOf } from '../measure/measure.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { sizeOf } from '../mesh/mesh.ts';
import { NearestSurface } from '../mesh/nearest-surface.ts';
import { TriangleTree } from '../mesh/triangle-tree.ts';
import { TaskProgress } from '../runtime/task-progress.ts';
import { spreadPoints } from './spread-points.ts';

const samples = 1500;
/** Surfaces this near to each other are one, as a share of the part. */
const nearness = 1e-4;

/** The share of the part of which less lies on the other one, 0 to 1. Both in the same unit. */
export async function sharedSurface(a: Mesh, b: Mesh): Promise<number> {
  return Math.min(await shareOn(a, b), await shareOn(b, a));
}

async function shareOn(mesh: Mesh, other: Mesh): Promise<number> {
  const bounds = boundsOf(other);
  const points = spreadPoints(mesh, samples);
  if (bounds === null || points.length === 0) return 0;
  const surface = new NearestSurface(await TriangleTree.build(other, new TaskProgress({})));
  const most = nearness * Math.hypot(...sizeOf(bounds));
  let count = 0;
  for (let i = 0; i < points.length; i += 3) {
    if (surface.distance(points[i]!, points[i + 1]!, points[i + 2]!, most) <= most) count++;
  }
  return count / (points.length / 3);
}
