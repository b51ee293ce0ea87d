import { describe, expect, it } from 'vitest';
import { behindTheGuards } from '../../support/behind-the-guards.ts';
import { hours } from '../../support/durations.ts';
import { QueueBench } from '../../support/queue-bench.ts';
import { anOrder } from '../api-client/client-under-test.ts';

describe('a damaged row', () => {
  const damaged = async (column: string, value: string, send: 'waiting' | 'lost' | 'done') => {
    const bench = await QueueBench.open();
    if (send === 'waiting') bench.queue.setPaused(true);
    if (send === 'lost') bench.service.orderings.push('lose-answer');
    const order = await bench.order([await bench.line({ source: { modelId: 5 } })]);
    await bench.clock.settle();
    const { sqlite } = bench.database;
    behindTheGuards(sqlite, () =>
      sqlite.prepare(`UPDATE job SET ${column} = ${value} WHERE id = ?`).run(order.id),
    );
    bench.restart();
    bench.queue.setPaused(false);
    await bench.clock.advance(hours(1));
    return { bench, order: bench.job(order.id) };
  };

  it('A damaged row is never sent and is shown.', async () => {
    const { bench, order } = await damaged('payload', "replace(payload, '4.5', '0.5')", 'waiting');
    expect(order).toMatchObject({ state: 'poison', problem: { code: 'damaged-record' }, kind: 'order' });
    expect(bench.service.sent).toEqual([]);
  });

  it('An unreadable row is shown with a replacement and kept as evidence.', async () => {
    const { bench, order } = await damaged('payload', "'{\"lines'", 'waiting');
    expect(order).toMatchObject({ state: 'poison', payload: { fileName: 'Damaged record of an order' } });
    expect(bench.database.sqlite.prepare('SELECT count(*) FROM damaged_row').pluck().get()).toBe(1);
  });

  it.each([
    ['an order', "'{\"lines'"],
    ['a change', "'{\"op'"],
  ])('Requesting %s again finds the damaged row, and nothing is made twice.', async (what, payload) => {
    const bench = await QueueBench.open();
    const orderId = bench.service.deliverLate(anOrder);
    const line = await bench.line({ source: { modelId: 5 } });
    const ask = () =>
      what === 'an order'
        ? bench.order([line], { requestKey: 'click' })
        : bench.queue.enqueueChange('local', { op: 'cancel-order', orderId }, 'click');
    bench.queue.setPaused(true);
    const job = await ask();
    const { sqlite } = bench.database;
    behindTheGuards(sqlite, () =>
      sqlite.prepare(`UPDATE job SET payload = ${payload} WHERE id = ?`).run(job.id),
    );
    await expect(ask()).rejects.toMatchObject({ code: 'damaged-record' });
    bench.restart();
    expect(await ask()).toMatchObject({ id: job.id, state: 'poison', problem: { code: 'damaged-record' } });
    expect(bench.queue.list()).toHaveLength(1);
  });

  it('A damaged row is not sent again even if a person wants it.', async () => {
    const bench = await QueueBench.open();
    bench.service.deliverLate(anOrder);
    bench.service.changes.push('lose-request');
    const reprint = await bench.queue.enqueueChange('local', {
      op: 'reprint',
      orderId: 100,
      orderProductId: 1,
      productTitle: 'bracket',
      quantity: 1,
      reasonId: 503,
      comment: 'One arm is broken off.',
    });
    await bench.clock.advance(hours(3));
    expect(bench.job(reprint.id).state).toBe('ask');
    const { sqlite } = bench.database;
    behindTheGuards(sqlite, () =>
      sqlite
        .prepare('UPDATE job SET payload = replace(payload, \'"quantity":1\', \'"quantity":9\') WHERE id = ?')
        .run(reprint.id),
    );
    bench.restart();
    // Checks at the service do not make it trustworthy again.
    await bench.clock.advance(hours(1));
    await expect(bench.queue.resolve(reprint.id, { kind: 'place-again' })).rejects.toMatchObject({
      code: 'damaged-record',
    });
    await bench.clock.advance(hours(1));
    expect(bench.service.orders).toHaveLength(1);
    await bench.queue.resolve(reprint.id, { kind: 'abandon' });
    expect(bench.job(reprint.id).state).toBe('abandoned');
  });

  it('A flipped state does not send a job again if sent.log knows that it was sent.', async () => {
    const { bench, order } = await damaged('state', "'queued'", 'lost');
    expect(order).toMatchObject({ state: 'done', result: { orderId: 100 } });
    expect(bench.service.sent).toHaveLength(1);
  });

  it('A damaged row of an ended job stays ended.', async () => {
    const { bench, order } = await damaged('updated_at', '5', 'done');
    expect(order.state).toBe('done');
    expect(bench.service.sent).toHaveLength(1);
  });
});
