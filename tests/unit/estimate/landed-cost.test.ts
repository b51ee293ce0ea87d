import { describe, expect, it } from 'vitest';
import { messagesFor } from '../../../src-main/messages-for.ts';
import { landedCost, pastCharges, shareText } from '../../../src-shared/estimate/landed-cost.ts';
import { keyOfOrder } from '../../../src-shared/ipc/key-of-order.ts';
import { orderSum } from '../../../src-shared/jobs/order-sum.ts';
import { orderJob } from '../../support/samples.ts';

const sum = (parts: number, shipping: number | null = null, currency = 'USD') =>
  orderSum({ amount: parts, currency, isLimit: false }, shipping);
const past = (
  country: string,
  parts: number,
  shipping: number | null,
  charged: number,
  currency = 'USD',
) => ({
  country,
  sum: sum(parts, shipping, currency),
  charged,
});

describe('The landed cost', () => {
  it('is a band from the last three orders to the country, in the same currency.', () => {
    const orders = [
      past('DE', 100, 15, 144),
      past('Germany', 200, 30, 300),
      past('DE', 100, 15, 156),
      past('DE', 100, 15, 600),
      past('US', 100, 15, 120),
      past('DE', 100, 15, 900, 'EUR'),
    ];
    expect(landedCost(sum(50, 7.5), 'de', orders)).toEqual({
      country: 'DE',
      low: 1.2,
      high: 1.3,
      orders: 3,
      least: 72,
      most: 78,
      currency: 'USD',
    });
  });

  it('compares what is alike: without shipping, an earlier total counts without its shipping.', () => {
    const orders = [past('DE', 100, 15, 210), past('DE', 100, null, 189)];
    expect(landedCost(sum(10), 'DE', orders)).toMatchObject({ low: 1.8, high: 2, least: 18.9, most: 21 });
    expect(landedCost(sum(10, 1.5), 'DE', orders)).toMatchObject({ orders: 1, low: 1.75 });
  });

  it('is unknown without an order to the country, and for nothing.', () => {
    expect(landedCost(sum(10), 'FR', [past('DE', 100, 15, 210)])).toBeNull();
    expect(landedCost(sum(10), '', [past('DE', 100, 15, 210)])).toBeNull();
    expect(landedCost(sum(0), 'DE', [past('DE', 100, 15, 210)])).toBeNull();
    expect(landedCost(sum(10), 'DE', [past('DE', 0, null, 5)])).toBeNull();
  });

  it('learns only from orders of this account whose charge somebody entered.', () => {
    const done = (id: string, orderId: number, createdAt: number) =>
      orderJob({ id, state: 'done', createdAt, result: { orderId, productionOrderIds: [] } });
    const jobs = [done('a', 1, 1), done('b', 2, 2), done('c', 3, 3), orderJob({ id: 'd' })];
    const [{ accountId }] = jobs as [(typeof jobs)[number]];
    const charges = { [keyOfOrder(accountId, 1)]: 11, [keyOfOrder(accountId, 3)]: 33, 'other 2': 22 };
    expect(pastCharges(jobs, charges, accountId).map(({ charged }) => charged)).toEqual([33, 11]);
    expect(pastCharges(jobs, charges, 'other')).toEqual([]);
  });

  it('says where it comes from, and that it is an estimate.', async () => {
    const share = { country: 'DE', low: 1.196, high: 1.31, orders: 3 };
    expect(shareText(share, await messagesFor('en', ['en-US']))).toBe(
      'Germany: your last 3 orders cost 1.2 to 1.31 times the amount before tax in the end. An estimate, not a price of the service.',
    );
    expect(shareText({ ...share, low: 1.31, orders: 1 }, await messagesFor('de', ['de-DE']))).toContain(
      'Deutschland: Ihre letzte Bestellung kostete am Ende das 1,31-Fache',
    );
  });
});
