/** Sums of the cart, computed with the function that the queue checks them with. */
import type { CartLine } from '../../../src-shared/ipc/cart-line.ts';
import type { OrderCost } from '../../../src-shared/jobs/order-cost.ts';
import { isOpen, lineTotal, totalOf } from '../../../src-shared/units/money.ts';

type Priced = Pick<CartLine, 'unitPrice' | 'limit' | 'quantity' | 'currency'>;

export const lineCost = (line: Priced): OrderCost => ({
  amount: lineTotal(line),
  currency: line.currency,
  isLimit: isOpen(line),
});

export const cartTotal = (lines: readonly Priced[]): number => totalOf(lines, lines[0]?.currency ?? 'USD');

export const partCount = (lines: readonly Pick<CartLine, 'quantity'>[]): number =>
  lines.reduce((sum, line) => sum + line.quantity, 0);

/** The currency of the cart, or null if the lines have several: an order is paid in one currency. */
export function cartCurrency(lines: readonly Pick<CartLine, 'currency'>[]): string | null {
  const first = lines[0]?.currency;
  if (first === undefined) return null;
  return lines.every((line) => line.currency === first) ? first : null;
}
