import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { behindTheGuards } from '../../support/behind-the-guards.ts';
import { QueueBench } from '../../support/queue-bench.ts';
import { anOrder } from '../api-client/client-under-test.ts';

const hours = (count: number) => count * 3_600_000;

/** An upload in transit (its last byte still here) when the power fails. */
const cutWhileSending = async (bench: QueueBench) => {
  bench.service.uploads.push('hang');
  const job = await bench.upload();
  await bench.clock.settle();
  expect(bench.job(job.id).state).toBe('armed');
  bench.cut();
  // The old process is gone: its remaining code cannot write, and its last byte must not leave.
  bench.service.release();
  await bench.clock.settle();
  return job;
};

/** Cuts the power between the durable "committed" and the answer. */
const cutAfterCommit = async (bench: QueueBench) => {
  const place = bench.service.client.placeOrder;
  bench.clientFor = () => ({
    ...bench.service.client,
    placeOrder: async (request, gate) => {
      const outcome = await place(request, gate);
      bench.cut();
      return outcome;
    },
  });
  const order = await bench.order([await bench.line({ source: { modelId: 5 } })]);
  await bench.clock.settle();
  bench.clientFor = () => bench.service.client;
  return order;
};

describe('after a power cut', () => {
  it('After a power cut, what was certainly unsent is sent again and arrives once.', async () => {
    const bench = await QueueBench.open();
    const job = await cutWhileSending(bench);
    expect(bench.service.sent).toEqual([]);
    bench.boot();
    await bench.clock.settle();
    expect(bench.job(job.id)).toMatchObject({ state: 'done', attempt: 2 });
    expect(bench.service.models).toHaveLength(1);
  });

  it('After a power cut, what may have been sent is found at the service and not sent again.', async () => {
    const bench = await QueueBench.open();
    const order = await cutAfterCommit(bench);
    bench.boot();
    expect(bench.job(order.id)).toMatchObject({ state: 'unknown', problem: { code: 'cut-off' } });
    await bench.clock.advance(10_000);
    expect(bench.job(order.id)).toMatchObject({ state: 'done', result: { orderId: 100 } });
    for (let round = 0; round < 3; round++) {
      bench.restart();
      await bench.clock.advance(hours(24));
    }
    expect(bench.service.orders).toHaveLength(1);
  });

  it('After a power cut, waiting jobs still wait in the same order.', async () => {
    const bench = await QueueBench.open();
    bench.queue.setPaused(true);
    for (const name of ['a.stl', 'b.stl', 'c.stl']) await bench.upload(name, name);
    await bench.order();
    const before = bench.queue.list();
    bench.restart();
    expect(bench.queue.list()).toEqual(before);
    bench.queue.setPaused(false);
    await bench.clock.settle();
    expect(bench.service.sent).toEqual([
      'upload a.stl',
      'upload b.stl',
      'upload c.stl',
      'upload bracket',
      'order Lovelace',
    ]);
  });

  it('Three process deaths in a row stop a job and the order behind it, both unsent.', async () => {
    const bench = await QueueBench.open();
    bench.service.uploads.push('hang', 'hang', 'hang');
    const order = await bench.order();
    for (let death = 0; death < 3; death++) {
      await bench.clock.settle();
      bench.restart();
    }
    await bench.clock.advance(hours(1));
    expect(bench.job(order.dependsOn[0] as string)).toMatchObject({
      state: 'poison',
      problem: { code: 'died-too-often' },
    });
    expect(bench.job(order.id)).toMatchObject({ state: 'rejected', problem: { code: 'upload-failed' } });
    expect(bench.service.sent).toEqual([]);
  });
});

describe('a second process on the same database', () => {
  it('A second process takes over, and the first one can neither write nor send any more.', async () => {
    const bench = await QueueBench.open();
    bench.service.uploads.push('hang');
    const job = await bench.upload();
    await bench.clock.settle();
    const first = bench.queue;
    const closed = bench.database;
    bench.boot();
    bench.service.release();
    await bench.clock.settle();
    // The first one was refused at its commit gate; the second one sent it.
    expect(bench.service.sent).toEqual(['upload bracket.stl']);
    expect(bench.job(job.id).state).toBe('done');
    await expect(
      first.enqueueUpload('local', { file: await bench.file('x'), uploadScale: 1, title: 'x' }),
    ).rejects.toMatchObject({ code: 'superseded' });
    closed.close();
  });
});

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
    await bench.database.backUp();
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
      offer: { total: 9 },
    });
    expect(bench.service.sent).toEqual([]);
    bench.queue.confirm(id, 9);
    await bench.clock.settle();
    expect(bench.job(id).state).toBe('done');
  });

  it('A restored database shows orders that are open by sent.log and that it does not know.', async () => {
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

  it('A restored database treats reprints like orders.', async () => {
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

describe('a queue that only shows', () => {
  it('A queue that only shows accepts jobs and neither sends nor checks anything.', async () => {
    const bench = await QueueBench.open();
    bench.service.uploads.push('lose-answer');
    const lost = await bench.upload('a', 'a.stl');
    await bench.clock.settle();
    bench.sends = false;
    bench.restart();
    const added = await bench.upload('b', 'b.stl');
    bench.queue.retry(added.id);
    bench.queue.setPaused(true);
    bench.queue.setPaused(false);
    await bench.clock.advance(hours(3));
    expect([bench.job(lost.id).state, bench.job(added.id).state]).toEqual(['unknown', 'queued']);
    expect(bench.service.sent).toHaveLength(1);
  });
});

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

describe('a full disk', () => {
  it('Nothing is sent that a full disk cannot record, until there is space again.', async () => {
    const bench = await QueueBench.open();
    const client = bench.service.client;
    bench.clientFor = () => ({
      ...client,
      uploadModel: (request, gate) => {
        bench.isFull = true;
        return client.uploadModel(request, gate);
      },
    });
    const job = await bench.upload();
    await bench.clock.advance(60_000);
    expect(bench.job(job.id).state).toBe('armed');
    expect(bench.service.sent).toEqual([]);
    // sent.log was written before the database refused, and the entry was withdrawn.
    expect(bench.sentLog.last(job.id)?.event).toBe('requeued');
    bench.clientFor = () => client;
    bench.isFull = false;
    await bench.clock.advance(60_000);
    expect(bench.job(job.id).state).toBe('done');
    expect(bench.service.models).toHaveLength(1);
  });

  it('A job stays certainly unsent if the disk was full when the power went.', async () => {
    const bench = await QueueBench.open();
    const client = bench.service.client;
    bench.clientFor = () => ({
      ...client,
      uploadModel: (request, gate) => {
        bench.isFull = true;
        return client.uploadModel(request, gate);
      },
    });
    const job = await bench.upload();
    await bench.clock.settle();
    bench.cut();
    bench.isFull = false;
    bench.clientFor = () => client;
    bench.boot();
    await bench.clock.advance(60_000);
    expect(bench.job(job.id).state).toBe('done');
    expect(bench.service.sent).toHaveLength(1);
  });

  it('A full disk does not make the queue forget an answer that arrived meanwhile.', async () => {
    const bench = await QueueBench.open();
    const client = bench.service.client;
    bench.clientFor = () => ({
      ...client,
      uploadModel: async (request, gate) => {
        const outcome = await client.uploadModel(request, gate);
        bench.isFull = true;
        return outcome;
      },
    });
    const job = await bench.upload();
    await bench.clock.advance(60_000);
    expect(bench.job(job.id).state).toBe('committed');
    // The reserved space was freed for it.
    expect(bench.released).toBeGreaterThan(0);
    bench.isFull = false;
    await bench.clock.advance(6_000);
    expect(bench.job(job.id)).toMatchObject({ state: 'done', result: { modelId: 100 } });
  });

  it('A full disk releases the ballast for an answer, and nothing new is sent until it is back.', async () => {
    const bench = await QueueBench.open();
    const client = bench.service.client;
    let hasSpace = true;
    bench.ballast = {
      release: () => {
        hasSpace = false;
        bench.isFull = false;
      },
      restore: () => hasSpace,
    };
    bench.restart();
    bench.clientFor = () => ({
      ...client,
      uploadModel: async (request, gate) => {
        const outcome = await client.uploadModel(request, gate);
        bench.isFull = hasSpace;
        return outcome;
      },
    });
    const first = await bench.upload('a', 'a.stl');
    await bench.clock.settle();
    expect(bench.job(first.id).state).toBe('done');
    const second = await bench.upload('b', 'b.stl');
    await bench.clock.advance(60_000);
    expect(bench.job(second.id)).toMatchObject({ state: 'queued', wait: 'disk' });
    hasSpace = true;
    await bench.clock.advance(6_000);
    expect(bench.job(second.id).state).toBe('done');
  });

  it('Waiting jobs start once the disk has space.', async () => {
    const bench = await QueueBench.open();
    bench.queue.setPaused(true);
    const job = await bench.upload();
    bench.isFull = true;
    bench.queue.setPaused(false);
    await bench.clock.advance(60_000);
    expect(bench.job(job.id).state).toBe('queued');
    bench.isFull = false;
    await bench.clock.advance(6_000);
    expect(bench.job(job.id).state).toBe('done');
  });
});

describe('stopping', () => {
  it('Stopping takes back what is unsent and waits for answers to what was sent.', async () => {
    const bench = await QueueBench.open();
    bench.service.uploads.push('hang');
    let answer = () => {};
    let signal: AbortSignal | undefined;
    const place = bench.service.client.placeOrder;
    bench.clientFor = () => ({
      ...bench.service.client,
      placeOrder: async (request, gate) => {
        signal = gate.signal;
        const outcome = await place(request, gate);
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        return outcome;
      },
    });
    const upload = await bench.upload();
    const order = await bench.order([await bench.line({ source: { modelId: 5 } })]);
    await bench.clock.settle();
    expect([bench.job(upload.id).state, bench.job(order.id).state]).toEqual(['armed', 'committed']);
    const stopped = bench.queue.stop();
    await bench.clock.settle();
    // A request that may have arrived is not aborted: its answer is worth more than a quick end.
    expect(signal?.aborted).toBe(false);
    answer();
    await stopped;
    expect([bench.job(upload.id).state, bench.job(order.id).state]).toEqual(['queued', 'done']);
    await bench.clock.advance(hours(1));
    expect(bench.job(upload.id).state).toBe('queued');
  });

  it('Stopping does not wait forever for an answer.', async () => {
    const bench = await QueueBench.open();
    const place = bench.service.client.placeOrder;
    bench.clientFor = () => ({
      ...bench.service.client,
      placeOrder: async (request, gate) => {
        await place(request, gate);
        return new Promise(() => {});
      },
    });
    const order = await bench.order([await bench.line({ source: { modelId: 5 } })]);
    await bench.clock.settle();
    const stopped = bench.queue.stop();
    await bench.clock.advance(5_000);
    await stopped;
    bench.restart();
    expect(bench.job(order.id).state).toBe('unknown');
  });
});
