/**
 * How a part can be placed: its box as it is and after any rotation, and the sides on which it can lie.
 * Rotations by right angles only exchange the sides of its box (printer-fit.ts).
 */
import type { Measures, ReadOptions } from '../geometry.ts';
import { measureMesh } from '../measure/measure.ts';
import { type Mesh, sizeOf, type Vector } from '../mesh/mesh.ts';
import { plus } from '../mesh/vectors.ts';
import { TaskProgress } from '../runtime/task-progress.ts';
import { type ConvexHull, convexHull } from './convex-hull.ts';
import { type RestingSide, restingSides } from './resting-sides.ts';
import { type OrientedBox, smallestBox } from './smallest-box.ts';

export interface Placement {
  /** Sides of the box as the part lies in its file. */
  readonly size: Vector;
  /** The smallest box that was found; see [Note: how small] in smallest-box.ts. */
  readonly smallest: OrientedBox;
  /** The largest first; none if the part is round everywhere or always falls over. */
  readonly restingSides: readonly RestingSide[];
  /** The mesh whose centre of mass decides: an open surface has none, so its convex hull stands for it. */
  readonly centreOf: 'part' | 'hull';
  readonly hullVolume: number;
  /** The hull leaves out corners that lie at most this far outside. */
  readonly hullTolerance: number;
}

/**
 * In file units.
 * @returns null for a mesh without triangles or in one plane
 * @throws AbortError
 */
export function findPlacement(mesh: Mesh, options: ReadOptions = {}): Promise<Placement | null> {
  return findPlacementAt(mesh, new TaskProgress(options));
}

/** Like `findPlacement`, as a part of longer work. */
export async function findPlacementAt(mesh: Mesh, progress: TaskProgress): Promise<Placement | null> {
  const own = measureMesh(mesh);
  const hull = await convexHull(mesh, progress.part(0, 0.4), own.bounds);
  if (own.bounds === null || hull === null) return null;
  const smallest = await smallestBox(hull, progress.part(0.4, 0.9));
  const resting = restOn(mesh, own, hull);
  await progress.step(1);
  return { size: sizeOf(own.bounds), smallest, ...resting, hullTolerance: hull.tolerance };
}

/** The sides alone, without the slow smallest box. File units; empty without volume. @throws AbortError */
export async function findRestingSides(
  mesh: Mesh,
  options: ReadOptions = {},
): Promise<readonly RestingSide[]> {
  const own = measureMesh(mesh);
  const hull = await convexHull(mesh, new TaskProgress(options), own.bounds);
  return hull === null ? [] : restOn(mesh, own, hull).restingSides;
}

function restOn(
  mesh: Mesh,
  own: Measures,
  hull: ConvexHull,
): Pick<Placement, 'restingSides' | 'centreOf' | 'hullVolume'> {
  const whole = measureMesh(hull.mesh);
  const centre = own.volumeBand === null && own.volume > 0 ? own.centreOfMass : null;
  const ofHull = whole.centreOfMass ?? [0, 0, 0];
  return {
    restingSides: restingSides(mesh, hull, centre ?? plus(ofHull, hull.origin)),
    centreOf: centre === null ? 'hull' : 'part',
    hullVolume: whole.volume,
  };
}
