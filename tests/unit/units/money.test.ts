import { expect, it } from 'vitest';
import { lineTotal, totalOf } from '../../../src-shared/units/money.ts';

const line = (currency: string, unitPrice: number, quantity = 1) => ({ currency, unitPrice, quantity });

it('A line is rounded to the minor unit of its currency, halves up in spite of binary fractions.', () => {
  expect(lineTotal(line('USD', 1.005))).toBe(1.01);
  expect(lineTotal(line('KWD', 1.234))).toBe(1.234);
  expect(lineTotal(line('KWD', 4.5675, 3))).toBe(13.703);
  expect(lineTotal(line('JPY', 12.5, 3))).toBe(38);
  expect(lineTotal({ ...line('USD', 0, 3), unitPrice: null, limit: 2.5 })).toBe(7.5);
});

it('Sums round each line separately.', () => {
  expect(
    totalOf(
      [1, 2, 3].map(() => line('USD', 3.333)),
      'USD',
    ),
  ).toBe(9.99);
});
