/** Arithmetic with three coordinates, for code whose speed does not depend on it. */
import type { Mesh, Vector } from './mesh.ts';

export const plus = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const times = (a: Vector, factor: number): Vector => [a[0] * factor, a[1] * factor, a[2] * factor];
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

export const distanceOf = (a: Vector, b: Vector): number => Math.hypot(...minus(a, b));

/** Point number `index` in a list of x, y, z. */
export const pointAt = (values: ArrayLike<number>, index: number): Vector => [
  values[index * 3]!,
  values[index * 3 + 1]!,
  values[index * 3 + 2]!,
];

/** The corners of a face. */
export const cornersOf = (
  { positions, indices }: Pick<Mesh, 'positions' | 'indices'>,
  face: number,
): [Vector, Vector, Vector] => [
  pointAt(positions, indices[face * 3]!),
  pointAt(positions, indices[face * 3 + 1]!),
  pointAt(positions, indices[face * 3 + 2]!),
];

/** The same direction with length 1; a vector without length stays as it is. */
export function unit(v: Vector): Vector {
  const length = Math.hypot(...v) || 1;
  return [v[0] / length, v[1] / length, v[2] / length];
}

/** The same direction with length 1; null for a vector that is no longer than `least`. */
export function directionOf(v: Vector, least = 0): Vector | null {
  const length = Math.sqrt(dot(v, v));
  return length > least ? times(v, 1 / length) : null;
}

/** Any direction at a right angle to `v`, with length 1. */
export function perpendicularTo(v: Vector): Vector {
  const [x, y, z] = [Math.abs(v[0]), Math.abs(v[1]), Math.abs(v[2])];
  return unit(cross(v, x <= y && x <= z ? [1, 0, 0] : y <= z ? [0, 1, 0] : [0, 0, 1]));
}
