/** Tells whether a part fits a printer. Used by the price table, the unit proposals and the command line. */
import type { Vector } from '../mesh/mesh.ts';

/** Smallest and largest object a printer takes, in cm (spec: Resources > Printer). */
export interface PrinterBounds {
  readonly xBoundMin: number;
  readonly xBoundMax: number;
  readonly yBoundMin: number;
  readonly yBoundMax: number;
  readonly zBoundMin: number;
  readonly zBoundMax: number;
}

export interface PrinterFit {
  readonly fits: boolean;
  /** True if it fits only after rotating it from its position in the file. */
  readonly isRotated: boolean;
  readonly reason: 'too-large' | 'too-small' | null;
  /** The side of the part, as placed in the file, that misses most; null if it fits. */
  readonly axis: 'x' | 'y' | 'z' | null;
  /** The largest (too large) or smallest (too small) allowed length of that side, m; null if it fits. */
  readonly limit: number | null;
}

const axes = ['x', 'y', 'z'] as const;
type Axis = 0 | 1 | 2;

/** The six ways to place a part along the printer's axes: [printer's x, y, z] = side of the part. */
const turns: readonly (readonly [Axis, Axis, Axis])[] = [
  [0, 1, 2],
  [1, 0, 2],
  [0, 2, 1],
  [2, 1, 0],
  [1, 2, 0],
  [2, 0, 1],
];

/** Limits have few digits, and sizes are float32: an excess of a ten-millionth is no reason to refuse. */
const tolerance = 1e-7;

const fitting = (isRotated: boolean): PrinterFit => ({
  fits: true,
  isRotated,
  reason: null,
  axis: null,
  limit: null,
});

/**
 * @param size sides of the bounding box in m
 *
 * [Assumption: rotated-parts] A part may be rotated by right angles to fit, since the service places parts
 * itself; one rotation must satisfy all limits at once. Rotating by other angles is not tried.
 */
export function fitsPrinter(size: Vector, bounds: PrinterBounds): PrinterFit {
  const most = [bounds.xBoundMax, bounds.yBoundMax, bounds.zBoundMax].map((cm) => cm / 100);
  const least = [bounds.xBoundMin, bounds.yBoundMin, bounds.zBoundMin].map((cm) => cm / 100);
  const isBelow = (turn: readonly Axis[]): boolean =>
    turn.every((side, axis) => size[side]! <= most[axis]! * (1 + tolerance));
  const isAbove = (turn: readonly Axis[]): boolean =>
    turn.every((side, axis) => size[side]! >= least[axis]! * (1 - tolerance));
  const fit = turns.findIndex((turn) => isBelow(turn) && isAbove(turn));
  if (fit >= 0) return fitting(fit > 0);
  return turns.some(isBelow) ? worstMiss(size, least, 'too-small') : worstMiss(size, most, 'too-large');
}

/** Comparing sorted sides with sorted limits is the most lenient; it names the side that misses most. */
function worstMiss(size: Vector, limits: readonly number[], reason: 'too-large' | 'too-small'): PrinterFit {
  const sides = ([0, 1, 2] as const).toSorted((a, b) => size[a] - size[b]);
  const sorted = limits.toSorted((a, b) => a - b);
  let worst = 0;
  let worstRatio = -Infinity;
  sides.forEach((side, rank) => {
    const ratio = reason === 'too-large' ? size[side] / sorted[rank]! : sorted[rank]! / size[side];
    if (ratio <= worstRatio) return;
    worst = rank;
    worstRatio = ratio;
  });
  return { fits: false, isRotated: false, reason, axis: axes[sides[worst]!], limit: sorted[worst]! };
}
