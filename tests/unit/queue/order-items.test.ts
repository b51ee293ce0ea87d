import { describe, expect, it } from 'vitest';
import { isForeign, sameItems } from '../../../src-main/queue/reconcile/order-items.ts';
import type { OrderInfo } from '../../../src-shared/api/orders.ts';

const orderOf = (...modelIds: number[]) =>
  ({
    orderProducts: modelIds.map((modelId) => ({ quantity: 1, models: [{ modelId, materialId: 6 }] })),
  }) as unknown as OrderInfo;

describe('an order of the service', () => {
  it('An order is foreign if none of its models is ours.', () => {
    const named = new Set([7]);
    expect(isForeign(orderOf(8), named)).toBe(true);
    expect(isForeign(orderOf(8, 7), named)).toBe(false);
    expect(isForeign(orderOf(), named)).toBe(false);
  });

  it('No order is foreign while the id of one of our models is unknown.', () => {
    const wanted = new Map([
      ['7 6', 1],
      ['? 6', 1],
    ]);
    expect(isForeign(orderOf(8), null)).toBe(false);
    expect(sameItems(orderOf(7, 8), wanted)).toBe(false);
  });
});
