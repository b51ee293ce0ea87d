/** Fabdesk killed as Windows kills it, in the middle of paid work, and started again. */
import { expect, it } from 'vitest';
import { agreedSum } from '../../src-shared/jobs/order-sum.ts';
import { cubeStl } from '../support/cube-stl.ts';
import { Host } from './host.ts';
import { ask, orderArguments, ordersAtService } from './orders.ts';
import { describeWindows, freshFolder, windowsPath, writeModel } from './windows.ts';

/** Longer than any of these tests. */
const delayMs = 600_000;
const look = { act: 'look' };

describeWindows('Killed on Windows', () => {
  /** A host whose service holds back one call, and an order in its queue. */
  async function startAndOrder(kind: 'slow-answer' | 'slow-upload', path: string) {
    const folder = freshFolder('parts');
    const data = windowsPath(`${folder}/data`);
    const host = await Host.start(data);
    const fault = { kind, method: 'POST', path, times: 1, delayMs };
    await host.call('service.operate', { act: 'add-fault', fault });
    const cube = writeModel(folder, 'cube.stl', cubeStl('cube'));
    await ask(data, ...orderArguments(`${cube}:6:2`), '--queue');
    return { data, host };
  }

  const stateOf = (host: Host, kind: string) => async (): Promise<string> => {
    const jobs: { kind: string; state: string }[] = await host.call('queue.list');
    return jobs
      .filter((job) => job.kind === kind)
      .map(({ state }) => state)
      .join();
  };

  it('An order that was placed without an answer is found again and placed once.', async () => {
    const { data, host } = await startAndOrder('slow-answer', '/orders');
    await expect.poll(async () => (await host.call('service.operate', look)).orders).toHaveLength(1);
    await host.program.kill();

    const next = await Host.start(data);
    await expect.poll(stateOf(next, 'order'), { timeout: 45_000 }).toBe('done');
    const placed = await ordersAtService(data);
    expect(placed).toHaveLength(1);
    expect((await next.call('orders.list')).orders).toMatchObject([{ orderId: placed[0] }]);
  });

  it('An upload that was stored without an answer is found again, and its order is placed once.', async () => {
    const { data, host } = await startAndOrder('slow-answer', '/models');
    await expect.poll(async () => (await host.call('library.list')).models).toHaveLength(1);
    await host.program.kill();

    const next = await Host.start(data);
    await expect.poll(stateOf(next, 'order'), { timeout: 45_000 }).toBe('done');
    expect(await ordersAtService(data)).toHaveLength(1);
  });

  it('An order that was cut off stays in the queue and is not sent again while it may still arrive.', async () => {
    const { data, host } = await startAndOrder('slow-upload', '/orders');
    await expect
      .poll(async () => (await host.call('service.operate', look)).faults, { timeout: 45_000 })
      .toEqual([]);
    await host.program.kill();

    const next = await Host.start(data);
    await expect.poll(stateOf(next, 'order')).toBe('unknown');
    expect(await ordersAtService(data)).toEqual([]);
    const [order] = (await next.call('queue.list')).filter((job: { kind: string }) => job.kind === 'order');
    const verdict = { kind: 'place-again', confirmedTotal: agreedSum(order.payload).amount };
    await expect(next.call('queue.resolve', { jobId: order.id, verdict })).rejects.toThrow('still-looking');
    expect(await ordersAtService(data)).toEqual([]);
  });
});
