/**
 * One reading that shows an order as ours is not enough on an account whose filter was never proven
 * (reliability: R10).
 */

import { expect, it } from 'vitest';
import type { OrderRequest } from '../../../src-shared/api/orders.ts';
import { addReference } from '../../../src-shared/jobs/reference-line.ts';
import { address } from '../../support/jobs.ts';
import { QueueBench } from '../../support/queue-bench.ts';

it('An order that seems ours by one reading is read again, and nobody is asked.', async () => {
  const bench = await QueueBench.open();
  bench.service.orderings.push('error-answer');
  const order = await bench.order([await bench.line({ source: { modelId: 5 } })]);
  // Just before an attempt that was answered counts as over, the order arrives after all, and another one
  // like it.
  await bench.clock.advance(10 * 60_000 - 5_000);
  expect(bench.job(order.id).state).toBe('unknown');
  const mark = bench.database.sqlite.prepare('SELECT mark FROM job WHERE id = ?').pluck().get(order.id);
  const { field, value } = addReference(address, String(mark));
  const items = [{ modelId: 5, materialId: 6, quantity: 2 }];
  const request = { ...address, items } as unknown as OrderRequest;
  const late = bench.service.deliverLate({ ...request, [field]: value });
  bench.service.deliverLate({ ...request, lastName: 'Other' });
  await bench.clock.advance(6 * 60_000);
  expect(bench.events.filter(({ state }) => state === 'ask')).toEqual([]);
  expect(bench.job(order.id)).toMatchObject({ state: 'done', result: { orderId: late } });
});
