/** Sums of the cart in whole minor units of the currency, so that 3 x 2.90 is 8.70 and the button says so. */
import type { CartLine } from '../../../src-shared/ipc/contract.ts';

type Priced = Pick<CartLine, 'unitPrice' | 'quantity' | 'currency'>;

/** Digits behind the decimal point that a currency has (USD 2, JPY 0). Unknown codes read as 2. */
export function minorDigits(currency: string): number {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency });
    return format.resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}

export function lineTotal(line: Priced): number {
  return roundTo(line.unitPrice * line.quantity, minorDigits(line.currency));
}

export function cartTotal(lines: readonly Priced[]): number {
  const digits = minorDigits(lines[0]?.currency ?? 'USD');
  return roundTo(
    lines.reduce((sum, line) => sum + lineTotal(line), 0),
    digits,
  );
}

export const partCount = (lines: readonly Pick<CartLine, 'quantity'>[]): number =>
  lines.reduce((sum, line) => sum + line.quantity, 0);

/** The one currency of the cart, or null where lines disagree: one order is paid in one currency. */
export function cartCurrency(lines: readonly Pick<CartLine, 'currency'>[]): string | null {
  const first = lines[0]?.currency;
  if (first === undefined) return null;
  return lines.every((line) => line.currency === first) ? first : null;
}

function roundTo(value: number, digits: number): number {
  const factor = 10 ** digits;
  // The nudge takes back what binary fractions lose: 1.005 is stored as 1.00499999999999989.
  return Math.round(value * factor * (1 + Number.EPSILON)) / factor;
}
