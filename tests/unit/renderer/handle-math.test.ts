import { describe, expect, it } from 'vitest';
import {
  degreesBetween,
  middleOf,
  onRing,
  snapDegrees,
  snapFactor,
} from '../../../src-renderer/viewer/handle-math.ts';

const middle = middleOf({ min: [0, 0, 0], max: [20, 40, 10] });

describe('the handles', () => {
  it.each([0, 1, 2] as const)('A turn about axis %i is measured from where the ring was grabbed.', (axis) => {
    const at = (degrees: number) => onRing(middle, 30, axis, (degrees * Math.PI) / 180);
    expect(degreesBetween(at(10), at(55), middle, axis)).toBeCloseTo(45, 9);
    expect(degreesBetween(at(55), at(10), middle, axis)).toBeCloseTo(-45, 9);
    // Across the end of the circle.
    expect(degreesBetween(at(350), at(20), middle, axis)).toBeCloseTo(30, 9);
  });

  it('Counter-clockwise is positive when the axis points at the viewer.', () => {
    const right: [number, number, number] = [middle[0] + 5, middle[1], middle[2]];
    const back: [number, number, number] = [middle[0], middle[1] + 5, middle[2]];
    expect(degreesBetween(right, back, middle, 2)).toBeCloseTo(90, 9);
  });

  it('Turns go in steps of 15 degrees, or to a tenth with Shift.', () => {
    expect([7, 8, -8, 100].map((degrees) => snapDegrees(degrees, false))).toEqual([0, 15, -15, 105]);
    expect(snapDegrees(33.333, true)).toBe(33.3);
    expect(Object.is(snapDegrees(-2, false), 0)).toBe(true);
  });

  it('The scale that a drag reaches is a multiple of 5 %, or of a per mille with Shift, and never zero.', () => {
    expect(snapFactor(1.26, 1, false)).toBeCloseTo(1.25, 9);
    // From 130 %, 1.26 times leads to 163.8 %.
    expect(snapFactor(1.26, 1.3, false) * 1.3).toBeCloseTo(1.65, 9);
    expect(snapFactor(1.2345, 1, true)).toBeCloseTo(1.235, 9);
    expect(snapFactor(0, 1, false)).toBeCloseTo(0.01, 9);
    expect(snapFactor(0, 0.002, false)).toBeCloseTo(1, 9);
  });
});
