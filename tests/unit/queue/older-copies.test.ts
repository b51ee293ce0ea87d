/** The data folder is an older copy of itself: restored from a backup, or copied (reliability: R17). */

import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectToRunningApp } from '../../../src-main/instance/control-client.ts';
import { startControlServer } from '../../../src-main/instance/control-server.ts';
import { CodedError, succeed } from '../../../src-shared/result.ts';
import { minutes } from '../../support/durations.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { QueueBench } from '../../support/queue-bench.ts';
import { foreign } from './lost-order.ts';

/** Does `work` between copying the whole folder and restoring it. */
const withOldFolder = async (bench: QueueBench, work: () => Promise<void>) => {
  const copy = join(temporaryFolder(), 'copy');
  bench.cut();
  cpSync(bench.folder, copy, { recursive: true });
  bench.boot();
  await work();
  bench.cut();
  rmSync(bench.folder, { recursive: true });
  cpSync(copy, bench.folder, { recursive: true });
  bench.boot();
};

const orderOfModel = async (bench: QueueBench, lastName: string) =>
  bench.order([await bench.line({ source: { modelId: 5 } })], { lastName });

it.each(['narrow', 'replace'] as const)(
  'An order that was sent before the folder was restored is found instead of sent again (filters %s).',
  async (filters) => {
    const bench = await QueueBench.open();
    bench.service.filters = filters;
    bench.queue.setPaused(true);
    const order = await orderOfModel(bench, 'Once');
    await withOldFolder(bench, async () => {
      bench.queue.setPaused(false);
      await bench.clock.settle();
      expect(bench.job(order.id)).toMatchObject({ state: 'done', result: { orderId: 100 } });
    });
    bench.queue.setPaused(false);
    await bench.clock.advance(30_000);
    expect(bench.service.sent).toEqual(['order Once']);
    expect(bench.job(order.id)).toMatchObject({ state: 'done', result: { orderId: 100 } });
  },
);

it('Where the filter works, the copy of the file is found too: the order comes once, whatever was uploaded again.', async () => {
  const bench = await QueueBench.open();
  bench.queue.setPaused(true);
  const order = await bench.order();
  await withOldFolder(bench, async () => {
    bench.queue.setPaused(false);
    await bench.clock.settle();
    expect(bench.job(order.id).state).toBe('done');
  });
  bench.queue.setPaused(false);
  await bench.clock.advance(minutes(3));
  expect(bench.service.orders).toHaveLength(1);
  expect(bench.job(order.id)).toMatchObject({ state: 'done', result: { orderId: 101 } });
});

it('A second order is shown also if the first one was found instead of sent.', async () => {
  const bench = await QueueBench.open();
  bench.queue.setPaused(true);
  const order = await orderOfModel(bench, 'Once');
  await withOldFolder(bench, async () => {
    bench.queue.setPaused(false);
    await bench.clock.settle();
  });
  bench.queue.setPaused(false);
  await bench.clock.advance(30_000);
  expect(bench.job(order.id)).toMatchObject({ state: 'done', result: { orderId: 100 }, problem: null });
  const [sent] = bench.service.orders;
  if (!sent) throw new Error('nothing was sent');
  const second = bench.service.deliverLate(sent.request);
  foreign(bench, 300);
  await bench.clock.advance(minutes(3));
  const { problem } = bench.job(order.id);
  expect(problem?.code).toBe('duplicate-order');
  expect(problem?.message).toContain(`100 and ${second}`);
});

it('An order is not taken for an own one that was sent before because a reading is older than it.', async () => {
  const bench = await QueueBench.open();
  await orderOfModel(bench, 'Before');
  await bench.clock.settle();
  // A service that ignores the filter, and whose only order somebody else has just placed.
  bench.service.filters = 'ignored';
  foreign(bench, 300, 5, 3);
  bench.service.orders.splice(0, 1);
  const { getOrder } = bench.service.client;
  let calls = 0;
  bench.service.client.getOrder = async (orderId, filters) => {
    calls += 1;
    // The one that asks for a mark that no order has.
    if (calls === 3) throw new CodedError('not-found', 'There is no such order.');
    return getOrder(orderId, filters);
  };
  const order = await orderOfModel(bench, 'Mine');
  await bench.clock.advance(minutes(5));
  expect(bench.job(order.id)).toMatchObject({
    state: 'ask',
    result: null,
    problem: { code: 'order-unclear' },
  });
  expect(bench.service.sent).toEqual(['order Before']);
});

it('What else waits in an older copy is asked for again once one order shows that it is old.', async () => {
  const bench = await QueueBench.open();
  bench.queue.setPaused(true);
  const sent = await orderOfModel(bench, 'Sent');
  bench.orderMarks = false;
  const unmarked = await orderOfModel(bench, 'Unmarked');
  await withOldFolder(bench, async () => {
    bench.queue.setPaused(false);
    await bench.clock.settle();
  });
  bench.queue.setPaused(false);
  await bench.clock.advance(minutes(3));
  expect(bench.job(sent.id).state).toBe('done');
  expect(bench.job(unmarked.id)).toMatchObject({
    state: 'queued',
    wait: 'consent',
    problem: { code: 'restored' },
  });
  expect(bench.service.orders).toHaveLength(2);
});

it('A look through the orders of others goes on where the rate limit interrupted it.', async () => {
  const bench = await QueueBench.open();
  await orderOfModel(bench, 'First');
  await bench.clock.settle();
  const [first] = bench.service.orders;
  if (!first) throw new Error('no order to copy');
  for (let count = 0; count < 40; count++)
    bench.service.deliverLate({ ...first.request, lastName: 'Colleague', address3: '' });
  bench.queue.setPaused(true);
  const order = await orderOfModel(bench, 'Mine');
  bench.restart();
  const { getOrder } = bench.service.client;
  let asked = 0;
  bench.service.client.getOrder = (orderId, filters) => {
    asked += 1;
    if (asked % 15 === 0) throw new CodedError('rate-limited', 'Too many calls.');
    return getOrder(orderId, filters);
  };
  bench.queue.setPaused(false);
  await bench.clock.advance(600_000);
  expect(bench.job(order.id)).toMatchObject({ state: 'done', result: { orderId: 141 } });
  expect(bench.service.sent).toEqual(['order First', 'order Mine']);
});

it('What was cancelled stays cancelled in an older database.', async () => {
  const bench = await QueueBench.open();
  bench.queue.setPaused(true);
  const order = await orderOfModel(bench, 'Cancelled');
  const upload = await bench.upload();
  bench.cut();
  const database = join(bench.folder, 'fabdesk.db');
  const copy = join(temporaryFolder(), 'fabdesk.db');
  cpSync(database, copy);
  bench.boot();
  bench.queue.cancel(order.id);
  bench.queue.cancel(upload.id);
  bench.cut();
  cpSync(copy, database);
  bench.boot();
  bench.queue.setPaused(false);
  await bench.clock.advance(30_000);
  expect(bench.job(order.id).state).toBe('cancelled');
  expect(bench.job(upload.id).state).toBe('cancelled');
  expect(bench.service.sent).toEqual([]);
});

it('The file of the control socket in a copied folder does not lead to the original.', async () => {
  const folder = temporaryFolder();
  const server = await startControlServer(folder, async () => succeed(null));
  onTestFinished(() => server.close());
  const copy = join(temporaryFolder(), 'copy');
  // A socket cannot be copied; what says where it is can.
  cpSync(folder, copy, { recursive: true, filter: (path) => !path.endsWith('.sock') });
  expect(await connectToRunningApp(copy)).toBeNull();
  const reached = await connectToRunningApp(folder);
  expect(reached).not.toBeNull();
  reached?.close();
});

const editTo = (modelId: number, title: string) =>
  ({
    op: 'edit-model',
    modelId,
    modelTitle: 'bracket',
    before: { title: 'bracket.stl' },
    after: { title },
  }) as const;

describe('a folder whose stamp says that it is older', () => {
  const outdated = { isOutdated: true, adopt() {}, beforeSend: async () => {}, touch() {} };

  it('A waiting order asks whether it was sent since, even where its price has risen too.', async () => {
    const bench = await QueueBench.open();
    bench.orderMarks = false;
    bench.queue.setPaused(true);
    const order = await orderOfModel(bench, 'Twice');
    bench.stamp = outdated;
    bench.restart();
    bench.service.unitPrice = 6;
    bench.queue.setPaused(false);
    await bench.clock.advance(30_000);
    const { state, wait, problem } = bench.job(order.id);
    expect({ state, wait, code: problem?.code }).toEqual({
      state: 'queued',
      wait: 'consent',
      code: 'restored',
    });
    expect(problem?.message).toContain('it may have been sent or cancelled since');
    expect(problem?.message).toContain('6.00');
    expect(bench.service.sent).toEqual([]);
  });

  it('An order that asked about its price in the copy asks whether it was sent since, before it can be confirmed.', async () => {
    const bench = await QueueBench.open();
    bench.service.unitPrice = 8;
    const order = await bench.order([await bench.line({ source: { modelId: 5 } })]);
    await bench.clock.advance(1_000);
    expect(bench.job(order.id)).toMatchObject({ wait: 'consent', problem: { code: 'price-rose' } });
    bench.cut();
    bench.stamp = outdated;
    bench.boot();
    expect(() => bench.queue.confirm(order.id, 16.8)).toThrow();
    await bench.clock.advance(1_000);
    expect(bench.job(order.id)).toMatchObject({ wait: 'consent', problem: { code: 'restored' } });
    expect(bench.service.orders).toEqual([]);
  });

  it('Waiting changes ask once more in an older copy, and are made when they are confirmed.', async () => {
    const bench = await QueueBench.open();
    await bench.upload();
    await bench.clock.settle();
    const modelId = bench.service.models[0]?.modelId ?? 0;
    bench.queue.setPaused(true);
    const change = editTo(modelId, 'Old');
    const edit = await bench.queue.enqueueChange('local', change);
    bench.stamp = outdated;
    bench.restart();
    bench.queue.setPaused(false);
    await bench.clock.advance(30_000);
    expect(bench.job(edit.id)).toMatchObject({
      state: 'queued',
      wait: 'consent',
      problem: { code: 'restored' },
    });
    expect(bench.queue.counts().needsYou).toBe(1);
    expect(bench.service.details.get(modelId)).toBeUndefined();
    bench.queue.confirm(edit.id);
    await bench.clock.advance(30_000);
    expect(bench.job(edit.id).state).toBe('done');
    expect(bench.service.details.get(modelId)).toMatchObject({ title: 'Old' });
  });

  it('A step of the stamp follows the outcome of a change, so that a copy without it is older.', async () => {
    const bench = await QueueBench.open();
    await bench.upload();
    await bench.clock.settle();
    const modelId = bench.service.models[0]?.modelId ?? 0;
    let touched = 0;
    bench.stamp = { ...outdated, isOutdated: false, touch: () => void touched++ };
    bench.restart();
    const change = editTo(modelId, 'New');
    await bench.queue.enqueueChange('local', change);
    await bench.clock.advance(30_000);
    expect(touched).toBeGreaterThan(0);
    await bench.upload('another', 'another.stl');
    const before = touched;
    await bench.clock.advance(30_000);
    expect(touched).toBe(before);
  });

  it('An order goes only when its step is in the keychain, and a step follows each consent and outcome.', async () => {
    const bench = await QueueBench.open();
    const steps: string[] = [];
    const told = Promise.withResolvers<void>();
    bench.stamp = {
      isOutdated: false,
      adopt() {},
      beforeSend() {
        steps.push('before');
        return told.promise;
      },
      touch: () => void steps.push('touch'),
    };
    bench.restart();
    const order = await orderOfModel(bench, 'Once');
    await bench.clock.advance(30_000);
    expect(bench.service.sent).toEqual([]);
    expect(steps).toEqual(['touch', 'before']);
    told.resolve();
    await bench.clock.advance(30_000);
    expect(bench.job(order.id).state).toBe('done');
    expect(steps).toEqual(['touch', 'before', 'touch']);
  });
});
