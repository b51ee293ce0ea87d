import { describe, expect, it } from 'vitest';
import { hours } from '../../support/durations.ts';
import { QueueBench } from '../../support/queue-bench.ts';

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
