/** The limit that Fabdesk proposes for an estimated price. Pure. */
import type { PriceEstimate } from '../jobs/agreement-schema.ts';
import { roundMoneyUp } from '../units/money.ts';

/** With a wider band than this, nobody can tell what the part costs. */
const widestUseful = 2;

/**
 * The upper end of the band, rounded up to two digits that people would say: 14.83 is 15, 3.42 is 3.50. Null
 * if the band is too wide; then the person has to decide what the part is worth.
 */
export function proposeLimit(
  { amount, high }: Pick<PriceEstimate, 'amount' | 'high'>,
  currency: string,
): number | null {
  if (amount <= 0 || high > amount * widestUseful) return null;
  const step = 10 ** (Math.floor(Math.log10(high)) - 1);
  return roundMoneyUp(Math.ceil(withoutBinaryError(high / step)) * step, currency);
}

/** 0.3 / 0.1 is 3.0000000000000004 and would become 4. */
const withoutBinaryError = (value: number): number => Number(value.toPrecision(12));
