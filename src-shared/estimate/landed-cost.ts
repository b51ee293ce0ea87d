/**
 * Estimates what an order costs with tax and customs, from what the person was charged for earlier orders to
 * the same country. No answer of the service names these amounts, so people enter them (spec: Endpoints >
 * Orders). Pure.
 */
import { countryCodeOf } from '../api/countries.ts';
import { keyOfOrder } from '../ipc/key-of-order.ts';
import type { OrderJob } from '../jobs/job.ts';
import { agreedSum, type OrderSum } from '../jobs/order-sum.ts';
import type { Messages } from '../messages/messages.ts';
import { roundMoney } from '../units/money.ts';

/** Amounts that a person was charged, in the currency of each order, by `keyOfOrder`. */
type Charges = Readonly<Record<string, number>>;

/** An earlier order, and what was charged for it in the end. */
export interface PastCharge {
  readonly country: string;
  /** As it was agreed. */
  readonly sum: OrderSum;
  readonly charged: number;
}

/** The factors between the amounts that were agreed and charged. */
export interface LandedShare {
  readonly country: string;
  readonly low: number;
  readonly high: number;
  /** How many orders say so. */
  readonly orders: number;
}

/** What an order is expected to cost in the end; never what was charged for it. */
export interface LandedCost extends LandedShare {
  readonly least: number;
  readonly most: number;
  readonly currency: string;
}

/** Older orders say little about the tax of today. */
const mostOrders = 3;

/** The orders of the account that were placed here and whose charge the person entered, newest first. */
export const pastCharges = (
  jobs: readonly OrderJob[],
  charges: Charges | undefined,
  accountId: string,
): readonly PastCharge[] =>
  jobs
    .flatMap(({ result, payload, createdAt, ...job }) => {
      if (result === null || job.accountId !== accountId) return [];
      const charged = charges?.[keyOfOrder(accountId, result.orderId)];
      if (charged === undefined) return [];
      return { country: payload.address.country, sum: agreedSum(payload), charged, createdAt };
    })
    .sort((a, b) => b.createdAt - a.createdAt);

/**
 * The factor for orders in this currency to this country. Compared are equal amounts: with shipping if
 * `hasShipping`, without it otherwise. Null: no order tells.
 */
export function landedShare(
  past: readonly PastCharge[],
  { country, currency, hasShipping }: { country: string; currency: string; hasShipping: boolean },
): LandedShare | null {
  const code = countryCodeOf(country);
  if (code === null) return null;
  const shares = past
    .filter((one) => one.sum.currency === currency && countryCodeOf(one.country) === code)
    .filter(({ sum }) => !hasShipping || sum.shipping !== null)
    .map(({ sum, charged }) => charged / (hasShipping ? sum.amount : sum.parts + sum.fee))
    .filter(Number.isFinite)
    .slice(0, mostOrders);
  if (shares.length === 0) return null;
  return { country: code, low: Math.min(...shares), high: Math.max(...shares), orders: shares.length };
}

/** Null: unknown. */
export function landedCost(
  { amount, currency, shipping }: Pick<OrderSum, 'amount' | 'currency' | 'shipping'>,
  country: string,
  past: readonly PastCharge[],
): LandedCost | null {
  const share = landedShare(past, { country, currency, hasShipping: shipping !== null });
  if (share === null || amount === 0) return null;
  const { low, high } = share;
  return {
    ...share,
    currency,
    least: roundMoney(amount * low, currency),
    most: roundMoney(amount * high, currency),
  };
}

/** `about $52.10`, or `$52.10 to $54.00`. */
export function bandText(least: number, most: number, currency: string, { t }: Messages): string {
  const amount = { amount: least, currency };
  return least === most
    ? t('quote.about', { amount })
    : t('quote.band', { low: amount, high: { amount: most, currency } });
}

/** Where the estimate comes from. */
export function shareText({ country, low, high, orders }: LandedShare, { t, format }: Messages): string {
  const name = new Intl.DisplayNames([format.locale], { type: 'region' }).of(country) ?? country;
  const factors = [...new Set([low, high].map((factor) => format.measured(Math.round(factor * 100) / 100)))];
  return factors.length === 1
    ? t('quote.landedShare', { count: orders, country: name, factor: factors[0]! })
    : t('quote.landedShares', { count: orders, country: name, low: factors[0]!, high: factors[1]! });
}
