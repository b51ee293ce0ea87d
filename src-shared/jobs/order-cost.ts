/** Computes what an order costs, as far as it is known, for whoever shows it. Pure. */
import { isOpen } from '../units/money.ts';
import type { Offer, OrderPayload } from './job.ts';

export interface OrderCost {
  readonly amount: number;
  readonly currency: string;
  /** The prices are not known yet: it may cost this at most. */
  readonly isLimit: boolean;
}

/** Sum of the lines, before fee, shipping and tax. */
export function orderCost({ agreement, lines, confirmedParts, currency }: OrderPayload): OrderCost {
  const { found } = agreement;
  if (found) return { amount: found.parts, currency: found.currency, isLimit: false };
  return { amount: confirmedParts, currency, isLimit: lines.some(isOpen) };
}

/** Prices that the service named for an order with open ones, one a line, since it was sent; else null */
export const foundPrices = ({ agreement }: OrderPayload): Offer['unitPrices'] | null =>
  agreement.found?.unitPrices ?? null;
