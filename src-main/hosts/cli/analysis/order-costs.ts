/** The cost of an order as far as it is known before it is placed: its parts, the fee and shipping. */
import type { ShippingAddress, ShippingOption } from '../../../../src-shared/api/orders.ts';
import type { ShippingPrice } from '../../../../src-shared/api/shipping-prices.ts';
import { type LandedCost, landedCost } from '../../../../src-shared/estimate/landed-cost.ts';
import type { Account } from '../../../../src-shared/ipc/account.ts';
import type { AppClient } from '../../../../src-shared/ipc/contract.ts';
import { type OrderSum, orderSum } from '../../../../src-shared/jobs/order-sum.ts';
import { toAppError } from '../../../../src-shared/result.ts';
import { isOpen } from '../../../../src-shared/units/money.ts';
import { isUnreachable } from '../../../../src-shared/unreachable.ts';
import { invoke } from '../app/surroundings.ts';
import { readPastCharges } from './past-orders.ts';
import { currencyOf, type PricedLine, totalOfLines } from './place-order.ts';

export interface OrderCosts {
  readonly sum: OrderSum;
  /** `price` is null where the service does not say it in advance. */
  readonly shipping: Pick<ShippingPrice, 'option' | 'carrier' | 'transitDays'> & {
    readonly price: number | null;
  };
  /** With tax and customs, as earlier orders to the country suggest; null: nothing tells. */
  readonly landed: LandedCost | null;
  /** The service could not be asked about shipping; the queue asks it before it sends the order. */
  readonly isOffline: boolean;
}

export async function orderCosts(
  client: AppClient,
  account: Account,
  lines: readonly PricedLine[],
  { country, zipCode }: ShippingAddress,
  option: ShippingOption,
): Promise<OrderCosts> {
  const currency = currencyOf(lines);
  const prices = await listedPrices(client, country, zipCode);
  const listed = prices?.find(
    // A price in another currency cannot be added.
    (one) => one.option === option && one.currency === currency,
  );
  const shipping = listed ?? { option, carrier: '', transitDays: null, price: null };
  const parts = { amount: totalOfLines(lines), currency, isLimit: lines.some(isOpen) };
  const sum = orderSum(parts, shipping.price);
  const landed = landedCost(sum, country, await readPastCharges(client, account));
  return { sum, shipping, landed, isOffline: prices === null };
}

/** Null without a connection: an order is queued all the same. Empty where the service states none. */
async function listedPrices(
  client: AppClient,
  country: string,
  zipCode: string,
): Promise<readonly ShippingPrice[] | null> {
  try {
    return (await invoke(client, 'orders.shippingPrices', { country, zipCode })).prices ?? [];
  } catch (thrown) {
    if (isUnreachable(toAppError(thrown))) return null;
    throw thrown;
  }
}
