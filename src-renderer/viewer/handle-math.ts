/**
 * The numbers behind the handles that rotate and scale a part in the view. Knows neither Svelte nor three.js.
 */
import type { Bounds, Vector } from '../../src-shared/geometry/mesh/mesh.ts';
import { cross, dot, minus, plus, times, unit } from '../../src-shared/geometry/mesh/vectors.ts';

export type Axis = 0 | 1 | 2;

/** The change that a drag, or a button, makes to a part. */
export type HandleChange =
  | { readonly kind: 'rotate'; readonly axis: Axis; readonly degrees: number }
  | { readonly kind: 'scale'; readonly factor: number };

/** Steps of the handles; Shift leaves them free. */
export const angleStep = 15;
const scaleStep = 0.05;
const smallest = 0.01;

const directions: readonly [Vector, Vector, Vector] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
export const axisDirection = (axis: Axis): Vector => directions[axis];

export const middleOf = ({ min, max }: Bounds): Vector => times(plus(min, max), 0.5);

/** Around the box, a little outside of it. */
export const radiusOf = ({ min, max }: Bounds): number => Math.hypot(...minus(max, min)) * 0.56;

/** The point of a ring at an angle, radians, counter-clockwise when the axis points at the viewer. */
export function onRing(middle: Vector, radius: number, axis: Axis, angle: number): Vector {
  const [u, v] = [directions[(axis + 1) % 3]!, directions[(axis + 2) % 3]!];
  return plus(middle, plus(times(u, radius * Math.cos(angle)), times(v, radius * Math.sin(angle))));
}

/** Degrees from one point to another around an axis through the middle, between -180 and 180. */
export function degreesBetween(from: Vector, to: Vector, middle: Vector, axis: Axis): number {
  const normal = directions[axis];
  const flat = (point: Vector): Vector => {
    const away = minus(point, middle);
    return unit(minus(away, times(normal, dot(away, normal))));
  };
  const [a, b] = [flat(from), flat(to)];
  return (Math.atan2(dot(cross(a, b), normal), dot(a, b)) * 180) / Math.PI;
}

/** The turn as it is applied: in whole steps, or to a tenth of a degree. */
export const snapDegrees = (degrees: number, isFree: boolean): number =>
  isFree ? Math.round(degrees * 10) / 10 + 0 : Math.round(degrees / angleStep) * angleStep + 0;

/** `scale`: of the part now. The new scale is a round number, or any per mille. */
export function snapFactor(factor: number, scale: number, isFree: boolean): number {
  const step = isFree ? 0.001 : scaleStep;
  return Math.max(Math.min(scale, smallest), Math.round((scale * factor) / step) * step) / scale;
}

/** The corners of a box. */
export const boxCorners = ({ min, max }: Bounds): Vector[] =>
  [min[2], max[2]].flatMap((z) =>
    [min[1], max[1]].flatMap((y) => [min[0], max[0]].map((x): Vector => [x, y, z])),
  );
