/**
 * The fee of an order (spec: Limits > Default fee), which the customer pays beside parts and shipping
 * [Assumption: fee-payer]. The service charges and the window shows what this computes, to the cent.
 */

import { minorDigits } from '../units/money.ts';

/** Share of the price of the parts. */
export const feeShare = 0.05;

/** Rounded to whole minor units of the currency, halves up. */
export const feeOf = (parts: number): number => Math.round((parts * 5) / 100);

/** The fee of parts at this price, in the same currency. */
export function feeAmount(parts: number, currency: string): number {
  const factor = 10 ** minorDigits(currency);
  return feeOf(Math.round(parts * factor)) / factor;
}
