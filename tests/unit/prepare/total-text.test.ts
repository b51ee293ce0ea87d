import '../../support/english.ts';
import { expect, it } from 'vitest';
import type { BatchRow } from '../../../src-renderer/features/prepare/batch/batch.svelte.ts';
import { priceText } from '../../../src-renderer/features/prepare/batch/total-text.ts';
import { sortRows } from '../../../src-renderer/features/prepare/table/table-order.ts';

const row = (currency: string, unitPrice: number, quantity = 1) =>
  ({ line: { currency, unitPrice, quantity } }) as BatchRow;

it('Prepare sums like the cart: in the minor unit of the currency, each line for itself, with the fee.', () => {
  expect(priceText([row('KWD', 1.234)])).toMatch(/1\.296$/);
  expect(priceText([row('JPY', 12.5, 3)])).toBe('¥40');
  expect(priceText([row('USD', 1.005)])).toBe('$1.06');
  expect(priceText([1, 2, 3].map(() => row('USD', 3.333)))).toBe('$10.49');
  expect(priceText([row('USD', 1), row('JPY', 100)])).toBe('$1.05 + ¥105');
  expect(priceText([])).toBe('');
});

it('The table sorts by the totals that it shows.', () => {
  const rows = [row('KWD', 1.236), row('KWD', 1.234)];
  const texts = { nameOf: () => '', rankOf: () => 0 };
  expect(sortRows(rows, { by: 'total', descending: false }, texts)).toEqual(rows.toReversed());
});
