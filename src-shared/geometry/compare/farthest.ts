/**
 * The largest distance of any point of one surface from another, enclosed from below and above.
 *
 * The distance from a single triangle is a convex function, so over a triangle it is largest at a corner. The
 * nearest triangles of the corners therefore bound the distance of all points between them. Triangles that
 * could still be farther away than what is known are divided into four.
 */
import type { Mesh, Vector } from '../mesh/mesh.ts';
import type { NearestSurface } from '../mesh/nearest-surface.ts';
import { plus, pointAt, times } from '../mesh/vectors.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';

export interface Farthest {
  readonly atLeast: number;
  readonly atMost: number;
  /** A point that is `atLeast` away; null if all are nearer than what was known before. */
  readonly point: Vector | null;
}

/** Triangles examined before giving up; the two bounds then lie apart. */
const budget = 300_000;

/** The bounds may lie apart by this share. */
const closeEnough = 0.005;

interface Corner {
  readonly point: Vector;
  readonly distance: number;
  readonly place: number;
}

/** @param known a distance that some point has @param tolerance differences that do not matter */
export async function farthestOf(
  { positions, indices }: Mesh,
  surface: NearestSurface,
  known: number,
  tolerance: number,
  progress: TaskProgress,
): Promise<Farthest> {
  let atLeast = known;
  let point: Vector | null = null;
  let left = 0;
  let examined = 0;
  const cornerAt = (at: Vector): Corner => {
    const distance = surface.distance(...at);
    if (distance > atLeast) {
      atLeast = distance;
      point = at;
    }
    return { point: at, distance, place: surface.place };
  };
  const corners = new Map<number, Corner>();
  const vertexAt = (vertex: number): Corner => {
    let corner = corners.get(vertex);
    if (corner === undefined) {
      corner = cornerAt(pointAt(positions, vertex));
      corners.set(vertex, corner);
      // Neighbouring faces come soon after one another; older corners are measured again if they return.
      if (corners.size > 100_000) corners.clear();
    }
    return corner;
  };
  const boundOf = (triangle: readonly [Corner, Corner, Corner]): number => {
    let least = Infinity;
    for (const { place } of triangle) {
      let most = 0;
      for (const corner of triangle) {
        const distance =
          corner.place === place ? corner.distance : surface.distanceTo(place, ...corner.point);
        if (distance > most) most = distance;
      }
      if (most < least) least = most;
    }
    return least;
  };
  const isFar = (bound: number): boolean => bound > atLeast * (1 + closeEnough) + tolerance;
  const waiting: (readonly [Corner, Corner, Corner])[] = [];
  for (let i = 0; i < indices.length; i += 3) {
    waiting.push([vertexAt(indices[i]!), vertexAt(indices[i + 1]!), vertexAt(indices[i + 2]!)]);
    while (waiting.length > 0) {
      const triangle = waiting.pop()!;
      const bound = boundOf(triangle);
      if (!isFar(bound)) continue;
      if (examined++ > budget) {
        left = Math.max(left, bound);
        continue;
      }
      const [a, b, c] = triangle;
      const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)].map(cornerAt) as [
        Corner,
        Corner,
        Corner,
      ];
      waiting.push([a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]);
      if (examined % 512 === 0) await progress.step(i / indices.length);
    }
    if (i % 3072 === 0) await progress.step(i / indices.length);
  }
  await progress.step(1);
  return { atLeast, atMost: Math.max(left, atLeast * (1 + closeEnough) + tolerance), point };
}

const middle = (a: Corner, b: Corner): Vector => times(plus(a.point, b.point), 0.5);
