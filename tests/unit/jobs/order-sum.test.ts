import { expect, it } from 'vitest';
import { agreedSum, orderSum, orderSums, sumLabel } from '../../../src-shared/jobs/order-sum.ts';
import { orderPayload } from '../../support/jobs.ts';

it('The total has the fee from the first price on, and shipping once it is known.', () => {
  const parts = { amount: 10.1, currency: 'USD', isLimit: false };
  expect(orderSum(parts)).toEqual({
    amount: 10.61,
    currency: 'USD',
    isLimit: false,
    parts: 10.1,
    fee: 0.51,
    shipping: null,
  });
  expect(orderSum(parts, 4.99)).toMatchObject({ amount: 15.6, fee: 0.51, shipping: 4.99 });
  expect(sumLabel(orderSum(parts)).key).toBe('ui.totalBeforeShipping');
  expect(sumLabel(orderSum(parts, 0)).key).toBe('ui.totalBeforeTax');
});

it('Each currency has a sum, rounded line by line like a bill, with one fee on all of it.', () => {
  const line = { unitPrice: 2.905, quantity: 3, currency: 'EUR' };
  const sums = orderSums([
    line,
    { ...line, currency: 'JPY', unitPrice: 101 },
    { ...line, unitPrice: null, limit: 1 },
  ]);
  expect(sums).toEqual([
    { amount: 12.31, currency: 'EUR', isLimit: true, parts: 11.72, fee: 0.59, shipping: null },
    { amount: 318, currency: 'JPY', isLimit: false, parts: 303, fee: 15, shipping: null },
  ]);
});

it('A placed order says what was agreed in all.', () => {
  const { agreement } = orderPayload;
  const shipping = { ...agreement.shipping, price: 4.99 };
  expect(agreedSum(orderPayload)).toMatchObject({ parts: 9, fee: 0.45, shipping: null, amount: 9.45 });
  expect(agreedSum({ ...orderPayload, agreement: { ...agreement, shipping } })).toMatchObject({
    amount: 14.44,
  });
});
