import { expect, it } from 'vitest';
import { proposeLimit } from '../../../src-shared/estimate/propose-limit.ts';

const bandTo = (high: number, currency = 'USD') => proposeLimit({ amount: high * 0.9, high }, currency);

it('The proposed limit is the upper end of the band, rounded up to two digits.', () => {
  expect([14.83, 3.42, 3.5, 0.3, 101, 1999].map((high) => bandTo(high))).toEqual([
    15, 3.5, 3.5, 0.3, 110, 2000,
  ]);
});

it('The proposed limit is an amount of its currency.', () => {
  expect(bandTo(5, 'JPY')).toBe(5);
  expect(bandTo(4.2, 'JPY')).toBe(5);
  expect(bandTo(0.011)).toBe(0.02);
});

it('No limit is proposed where the band is so wide that nobody can tell what the part costs.', () => {
  expect(proposeLimit({ amount: 10, high: 20 }, 'USD')).toBe(20);
  expect(proposeLimit({ amount: 10, high: 20.01 }, 'USD')).toBeNull();
  expect(proposeLimit({ amount: 0, high: 0 }, 'USD')).toBeNull();
});
