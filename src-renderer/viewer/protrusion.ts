/**
 * How far a part sticks out of the volume of its printer. The volume stands on the plate, around its centre.
 */
import type { Bounds, Vector } from '../../src-shared/geometry/mesh/mesh.ts';

export interface Protrusion {
  readonly axis: 0 | 1 | 2;
  /** mm beyond the low face of the volume and beyond the high one; 0 where the part stays inside. */
  readonly low: number;
  readonly high: number;
}

/**
 * As a share of the volume's size; less is rounding. The shader that marks what is outside uses the same
 * value.
 */
export const spareShare = 1e-6;

/** `box` in mm on the plate. Empty if all of it is inside. */
export function protrusionsOf({ min, max }: Bounds, size: Vector): Protrusion[] {
  const spare = Math.max(...size) * spareShare;
  return ([0, 1, 2] as const).flatMap((axis) => {
    const low = axis === 2 ? 0 : -size[axis] / 2;
    const beyond = (by: number): number => (by > spare ? by : 0);
    const found = { axis, low: beyond(low - min[axis]), high: beyond(max[axis] - (low + size[axis])) };
    return found.low > 0 || found.high > 0 ? [found] : [];
  });
}
