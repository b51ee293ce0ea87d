/** The principal axes of a distribution, by Jacobi's rotations. */
import type { Vector } from '../mesh/mesh.ts';
import { cross } from '../mesh/vectors.ts';

export interface PrincipalAxes {
  /** Standard deviations along the axes, the largest first. */
  readonly lengths: Vector;
  /** Directions of length 1, right-handed; which way each points is arbitrary. */
  readonly axes: readonly [Vector, Vector, Vector];
}

/** More than any 3 by 3 matrix needs. */
const mostSweeps = 30;

/** @param square second central moments, three rows */
export function principalAxes(square: Float64Array): PrincipalAxes {
  const m = square.slice();
  const turned = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  for (let sweep = 0; sweep < mostSweeps; sweep++) {
    const off = Math.abs(m[1]!) + Math.abs(m[2]!) + Math.abs(m[5]!);
    if (off <= 1e-18 * (Math.abs(m[0]!) + Math.abs(m[4]!) + Math.abs(m[8]!))) break;
    for (const [p, q] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const)
      rotate(m, turned, p, q);
  }
  const order = ([0, 1, 2] as const).toSorted((a, b) => m[b * 4]! - m[a * 4]!);
  const lengthOf = (axis: number): number => Math.sqrt(Math.max(0, m[axis * 4]!));
  const column = (axis: number): Vector => [turned[axis]!, turned[axis + 3]!, turned[axis + 6]!];
  const [x, y] = [column(order[0]!), column(order[1]!)];
  return {
    lengths: [lengthOf(order[0]!), lengthOf(order[1]!), lengthOf(order[2]!)],
    axes: [x, y, cross(x, y)],
  };
}

/** Makes the element (p, q) zero. */
function rotate(m: Float64Array, turned: Float64Array, p: number, q: number): void {
  const element = m[p * 3 + q]!;
  if (element === 0) return;
  const angle = Math.atan2(2 * element, m[q * 4]! - m[p * 4]!) / 2;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  for (let i = 0; i < 3; i++) mix(m, p * 3 + i, q * 3 + i, cos, sin);
  for (let i = 0; i < 3; i++) mix(m, i * 3 + p, i * 3 + q, cos, sin);
  for (let i = 0; i < 3; i++) mix(turned, i * 3 + p, i * 3 + q, cos, sin);
}

function mix(values: Float64Array, p: number, q: number, cos: number, sin: number): void {
  const [a, b] = [values[p]!, values[q]!];
  values[p] = cos * a - sin * b;
  values[q] = sin * a + cos * b;
}
