/**
 * The sum of an order: parts, fee and shipping as far as it is known. Every total that a person sees is
 * computed here, so that plate, cart, order and receipt agree to the cent. Pure.
 */
import { feeAmount } from '../api/fee.ts';
import { ref } from '../messages/messages.ts';
import { isOpen, type PricedLine, roundMoney, totalOf } from '../units/money.ts';
import type { Offer, OrderPayload } from './job.ts';
import { type OrderCost, orderCost } from './order-cost.ts';

/** `amount`: all of it that is known, which tax and customs never are. */
export interface OrderSum extends OrderCost {
  readonly parts: number;
  readonly fee: number;
  /** Null: not known yet. */
  readonly shipping: number | null;
}

export function orderSum(
  { amount: parts, currency, isLimit }: OrderCost,
  shipping: number | null = null,
): OrderSum {
  const fee = feeAmount(parts, currency);
  const amount = roundMoney(parts + fee + (shipping ?? 0), currency);
  return { amount, currency, isLimit, parts, fee, shipping };
}

/** The sum of an order of these lines before shipping, in each currency. */
export function orderSums(lines: readonly PricedLine[]): OrderSum[] {
  const groups = Map.groupBy(lines, ({ currency }) => currency);
  return [...groups].map(([currency, group]) =>
    orderSum({ amount: totalOf(group, currency), currency, isLimit: group.some(isOpen) }),
  );
}

/** The sum that was agreed; with open prices, the one that the service named since. */
export function agreedSum(payload: OrderPayload): OrderSum {
  const { found, shipping } = payload.agreement;
  return orderSum(orderCost(payload), found?.shippingPrice ?? shipping.price);
}

/** The sum that the service asks now. */
export const offeredSum = ({
  parts,
  currency,
  shippingPrice,
}: Pick<Offer, 'parts' | 'currency' | 'shippingPrice'>): OrderSum =>
  orderSum({ amount: parts, currency, isLimit: false }, shippingPrice);

/** The label of a total, which names what is not known yet. */
export const sumLabel = ({ shipping }: Pick<OrderSum, 'shipping'>) =>
  ref(shipping === null ? 'ui.totalBeforeShipping' : 'ui.totalBeforeTax');
