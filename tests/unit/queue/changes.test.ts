/** What holds for every change that goes through the queue. */
import { describe, expect, it } from 'vitest';
import { minutes } from '../../support/durations.ts';
import { QueueBench } from '../../support/queue-bench.ts';
import { anOrder } from '../api-client/client-under-test.ts';
import { aModel, harmless, sentChanges } from './changed-model.ts';

describe.each(Object.entries(harmless))('%s', (_name, { payload, effects }) => {
  it('A change is done when the service has answered.', async () => {
    const bench = await QueueBench.open();
    const job = await bench.queue.enqueueChange('local', await payload(bench));
    await bench.clock.settle();
    expect(bench.job(job.id)).toMatchObject({ state: 'done', attempt: 1, problem: null });
    expect(effects(bench)).toBe(1);
    expect(bench.reports).toEqual([]);
  });

  it('A change whose answer was lost is found at the service and not sent again.', async () => {
    const bench = await QueueBench.open();
    const change = await payload(bench);
    bench.service.changes.push('lose-answer');
    const job = await bench.queue.enqueueChange('local', change);
    await bench.clock.settle();
    expect(bench.job(job.id).state).toBe('unknown');
    await bench.clock.advance(minutes(2));
    expect(bench.job(job.id)).toMatchObject({ state: 'done', attempt: 1 });
    expect(sentChanges(bench)).toHaveLength(1);
  });

  it('A change whose request was lost is sent again once the service does not show it.', async () => {
    const bench = await QueueBench.open();
    const change = await payload(bench);
    bench.service.changes.push('lose-request');
    const job = await bench.queue.enqueueChange('local', change);
    await bench.clock.settle();
    expect(effects(bench)).toBe(0);
    await bench.clock.advance(minutes(2));
    expect(bench.job(job.id)).toMatchObject({ state: 'done', attempt: 2 });
    expect(effects(bench)).toBe(1);
  });

  it('A change waits while the service is unreachable and is sent when it is back, even after a power cut.', async () => {
    const bench = await QueueBench.open();
    const change = await payload(bench);
    bench.service.isOnline = false;
    const job = await bench.queue.enqueueChange('local', change);
    await bench.clock.settle();
    expect(bench.job(job.id)).toMatchObject({ state: 'queued', wait: 'network' });
    bench.restart();
    bench.service.isOnline = true;
    await bench.clock.advance(minutes(1));
    expect(bench.job(job.id).state).toBe('done');
    expect(effects(bench)).toBe(1);
  });

  it('The outcome of a change is found out after a power cut while its answer was awaited.', async () => {
    const bench = await QueueBench.open();
    const change = await payload(bench);
    bench.service.changes.push('lose-answer');
    const job = await bench.queue.enqueueChange('local', change);
    await bench.clock.settle();
    bench.restart();
    await bench.clock.advance(minutes(2));
    expect(bench.job(job.id)).toMatchObject({ state: 'done', attempt: 1 });
    expect(effects(bench)).toBe(1);
  });

  it('A refused change is rejected with the reason of the service.', async () => {
    const bench = await QueueBench.open();
    const change = await payload(bench);
    bench.service.changes.push('refuse');
    const job = await bench.queue.enqueueChange('local', change);
    await bench.clock.settle();
    expect(bench.job(job.id)).toMatchObject({ state: 'rejected', problem: { code: 'refused' } });
  });

  it('A change that is requested again before it has ended stays one job.', async () => {
    const bench = await QueueBench.open();
    const change = await payload(bench);
    bench.queue.setPaused(true);
    const [first, second] = await Promise.all([1, 2].map(() => bench.queue.enqueueChange('local', change)));
    expect(second?.id).toBe(first?.id);
    bench.queue.setPaused(false);
    await bench.clock.settle();
    expect((await bench.queue.enqueueChange('local', change)).id).not.toBe(first?.id);
  });
});

describe('a change', () => {
  it('A change that the service refuses because it is already so counts as done.', async () => {
    const bench = await QueueBench.open();
    const orderId = bench.service.deliverLate(anOrder);
    bench.service.cancelled.add(orderId);
    bench.service.changes.push('refuse');
    const job = await bench.queue.enqueueChange('local', { op: 'cancel-order', orderId });
    await bench.clock.settle();
    expect(bench.job(job.id)).toMatchObject({ state: 'done', problem: null });
    const { cancelledAt } = bench.queue.placedOrders('local').get(orderId) ?? {};
    expect(cancelledAt).toBe(bench.job(job.id).updatedAt);
  });

  it('A change waits for an earlier change of the same model or order whose outcome is unknown.', async () => {
    const bench = await QueueBench.open();
    const model = await aModel(bench);
    const other = { ...model, modelId: bench.service.addModel('knob') };
    const edit = (title: string, before: string, of = model) =>
      bench.queue.enqueueChange('local', {
        op: 'edit-model',
        ...of,
        before: { title: before },
        after: { title },
      });
    bench.service.changes.push('lose-request');
    const first = await edit('One', 'bracket.stl');
    await bench.clock.settle();
    expect(bench.job(first.id).state).toBe('unknown');
    const second = await edit('Two', 'One');
    const beside = await edit('Three', 'knob', other);
    await bench.clock.settle();
    expect(bench.job(second.id)).toMatchObject({ state: 'queued', problem: { code: 'earlier-change' } });
    expect(bench.job(beside.id).state).toBe('done');
    await bench.clock.advance(minutes(5));
    expect(bench.job(first.id).state).toBe('done');
    // The copy that was lost on the way may still arrive, and would undo the second.
    expect(bench.job(second.id)).toMatchObject({ state: 'queued', problem: { code: 'earlier-attempt' } });
    await bench.clock.advance(minutes(90));
    expect(bench.job(second.id).state).toBe('done');
    expect(bench.service.details.get(model.modelId)?.title).toBe('Two');
  });

  it('A waiting change is sent at once when the earlier one is resolved by a person or cancelled.', async () => {
    const bench = await QueueBench.open();
    const model = await aModel(bench);
    const photo = await bench.stored('a photo', 'front.png');
    bench.service.changes.push('lose-request');
    const lost = await bench.queue.enqueueChange('local', {
      op: 'add-photo',
      ...model,
      ...photo,
      ...{ title: 'front', description: '', materialId: null },
    });
    await bench.clock.advance(minutes(120));
    expect(bench.job(lost.id).state).toBe('ask');
    const retitle = (title: string) =>
      bench.queue.enqueueChange('local', {
        op: 'edit-model',
        ...model,
        before: { title: 'bracket.stl' },
        after: { title },
      });
    const [next, last] = [await retitle('Two'), await retitle('Three')];
    await bench.clock.settle();
    expect(bench.job(next.id).problem?.message).toContain('Photo front.png');
    expect(bench.job(last.id).problem?.code).toBe('earlier-change');
    bench.queue.cancel(next.id);
    await bench.queue.resolve(lost.id, { kind: 'abandon' });
    await bench.clock.settle();
    expect([bench.job(next.id).state, bench.job(last.id).state]).toEqual(['cancelled', 'done']);
  });

  it('Small changes and long uploads do not wait for each other.', async () => {
    const bench = await QueueBench.open();
    const orderId = bench.service.deliverLate(anOrder);
    bench.service.uploads.push('hang', 'hang');
    await bench.upload('a', 'a.stl');
    await bench.upload('b', 'b.stl');
    const cancel = await bench.queue.enqueueChange('local', { op: 'cancel-order', orderId });
    await bench.clock.settle();
    expect(bench.job(cancel.id).state).toBe('done');
    expect(bench.queue.counts().running).toBe(2);
    bench.service.release();
    await bench.clock.settle();
  });

  it('Evidence and sent.log name a change and what it asked for.', async () => {
    const bench = await QueueBench.open();
    const orderId = bench.service.deliverLate(anOrder);
    const job = await bench.queue.enqueueChange('local', { op: 'cancel-order', orderId });
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
