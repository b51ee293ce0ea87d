/**
 * What an order carries besides its lines goes all the way: workspace, cart, order, agreement, request, and
 * back into the workspace. A new field of `OrderExtras` does not compile here until it has a sample and its
 * form on the wire.
 */
import { expect, it } from 'vitest';
import { SharedWorkspace } from '../../../src-main/workspace.ts';
import type { OrderRequest } from '../../../src-shared/api/orders.ts';
import { placeOrderSchema } from '../../../src-shared/ipc/place-order.ts';
import { workspaceSchema } from '../../../src-shared/ipc/workspace.ts';
import { workspaceOpSchema } from '../../../src-shared/ipc/workspace-ops.ts';
import { jobSchema } from '../../../src-shared/jobs/job.ts';
import { noExtras, type OrderExtras } from '../../../src-shared/jobs/order-extras.ts';
import { address } from '../../support/jobs.ts';
import { QueueBench } from '../../support/queue-bench.ts';

const chosen: Required<OrderExtras> = {
  incentives: ['SPRING'],
  metadata: [{ name: 'job', value: 'K7' }],
};
/** In the request for model 5. */
const sent: { [K in keyof OrderExtras]: OrderRequest[K] } = {
  incentives: ['SPRING'],
  metadata: [{ modelId: 5, name: 'job', value: 'K7' }],
};

async function start() {
  const bench = await QueueBench.open();
  const workspace = new SharedWorkspace({ documents: bench.database.documents, emit: () => {} });
  bench.takeLines = (lines, jobId) => workspace.takeLines(lines, jobId);
  const requests: OrderRequest[] = [];
  const { placeOrder } = bench.service.client;
  bench.service.client.placeOrder = (request, gate) => {
    requests.push(request);
    return placeOrder(request, gate);
  };
  const line = await bench.line({ source: { modelId: 5 } });
  const ops = [
    { op: 'put-line', line },
    // One field at a time, so that none overwrites another.
    ...Object.entries(chosen).map(([field, value]) => ({ op: 'set-extras', extras: { [field]: value } })),
  ];
  const changes = ops.map((op, at) => ({ sequence: at + 1, op: workspaceOpSchema.parse(op) as never }));
  workspace.apply({ windowId: crypto.randomUUID(), changes });
  const order = async () => {
    const { extras } = workspaceSchema.parse(workspace.read());
    const input = { lines: [line], address, shippingOption: 'Cheapest', extras, fromCart: true };
    return bench.queue.placeOrder('local', placeOrderSchema.parse({ ...input, confirmedParts: 9 }));
  };
  return { bench, workspace, requests, order };
}

it('Every extra of an order is agreed, sent and shown, and is not used for the next order.', async () => {
  const { bench, workspace, requests, order } = await start();
  expect(workspace.read().extras).toEqual(chosen);
  const { id } = await order();
  expect(workspace.read().extras).toEqual(noExtras);
  await bench.clock.settle();
  expect(requests).toEqual([expect.objectContaining(sent)]);
  const done = jobSchema.parse(bench.job(id));
  expect(done).toMatchObject({ state: 'done', payload: { agreement: { extras: chosen } } });
  expect(bench.queue.evidence(id).document).toMatchObject({ request: sent });
});

it('Every extra of an order that bought nothing comes back.', async () => {
  const { bench, workspace, requests, order } = await start();
  bench.service.orderings.push('refuse');
  const { id } = await order();
  await bench.clock.settle();
  expect(bench.job(id).state).toBe('rejected');
  expect(requests).toHaveLength(1);
  workspace.ordersChanged([bench.job(id)], bench.queue);
  expect(workspace.read().extras).toEqual(chosen);
  expect(workspace.read().returned).toMatchObject([{ extras: chosen }]);
});
