/** Sums of the cart, computed with the function that the queue checks them with. */
import type { CartLine } from '../../../src-shared/ipc/cart-line.ts';
import { roundMoney, totalOf } from '../../../src-shared/units/money.ts';

type Priced = Pick<CartLine, 'unitPrice' | 'quantity' | 'currency'>;

export const lineTotal = (line: Priced): number => roundMoney(line.unitPrice * line.quantity, line.currency);

export const cartTotal = (lines: readonly Priced[]): number => totalOf(lines, lines[0]?.currency ?? 'USD');

export const partCount = (lines: readonly Pick<CartLine, 'quantity'>[]): number =>
  lines.reduce((sum, line) => sum + line.quantity, 0);

/** The currency of the cart, or null if the lines have several: an order is paid in one currency. */
export function cartCurrency(lines: readonly Pick<CartLine, 'currency'>[]): string | null {
  const first = lines[0]?.currency;
  if (first === undefined) return null;
  return lines.every((line) => line.currency === first) ? first : null;
}
