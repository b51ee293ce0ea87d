/**
 * Lengths of a part that somebody probably chose when it was drawn: its sides, and how far its flat faces lie from the
 * sides of its box. In the unit in which it was drawn they are round numbers (length-steps.ts).
 */
import { type Bounds, type Mesh, sizeOf } from '../mesh/mesh.ts';

export interface DrawnLengths {
  /** Different from one another, in file units. */
  readonly lengths: readonly number[];
  /** How far each may be off, because the file rounds its coordinates. */
  readonly rounding: number;
}

/** Text files often have six digits. */
const digits = 5e-6;

/** Triangles that are examined, spread over the file: a millisecond or two for any part. */
const sample = 10_000;

/** Of so many triangles, one in this many is examined. */
export const sampleStride = (triangles: number): number => Math.ceil(triangles / sample);

/** The faces with the largest area on each axis. The small ones of a detailed part add nothing new. */
const mostFaces = 8;

/** Only the sides of the box: for parts of which nothing else is known. */
export const lengthsOfSize = (size: readonly number[]): DrawnLengths =>
  differing(size, Math.max(...size) * digits);

/** @param flatFaces as `listFlatFaces` finds them */
export function drawnLengths(flatFaces: ArrayLike<number>, bounds: Bounds): DrawnLengths {
  const rounding = Math.max(...[...bounds.min, ...bounds.max].map(Math.abs)) * digits;
  const areas = [0, 1, 2].map(() => new Map<number, number>());
  for (let i = 0; i < flatFaces.length; i += 3) {
    const [axis, place, area] = [flatFaces[i]!, flatFaces[i + 1]!, flatFaces[i + 2]!];
    areas[axis]!.set(place, (areas[axis]!.get(place) ?? 0) + area);
  }
  const places = areas.flatMap((found, axis) =>
    [...found]
      .toSorted(([p, areaP], [q, areaQ]) => areaQ - areaP || p - q)
      .slice(0, mostFaces)
      .map(([place]) => place - bounds.min[axis as 0]),
  );
  return differing([...sizeOf(bounds), ...places], rounding);
}

/** Of the triangles square to an axis: the axis, their place there and their doubled area. */
export function listFlatFaces({ positions, indices }: Mesh): number[] {
  const found: number[] = [];
  const faces = indices.length / 3;
  const stride = sampleStride(faces);
  for (let face = 0; face < faces; face += stride) {
    const [a, b, c] = [indices[face * 3]! * 3, indices[face * 3 + 1]! * 3, indices[face * 3 + 2]! * 3];
    for (let axis = 0; axis < 3; axis++) {
      const place = positions[a + axis]!;
      if (positions[b + axis] !== place || positions[c + axis] !== place) continue;
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      const doubled = Math.abs(
        (positions[b + u]! - positions[a + u]!) * (positions[c + v]! - positions[a + v]!) -
          (positions[b + v]! - positions[a + v]!) * (positions[c + u]! - positions[a + u]!),
      );
      found.push(axis, place, doubled);
    }
  }
  return found;
}

function differing(lengths: readonly number[], rounding: number): DrawnLengths {
  const kept: number[] = [];
  for (const length of lengths.toSorted((a, b) => a - b))
    if (length - (kept.at(-1) ?? 0) > rounding * 2) kept.push(length);
  return { lengths: kept, rounding };
}
