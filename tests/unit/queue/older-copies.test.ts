/** The data folder is an older copy of itself: restored from a backup, or copied (reliability: R17). */

import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectToRunningApp } from '../../../src-main/instance/control-client.ts';
import { startControlServer } from '../../../src-main/instance/control-server.ts';
import { CodedError, succeed } from '../../../src-shared/result.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { QueueBench } from '../../support/queue-bench.ts';

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
  await bench.clock.advance(30_000);
  expect(bench.service.orders).toHaveLength(1);
  expect(bench.job(order.id)).toMatchObject({ state: 'done', result: { orderId: 101 } });
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
  await bench.clock.advance(30_000);
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

describe('a folder whose stamp says that it is older', () => {
  const outdated = { isOutdated: true, settle() {}, beforeSend: async () => {}, touch() {} };

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
    expect(() => bench.queue.confirm(order.id, 16)).toThrow();
    await bench.clock.advance(1_000);
    expect(bench.job(order.id)).toMatchObject({ wait: 'consent', problem: { code: 'restored' } });
    expect(bench.service.orders).toEqual([]);
  });

  it('An order goes only when its step is in the keychain, and a step follows each consent and outcome.', async () => {
    const bench = await QueueBench.open();
    const steps: string[] = [];
    const told = Promise.withResolvers<void>();
    bench.stamp = {
      isOutdated: false,
      settle() {},
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
