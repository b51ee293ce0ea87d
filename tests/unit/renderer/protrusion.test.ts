import { expect, it } from 'vitest';
import { protrusionsOf } from '../../../src-renderer/viewer/protrusion.ts';

const printer = [100, 80, 50] as const;

it('A part inside of the volume sticks out nowhere, also when it touches its faces.', () => {
  expect(protrusionsOf({ min: [-50, -40, 0], max: [50, 40, 50] }, [...printer])).toEqual([]);
});

it('Each axis says how far the part sticks out at either end.', () => {
  expect(protrusionsOf({ min: [-60, -10, 0], max: [55, 10, 62] }, [...printer])).toEqual([
    { axis: 0, low: 10, high: 5 },
    { axis: 2, low: 0, high: 12 },
  ]);
});

it('Less than a millionth of the volume is rounding.', () => {
  expect(protrusionsOf({ min: [-50.00005, 0, 0], max: [0, 1, 1] }, [...printer])).toEqual([]);
  expect(protrusionsOf({ min: [-50.001, 0, 0], max: [0, 1, 1] }, [...printer])).toHaveLength(1);
});
