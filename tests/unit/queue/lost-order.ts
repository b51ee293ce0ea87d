/** An order whose answer was lost, for the tests of what becomes of it. */
import { expect } from 'vitest';
import { QueueBench } from '../../support/queue-bench.ts';

/**
 * One order was placed before, and the answer to the next is lost. `ago`: ms between them; after a minute,
 * the first one shows in every reading and proves the filter.
 */
export const setUp = async (
  behaviour: 'lose-answer' | 'lose-request',
  prepare: (bench: QueueBench) => void = () => {},
  ago = 0,
) => {
  const bench = await QueueBench.open();
  prepare(bench);
  const line = await bench.line({ source: { modelId: 5 } });
  await bench.order([line], { lastName: 'Before' });
  await bench.clock.settle();
  await bench.clock.advance(ago);
  bench.service.orderings.push(behaviour);
  const order = await bench.order([line], { lastName: 'Lost' });
  await bench.clock.settle();
  expect(bench.job(order.id).state).toBe('unknown');
  return { bench, order, line };
};

/** Somebody else orders at the service. */
export const foreign = (bench: QueueBench, orderId: number, modelId = 5, quantity = 2) => {
  const [known] = bench.service.orders;
  if (!known) throw new Error('no order to copy');
  const items = [{ modelId, materialId: 6, quantity }];
  bench.service.orders.push({
    orderId,
    at: bench.clock.now(),
    request: { ...known.request, items, address3: '' },
  });
};

export const proofs = (bench: QueueBench) =>
  bench.database.sqlite.prepare('SELECT attempt, kind FROM proof').all();
