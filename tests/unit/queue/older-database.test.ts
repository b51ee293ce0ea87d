/** A database that is older than sent.log, or was restored after damage (reliability: R6). */
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hours } from '../../support/durations.ts';
import { QueueBench } from '../../support/queue-bench.ts';
import { anOrder } from '../api-client/client-under-test.ts';

describe('an older database than sent.log', () => {
  const backUp = (bench: QueueBench) => {
    bench.database.sqlite.pragma('wal_checkpoint(TRUNCATE)');
    copyFileSync(join(bench.folder, 'fabdesk.db'), join(bench.folder, 'old.db'));
  };
  const restore = (bench: QueueBench) => {
    bench.cut();
    for (const ending of ['', '-wal', '-shm'])
      rmSync(join(bench.folder, `fabdesk.db${ending}`), { force: true });
    copyFileSync(join(bench.folder, 'old.db'), join(bench.folder, 'fabdesk.db'));
  };
  /** A backup made while the order waited, restored after it was placed. */
  const restoreAfterPlacing = async (behaviour: 'answer' | 'lose-answer') => {
    const bench = await QueueBench.open();
    bench.queue.setPaused(true);
    const order = await bench.order([await bench.line({ source: { modelId: 5 } })]);
    backUp(bench);
    bench.service.orderings.push(behaviour);
    bench.queue.setPaused(false);
    await bench.clock.settle();
    expect(bench.service.orders).toHaveLength(1);
    restore(bench);
    return { bench, order };
  };

  it('An older database does not repeat an order that sent.log says was placed.', async () => {
    const { bench, order } = await restoreAfterPlacing('answer');
    bench.boot();
    bench.queue.setPaused(false);
    await bench.clock.advance(hours(1));
    expect(bench.job(order.id)).toMatchObject({ state: 'done', result: { orderId: 100 } });
    expect(bench.service.orders).toHaveLength(1);
  });

  it('An older database does not repeat an order that sent.log says may have been placed.', async () => {
    const { bench, order } = await restoreAfterPlacing('lose-answer');
    bench.boot();
    bench.queue.setPaused(false);
    await bench.clock.advance(hours(1));
    // Found by its mark, which the job has, though every record of the attempt is gone.
    expect(
      bench.events.some(({ state, problem }) => state === 'unknown' && problem?.code === 'record-older'),
    ).toBe(true);
    expect(bench.job(order.id)).toMatchObject({ state: 'done', result: { orderId: 100 } });
    expect(bench.service.orders).toHaveLength(1);
  });

  it('An older database places an order that sent.log says was never sent or was proven unsent.', async () => {
    const bench = await QueueBench.open();
    const { sentLog } = bench;
    bench.queue.setPaused(true);
    const order = await bench.order([await bench.line({ source: { modelId: 5 } })]);
    const line = { at: 1, jobId: order.id, attempt: 1, kind: 'order', accountId: 'local' };
    sentLog.append({ ...line, event: 'committed' });
    sentLog.append({ ...line, event: 'requeued' });
    bench.restart();
    bench.queue.setPaused(false);
    await bench.clock.settle();
    expect(bench.job(order.id).state).toBe('done');
  });

  it('An edit waits for an older unanswered attempt that only sent.log knows.', async () => {
    const bench = await QueueBench.open();
    const modelId = bench.service.addModel('bracket');
    const edit = (before: string, title: string) =>
      bench.queue.enqueueChange('local', {
        op: 'edit-model',
        modelId,
        modelTitle: 'bracket',
        before: { title: before },
        after: { title },
      });
    bench.queue.setPaused(true);
    const first = await edit('bracket', 'One');
    const second = await edit('One', 'Two');
    backUp(bench);
    bench.service.changes.push('lose-request');
    bench.queue.setPaused(false);
    while (bench.job(first.id).state !== 'done') await bench.clock.advance(1_000);
    expect(bench.job(first.id).attempt).toBe(2);
    restore(bench);
    bench.boot();
    bench.queue.setPaused(false);
    await bench.clock.advance(hours(1));
    expect(bench.job(first.id)).toMatchObject({ state: 'done' });
    // A copy of the unanswered attempt may still arrive; the second one is sent after that.
    expect(bench.job(second.id)).toMatchObject({ state: 'queued', problem: { code: 'earlier-attempt' } });
    bench.service.details.set(modelId, { title: 'One' });
    await bench.clock.advance(hours(1));
    expect(bench.job(second.id).state).toBe('done');
    expect(bench.service.details.get(modelId)?.title).toBe('Two');
  });

  it('No order is placed without asking if both database and sent.log were lost.', async () => {
    const { bench, order } = await restoreAfterPlacing('answer');
    // The database itself was found damaged and replaced by an old backup.
    bench.cut();
    const backups = join(bench.folder, 'backups');
    const { mkdirSync } = await import('node:fs');
    mkdirSync(backups, { recursive: true });
    copyFileSync(join(bench.folder, 'old.db'), join(backups, '2026-01-01T00-00-00.000Z-fabdesk.db'));
    writeFileSync(join(bench.folder, 'fabdesk.db'), 'no database '.repeat(1000));
    rmSync(join(bench.folder, 'sent.log'));
    bench.boot();
    expect(bench.database.restored?.from).toBe('backup');
    bench.queue.setPaused(false);
    // There is no proof either if the service does not show it.
    const [placed] = bench.service.orders.splice(0);
    await bench.clock.advance(hours(30));
    expect(bench.job(order.id)).toMatchObject({ state: 'ask', problem: { code: 'not-quiet-yet' } });
    expect(bench.service.sent).toHaveLength(1);
    if (placed) bench.service.orders.push(placed);
    await bench.clock.advance(hours(1));
    expect(bench.job(order.id)).toMatchObject({ state: 'done', result: { orderId: 100 } });
  });
});

describe('a database that was found damaged and restored', () => {
  /** A backup is made now; then things happen; then the database is destroyed. */
  const restored = async (
    setUp: (bench: QueueBench) => Promise<void>,
    then: (bench: QueueBench) => Promise<void>,
  ) => {
    const bench = await QueueBench.open();
    await setUp(bench);
    await bench.database.backUp.now();
    await then(bench);
    bench.cut();
    writeFileSync(join(bench.folder, 'fabdesk.db'), 'no database '.repeat(1000));
    for (const ending of ['-wal', '-shm']) rmSync(join(bench.folder, `fabdesk.db${ending}`), { force: true });
    bench.boot();
    expect(bench.database.restored?.from).toBe('backup');
    return bench;
  };

  it('A restored database places no order before it is confirmed again.', async () => {
    let id = '';
    const bench = await restored(
      async (one) => {
        one.queue.setPaused(true);
        id = (await one.order([await one.line({ source: { modelId: 5 } })])).id;
      },
      async () => {},
    );
    bench.queue.setPaused(false);
    await bench.clock.advance(hours(5));
    expect(bench.job(id)).toMatchObject({
      wait: 'consent',
      problem: { code: 'restored' },
      offer: { parts: 9 },
    });
    expect(bench.service.sent).toEqual([]);
    bench.queue.confirm(id, 9.45);
    await bench.clock.settle();
    expect(bench.job(id).state).toBe('done');
  });

  it('A restored database shows orders that are open by sent.log and that it does not know.', {
    tags: 'release',
  }, async () => {
    const bench = await restored(
      async () => {},
      async (one) => {
        one.service.orderings.push('answer', 'lose-request');
        const line = await one.line({ source: { modelId: 5 } });
        await one.order([line], { lastName: 'Placed' });
        await one.order([line], { lastName: 'Open' });
        await one.clock.settle();
      },
    );
    await bench.clock.advance(hours(100));
    const [lost, ...more] = bench.queue.list();
    expect(more).toEqual([]);
    expect(lost).toMatchObject({ state: 'ask', problem: { code: 'record-lost' } });
    expect(bench.service.sent).toHaveLength(2);
    await bench.queue.resolve(lost?.id ?? '', { kind: 'abandon' });
    bench.restart();
    expect(bench.queue.list()).toHaveLength(1);
    expect(bench.queue.counts().needsYou).toBe(0);
  });

  it('A restored database treats reprints like orders.', { tags: 'release' }, async () => {
    const ask = (one: QueueBench, productTitle: string) =>
      one.queue.enqueueChange('local', {
        op: 'reprint',
        orderId: one.service.deliverLate(anOrder),
        orderProductId: 1,
        productTitle,
        quantity: 1,
        reasonId: 503,
        comment: 'One arm is broken off.',
      });
    const bench = await restored(
      async (one) => {
        one.queue.setPaused(true);
        await ask(one, 'waiting');
      },
      async (one) => {
        one.queue.setPaused(false);
        one.service.changes.push('lose-request', 'lose-request');
        await ask(one, 'lost');
        await one.clock.settle();
      },
    );
    const sent = bench.service.sent.length;
    bench.queue.setPaused(false);
    await bench.clock.advance(hours(30));
    const [waiting, lost] = bench.queue.list();
    expect(bench.service.sent).toHaveLength(sent);
    expect(waiting?.state).not.toBe('done');
    expect(lost).toMatchObject({ state: 'ask', problem: { code: 'record-lost' } });
  });
});
