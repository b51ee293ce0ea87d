import { expect, it } from 'vitest';
import { parseAmount } from '../../../src-shared/units/parse-amount.ts';

it('An amount is read as people type it.', () => {
  for (const text of ['12.40', '12,40', '$12.40', '12.40 USD', 'usd 12.40', ' 12,4 $'])
    expect(parseAmount(text, { currency: 'USD' }), text).toBe(12.4);
  expect(['1,234.50', '1.234,50', '1234', '0'].map((text) => parseAmount(text))).toEqual([
    1234.5, 1234.5, 1234, 0,
  ]);
});

it('A point before three digits is what it is where the person lives.', () => {
  expect([parseAmount('1.234'), parseAmount('0.999')]).toEqual([1.234, 0.999]);
  expect([parseAmount('1.234', { decimal: ',' }), parseAmount('1,234', { decimal: ',' })]).toEqual([
    1234, 1.234,
  ]);
});

it('Other currencies, negative amounts and other texts are refused.', () => {
  for (const text of ['', 'twelve', '.', '-1', '12.40 EUR', '€12.40', '12.40 USD USD'])
    expect(parseAmount(text, { currency: 'USD' }), text).toBeNull();
  expect(parseAmount('$12.40')).toBeNull();
  expect(parseAmount('CA$5', { currency: 'CAD' })).toBe(5);
});
