import { expect, it } from 'vitest';
import { readAmount } from '../../../src-shared/units/read-amount.ts';

it('An amount is read as people type it.', () => {
  for (const text of ['12.40', '12,40', '$12.40', '12.40 USD', 'usd 12.40', ' 12,4 $'])
    expect(readAmount(text, { currency: 'USD' }), text).toBe(12.4);
  expect(['1,234.50', '1.234,50', '1234', '0'].map((text) => readAmount(text))).toEqual([
    1234.5, 1234.5, 1234, 0,
  ]);
});

it('A point before three digits is what it is where the person lives.', () => {
  expect([readAmount('1.234'), readAmount('0.999')]).toEqual([1.234, 0.999]);
  expect([readAmount('1.234', { decimal: ',' }), readAmount('1,234', { decimal: ',' })]).toEqual([
    1234, 1.234,
  ]);
});

it('Other currencies, negative amounts and other texts are refused.', () => {
  for (const text of ['', 'twelve', '.', '-1', '12.40 EUR', '€12.40', '12.40 USD USD'])
    expect(readAmount(text, { currency: 'USD' }), text).toBeNull();
  expect(readAmount('$12.40')).toBeNull();
  expect(readAmount('CA$5', { currency: 'CAD' })).toBe(5);
});
