/**
 * How a part is rotated and mirrored against its file: three rows, multiplied by points as columns. Several
 * turns become one matrix, so a turned part is made from its original once.
 */
import type { Vector } from '../mesh/mesh.ts';
import { cross, dot, perpendicularTo } from '../mesh/vectors.ts';

export type Orientation = readonly [
  xx: number,
  xy: number,
  xz: number,
  yx: number,
  yy: number,
  yz: number,
  zx: number,
  zy: number,
  zz: number,
];

type Axis = 0 | 1 | 2;

export const asInFile: Orientation = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Angles within rounding of a right angle become one, so that four of them, or twelve times 30°, return. */
const rounding = 1e-9;

/** `second` after `first`. */
export function compose(second: Orientation, first: Orientation): Orientation {
  return exact(
    ([0, 3, 6] as const).flatMap((row) =>
      ([0, 1, 2] as const).map(
        (column) =>
          second[row] * first[column] +
          second[(row + 1) as 1] * first[(column + 3) as 3] +
          second[(row + 2) as 2] * first[(column + 6) as 6],
      ),
    ),
  );
}

/** Rotates by an angle in degrees, counter-clockwise when the axis points at the viewer. */
export function rotationAbout(axis: Axis, degrees: number): Orientation {
  const angle = (degrees * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  const matrix: number[] = [...asInFile];
  matrix[u * 3 + u] = cosine;
  matrix[u * 3 + v] = -sine;
  matrix[v * 3 + u] = sine;
  matrix[v * 3 + v] = cosine;
  return exact(matrix);
}

export function mirrorAcross(axis: Axis): Orientation {
  const matrix: number[] = [...asInFile];
  matrix[axis * 4] = -1;
  return exact(matrix);
}

/** The shortest rotation of one direction into another; both of length 1. */
export function rotationBetween(from: Vector, to: Vector): Orientation {
  const cosine = dot(from, to);
  const isHalfTurn = cosine < -1 + 1e-12;
  const axis = isHalfTurn ? perpendicularTo(from) : cross(from, to);
  // (axis axisᵀ) · factor + cosine + sine; a half turn has no sine.
  const factor = isHalfTurn ? 2 : 1 / (1 + cosine);
  const [x, y, z] = axis;
  const [sx, sy, sz] = isHalfTurn ? [0, 0, 0] : axis;
  return exact([
    x * x * factor + cosine,
    x * y * factor - sz,
    x * z * factor + sy,
    x * y * factor + sz,
    y * y * factor + cosine,
    y * z * factor - sx,
    x * z * factor - sy,
    y * z * factor + sx,
    z * z * factor + cosine,
  ]);
}

export type Angles = readonly [x: number, y: number, z: number];

/** Degrees about X, then Y, then Z of the plate. A mirrored part was mirrored along X before. */
export function anglesOf(orientation: Orientation): Angles {
  const [xx, , , yx, yy, yz, zx, zy, zz] = isMirrored(orientation)
    ? compose(orientation, mirrorAcross(0))
    : orientation;
  const inDegrees = (radians: number): number => (radians * 180) / Math.PI + 0;
  const aboutY = Math.asin(Math.max(-1, Math.min(1, -zx)));
  // Straight up or down, X and Z turn about the same direction.
  if (Math.abs(zx) > 1 - 1e-12) return [inDegrees(Math.atan2(-yz, yy)), inDegrees(aboutY), 0];
  return [inDegrees(Math.atan2(zy, zz)), inDegrees(aboutY), inDegrees(Math.atan2(yx, xx))];
}

/** The orientation of which `anglesOf` gives these angles. */
export function fromAngles([x, y, z]: Angles, mirrored: boolean): Orientation {
  const rotated = compose(rotationAbout(2, z), compose(rotationAbout(1, y), rotationAbout(0, x)));
  return mirrored ? compose(rotated, mirrorAcross(0)) : rotated;
}

export const isMirrored = ([xx, xy, xz, yx, yy, yz, zx, zy, zz]: Orientation): boolean =>
  dot([xx, xy, xz], cross([yx, yy, yz], [zx, zy, zz])) < 0;

export const isSameOrientation = (a: Orientation, b: Orientation): boolean =>
  a.every((value, at) => value === b[at]);

/** Whether axes only change places and signs, so that no coordinate is rounded. */
export const isExact = (orientation: Orientation): boolean => orientation.every(Number.isInteger);

function exact(matrix: readonly number[]): Orientation {
  const isWhole = matrix.every((value) => Math.abs(value - Math.round(value)) < rounding);
  // Drops negative zeros, which would count as another orientation.
  return (isWhole ? matrix.map((value) => Math.round(value) + 0) : matrix) as unknown as Orientation;
}
