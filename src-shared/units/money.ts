/**
 * Money in whole minor units of its currency, so that three times 2.90 is 8.70 everywhere. The total that a
 * person confirms is computed only here.
 */

/** The decimal places of a currency (USD 2, JPY 0). An unknown code counts as 2. */
export function minorDigits(currency: string): number {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency });
    return format.resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}

/** Rounds to the nearest minor unit, halves up. */
export function roundMoney(amount: number, currency: string): number {
  const factor = 10 ** minorDigits(currency);
  // The nudge undoes the error of binary fractions: 1.005 is stored as 1.00499999999999989.
  return Math.round(amount * factor * (1 + Number.EPSILON)) / factor;
}

/** Like `roundMoney`, but never to less than the amount. */
export function roundMoneyUp(amount: number, currency: string): number {
  const factor = 10 ** minorDigits(currency);
  return Math.ceil(amount * factor * (1 - Number.EPSILON * 4)) / factor;
}

/** The price of a piece; null while it is open. Then the limit is the most it may cost. */
export interface UnitPrice {
  readonly unitPrice: number | null;
  readonly limit?: number | null | undefined;
}

/** The service names the price later. */
export const isOpen = ({ unitPrice }: UnitPrice): boolean => unitPrice === null;

/** The price of a piece, or the most it may cost. Without price and limit, nothing may be spent. */
export const mostOf = ({ unitPrice, limit }: UnitPrice): number => unitPrice ?? limit ?? 0;

export interface PricedLine extends UnitPrice {
  readonly quantity: number;
  readonly currency: string;
}

/** The price of a line, or the most it may cost. */
export const lineTotal = (line: PricedLine): number =>
  roundMoney(mostOf(line) * line.quantity, line.currency);

/** Sum of prices times quantities; open prices count with their limits. Lines are rounded singly. */
export function totalOf(
  lines: readonly (UnitPrice & { readonly quantity: number })[],
  currency: string,
): number {
  const sum = lines.reduce((total, line) => total + roundMoney(mostOf(line) * line.quantity, currency), 0);
  return roundMoney(sum, currency);
}
