import { describe, expect, it } from 'vitest';
import type { ChangePayload } from '../../../src-shared/jobs/change.ts';
import { QueueBench } from '../../support/queue-bench.ts';
import { anOrder } from '../api-client/client-under-test.ts';

const minutes = (count: number) => count * 60_000;

interface Case {
  /** Makes what is to be changed. */
  readonly payload: (bench: QueueBench) => Promise<ChangePayload>;
  /** How often it took effect at the service. */
  readonly effects: (bench: QueueBench) => number;
}

/** Done twice they do no harm, so one that was lost on the way goes again by itself. */
const harmless: Readonly<Record<string, Case>> = {
  'cancelling an order': {
    payload: async ({ service }) => ({ op: 'cancel-order', orderId: service.deliverLate(anOrder) }),
    effects: ({ service }) => service.cancelled.size,
  },
  'removing a model': {
    payload: async (bench) => {
      const job = await bench.upload();
      await bench.clock.settle();
      const done = bench.job(job.id);
      const modelId = done.kind === 'upload' ? (done.result?.modelId ?? 0) : 0;
      return { op: 'delete-model', modelId, modelTitle: 'bracket' };
    },
    effects: ({ service }) => Number(service.models.length === 0),
  },
};

const sentChanges = (bench: QueueBench) => bench.service.sent.filter((what) => !what.startsWith('upload'));

describe.each(Object.entries(harmless))('%s', (_name, { payload, effects }) => {
  it('is done when the service has answered', async () => {
    const bench = await QueueBench.open();
    const job = bench.queue.enqueueChange('local', await payload(bench));
    await bench.clock.settle();
    expect(bench.job(job.id)).toMatchObject({ state: 'done', attempt: 1, problem: null });
    expect(effects(bench)).toBe(1);
    expect(bench.reports).toEqual([]);
  });

  it('is seen at the service when its answer was lost, and not sent again', async () => {
    const bench = await QueueBench.open();
    const change = await payload(bench);
    bench.service.changes.push('lose-answer');
    const job = bench.queue.enqueueChange('local', change);
    await bench.clock.settle();
    expect(bench.job(job.id).state).toBe('unknown');
    await bench.clock.advance(minutes(2));
    expect(bench.job(job.id)).toMatchObject({ state: 'done', attempt: 1 });
    expect(sentChanges(bench)).toHaveLength(1);
  });

  it('goes again when the service shows that it was lost on the way', async () => {
    const bench = await QueueBench.open();
    const change = await payload(bench);
    bench.service.changes.push('lose-request');
    const job = bench.queue.enqueueChange('local', change);
    await bench.clock.settle();
    expect(effects(bench)).toBe(0);
    await bench.clock.advance(minutes(2));
    expect(bench.job(job.id)).toMatchObject({ state: 'done', attempt: 2 });
    expect(effects(bench)).toBe(1);
  });

  it('waits while the service is away, and goes by itself when it is back, after a power cut too', async () => {
    const bench = await QueueBench.open();
    const change = await payload(bench);
    bench.service.isOnline = false;
    const job = bench.queue.enqueueChange('local', change);
    await bench.clock.settle();
    expect(bench.job(job.id)).toMatchObject({ state: 'queued', wait: 'network' });
    bench.restart();
    bench.service.isOnline = true;
    await bench.clock.advance(minutes(1));
    expect(bench.job(job.id).state).toBe('done');
    expect(effects(bench)).toBe(1);
  });

  it('is settled after a power cut while the answer was awaited', async () => {
    const bench = await QueueBench.open();
    const change = await payload(bench);
    bench.service.changes.push('lose-answer');
    const job = bench.queue.enqueueChange('local', change);
    await bench.clock.settle();
    bench.restart();
    await bench.clock.advance(minutes(2));
    expect(bench.job(job.id)).toMatchObject({ state: 'done', attempt: 1 });
    expect(effects(bench)).toBe(1);
  });

  it('ends with the words of a refusal', async () => {
    const bench = await QueueBench.open();
    const change = await payload(bench);
    bench.service.changes.push('refuse');
    const job = bench.queue.enqueueChange('local', change);
    await bench.clock.settle();
    expect(bench.job(job.id)).toMatchObject({ state: 'rejected', problem: { code: 'refused' } });
  });

  it('is one job however often it is asked for before it has ended', async () => {
    const bench = await QueueBench.open();
    const change = await payload(bench);
    bench.queue.setPaused(true);
    const [first, second] = [1, 2].map(() => bench.queue.enqueueChange('local', change));
    expect(second?.id).toBe(first?.id);
    bench.queue.setPaused(false);
    await bench.clock.settle();
    expect(bench.queue.enqueueChange('local', change).id).not.toBe(first?.id);
  });
});

describe('a change', () => {
  it('counts as done where the service refuses it because it is so already', async () => {
    const bench = await QueueBench.open();
    const orderId = bench.service.deliverLate(anOrder);
    bench.service.cancelled.add(orderId);
    bench.service.changes.push('refuse');
    const job = bench.queue.enqueueChange('local', { op: 'cancel-order', orderId });
    await bench.clock.settle();
    expect(bench.job(job.id)).toMatchObject({ state: 'done', problem: null });
  });

  it('does not overtake an earlier one of the same thing that is not settled', async () => {
    const bench = await QueueBench.open();
    const orderId = bench.service.deliverLate(anOrder);
    bench.service.changes.push('hang');
    const first = bench.queue.enqueueChange('local', { op: 'cancel-order', orderId });
    await bench.clock.settle();
    const upload = await bench.upload();
    await bench.clock.settle();
    expect(bench.job(upload.id).state).toBe('done');
    expect(bench.job(first.id).state).toBe('armed');
    bench.service.release();
    await bench.clock.settle();
    expect(bench.job(first.id).state).toBe('done');
  });

  it('is in the evidence and in sent.log with what it asked for', async () => {
    const bench = await QueueBench.open();
    const orderId = bench.service.deliverLate(anOrder);
    const job = bench.queue.enqueueChange('local', { op: 'cancel-order', orderId });
    await bench.clock.settle();
    expect(bench.sentLog.last(job.id)).toMatchObject({
      event: 'done',
      kind: 'cancel-order',
      remoteId: orderId,
    });
    const { document } = bench.queue.evidence(job.id);
    expect(document).toMatchObject({ change: { op: 'cancel-order', orderId }, job: { state: 'done' } });
  });
});
