import { beforeEach, describe, expect, it } from 'vitest';
import { SharedWorkspace } from '../../../src-main/workspace.ts';
import type { CartLine } from '../../../src-shared/ipc/cart-line.ts';
import type { WorkspaceOp } from '../../../src-shared/ipc/workspace-ops.ts';
import type { Job, OrderJob, Problem } from '../../../src-shared/jobs/job.ts';
import { memoryDocuments } from '../../support/memory-documents.ts';
import { QueueBench } from '../../support/queue-bench.ts';
import { cartLine, orderJob, uploadJob } from '../../support/samples.ts';

let bench: QueueBench;
let workspace: SharedWorkspace;
let announced: WorkspaceOp[];

/** The application's parts on one database, composed as in `app.ts`. */
async function start(): Promise<void> {
  workspace = new SharedWorkspace({
    documents: bench.database.documents,
    emit: ({ ops }) => announced.push(...ops),
  });
  workspace.ordersChanged(bench.queue.list(), bench.queue);
}

beforeEach(async () => {
  announced = [];
  bench = await QueueBench.open();
  bench.sends = false;
  bench.takeLines = (lines, jobId) => workspace.takeLines(lines, jobId);
  bench.restart();
  await start();
});

async function inCart(...changes: Partial<CartLine>[]): Promise<CartLine[]> {
  const lines: CartLine[] = [];
  for (const [at, change] of changes.entries()) lines.push(await bench.line({ id: `line-${at}`, ...change }));
  workspace.apply({
    windowId: crypto.randomUUID(),
    changes: lines.map((line, at) => ({ sequence: at + 1, op: { op: 'put-line', line } })),
  });
  return lines;
}

const place = (lines: CartLine[], requestKey?: string): Promise<Job> =>
  bench.order(lines, { fromCart: true, ...(requestKey !== undefined && { requestKey }) });
const titles = () => workspace.read().cart.map(({ title }) => title);

describe('an order from the cart', () => {
  it('The lines of an order leave the cart in the transaction that queues it.', async () => {
    const [first] = await inCart({ title: 'a' }, { title: 'b', materialId: 25 });
    const job = await place([first!]);
    expect(titles()).toEqual(['b']);
    expect(announced.at(-1)).toEqual({ op: 'take-lines', jobId: job.id, ids: ['line-0'] });
    expect(workspace.referencedFiles()).toContain(first!.file?.sha256);
  });

  it('An order is refused without effect if the cart has other lines by now.', async () => {
    const [line] = await inCart({ title: 'a' });
    await expect(place([{ ...line!, quantity: 9 }])).rejects.toMatchObject({ code: 'cart-changed' });
    await expect(place([{ ...line!, unitPrice: 1 }])).rejects.toMatchObject({ code: 'cart-changed' });
    await expect(place([line!, line!])).rejects.toMatchObject({ code: 'cart-changed' });
    expect(bench.queue.list()).toEqual([]);
    expect(titles()).toEqual(['a']);
    await place([{ ...line!, quotedAt: 1 }]);
    await expect(place([line!])).rejects.toMatchObject({ code: 'cart-changed' });
    expect(bench.queue.list().filter(({ kind }) => kind === 'order')).toHaveLength(1);
  });

  it('A repeated call after its lines are gone returns the same order.', async () => {
    const lines = await inCart({ title: 'a' });
    const [first, second] = [await place(lines, 'key'), await place(lines, 'key')];
    expect(second.id).toBe(first.id);
  });

  it('The cart stays unchanged, and nothing is announced, if the queue cannot be written.', async () => {
    const lines = await inCart({ title: 'a' });
    await Promise.resolve();
    announced = [];
    bench.takeLines = (taken, jobId) => {
      workspace.takeLines(taken, jobId);
      throw new Error('disk full');
    };
    await expect(place(lines)).rejects.toThrow('disk full');
    await Promise.resolve();
    bench.takeLines = (taken, jobId) => workspace.takeLines(taken, jobId);
    expect(announced).toEqual([]);
    expect(titles()).toEqual(['a']);
    await place(lines);
    expect(titles()).toEqual([]);
  });
});

describe('an order that bought nothing', () => {
  it('An order that bought nothing returns its lines once, beside the cart’s current lines.', async () => {
    const lines = await inCart({ title: 'a' }, { title: 'b', materialId: 25 });
    const job = await place(lines);
    await inCart({ title: 'new', materialId: 7 });
    bench.queue.cancel(job.id);
    for (let time = 0; time < 2; time += 1) workspace.ordersChanged([bench.job(job.id)], bench.queue);
    expect(titles()).toEqual(['new', 'a', 'b']);
    expect(workspace.read().returned).toMatchObject([{ jobId: job.id, state: 'cancelled' }]);
    expect(workspace.needsYou).toBe(0);
  });

  it('The lines are returned at the next start if the process ended before.', async () => {
    const job = await place(await inCart({ title: 'a' }));
    bench.queue.cancel(job.id);
    expect(titles()).toEqual([]);
    bench.restart();
    await start();
    expect(titles()).toEqual(['a']);
    bench.restart();
    await start();
    expect(titles()).toEqual(['a']);
  });

  it('Nothing is returned that may have been bought, or that never was in the cart.', async () => {
    for (const state of ['done', 'abandoned'] as const) {
      const job = await place(await inCart({ title: 'a' }));
      workspace.ordersChanged([{ ...bench.job(job.id), state } as Job], bench.queue);
      workspace.ordersChanged([{ ...bench.job(job.id), state: 'rejected' } as Job], bench.queue);
      expect(titles()).toEqual([]);
    }
    const job = await bench.order();
    workspace.ordersChanged([{ ...job, state: 'rejected' } as Job], bench.queue);
    expect(titles()).toEqual([]);
  });

  it('A returned order needs a person until it is dismissed, and ordering again uses new ids.', async () => {
    const lines = await inCart({ title: 'a' });
    const job = await place(lines);
    const problem: Problem = { code: 'refused', message: 'The service refused the order: No.' };
    workspace.ordersChanged([{ ...bench.job(job.id), state: 'rejected', problem } as Job], bench.queue);
    expect(workspace.needsYou).toBe(1);
    const [back] = workspace.read().cart;
    expect(back).toEqual({ ...lines[0], id: expect.not.stringMatching('line-0') });
    await expect(place(lines)).rejects.toMatchObject({ code: 'cart-changed' });
    await place([back!]);
    expect(workspace.needsYou).toBe(0);
  });
});

describe('the line that is to blame', () => {
  const line = (modelId: number, materialTitle: string) => ({
    ...orderJob().payload.lines[0]!,
    source: { modelId },
    materialTitle,
  });
  async function marked(message: string, lines: OrderJob['payload']['lines'], jobs: Job[] = []) {
    const stored = memoryDocuments();
    const shared = new SharedWorkspace({ documents: stored, emit: () => {} });
    const cart = lines.map((_, at) => cartLine({ id: `${at}`, materialId: at }));
    const changes = cart.map((one, at) => ({ sequence: at + 1, op: { op: 'put-line', line: one } as const }));
    shared.apply({ windowId: 'w', changes });
    shared.takeLines(cart, 'order-1');
    const payload = { ...orderJob().payload, lines };
    const problem: Problem = { code: 'refused', message };
    shared.ordersChanged([orderJob({ state: 'rejected', problem, payload })], { list: () => jobs });
    return shared.read().returned?.[0]?.lines.map(({ problem: one }) => one?.message ?? null);
  }

  it('The faulty line is the one whose model and material the service names.', async () => {
    const lines = [line(7, 'White'), line(41, 'White'), line(41, 'Silver')];
    const refusal = 'The service refused the order: Model 41 (knob) cannot be printed in Silver. Thin walls.';
    expect(await marked(refusal, lines)).toEqual([null, null, refusal]);
    const bare = 'The service refused the order: Model 41 is private.';
    expect(await marked(bare, lines)).toEqual([null, bare, bare]);
  });

  it('The faulty line is the item whose number the service names.', async () => {
    const refusal =
      'The service refused the order: items.1.materialId names material 6, which does not exist.';
    expect(await marked(refusal, [line(1, 'White'), line(2, 'White')])).toEqual([null, refusal]);
  });

  it('The faulty line is the one whose upload failed; without a reason there is none.', async () => {
    const problem: Problem = { code: 'refused', message: 'The file is empty.' };
    const upload = uploadJob({ state: 'rejected', problem });
    const lines = [line(1, 'White'), { ...line(2, 'White'), source: { uploadJobId: upload.id } }];
    expect(await marked('It was not sent.', lines, [upload])).toEqual([null, problem.message]);
    expect(await marked('The service refused the order: No.', [line(1, 'White')])).toEqual([null]);
  });
});
