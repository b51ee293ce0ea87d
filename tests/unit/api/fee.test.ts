import { expect, it } from 'vitest';
import { feeAmount, feeOf } from '../../../src-shared/api/fee.ts';

it('The fee is 5 percent of the parts in whole cents, halves up, and the same in dollars.', () => {
  const parts = [0, 9, 10, 30, 580, 590, 2030, 1_000_000_010];
  expect(parts.map(feeOf)).toEqual([0, 0, 1, 2, 29, 30, 102, 50_000_001]);
  expect(parts.map((cents) => Math.round(feeAmount(cents / 100, 'USD') * 100))).toEqual(parts.map(feeOf));
  expect(feeAmount(1010, 'JPY')).toBe(51);
});
