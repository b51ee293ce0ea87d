/**
 * Lengths of a part that somebody probably chose when it was drawn: its sides, and how far its flat faces lie
 * from the sides of its box. In the unit in which it was drawn they are round numbers (length-steps.ts).
 */
import { type Bounds, sizeOf } from '../mesh/mesh.ts';

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

/** One triangle in this many is examined. */
export const sampleStride = (triangles: number): number => Math.ceil(triangles / sample);

/** The faces with the largest area on each axis. The small ones of a detailed part add nothing new. */
const mostFaces = 8;

/** Only the sides of the box, for parts about which nothing else is known. */
export const lengthsOfSize = (size: readonly number[]): DrawnLengths =>
  differing(size, Math.max(...size) * digits);

/** @param flatFaces axis, place and doubled area of triangles square to an axis (core/flat-faces.ts) */
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

function differing(lengths: readonly number[], rounding: number): DrawnLengths {
  const distinct: number[] = [];
  for (const length of lengths.toSorted((a, b) => a - b))
    if (length - (distinct.at(-1) ?? 0) > rounding * 2) distinct.push(length);
  return { lengths: distinct, rounding };
}
