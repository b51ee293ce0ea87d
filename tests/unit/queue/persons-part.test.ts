/** A person's actions on the queue, and what it shows. */
import { describe, expect, it } from 'vitest';
import { hours } from '../../support/durations.ts';
import { QueueBench } from '../../support/queue-bench.ts';

describe('the order of things', () => {
  it('A person’s priority moves an order with its uploads and survives a restart.', async () => {
    const bench = await QueueBench.open();
    bench.queue.setPaused(true);
    for (const name of ['a.stl', 'b.stl']) await bench.upload(name, name);
    const line = await bench.line({ source: { modelId: 5 } });
    const first = await bench.order([line], { lastName: 'First' });
    const file = await bench.file('part', 'part.stl');
    const second = await bench.order([await bench.line({ file, title: 'part' })], { lastName: 'Second' });
    bench.queue.prioritize(second.id, 'first');
    bench.queue.prioritize(bench.queue.list()[0]?.id ?? '', 'last');
    bench.restart();
    expect(bench.job(second.id).priority).toBeLessThan(bench.job(first.id).priority ?? 0);
    bench.queue.setPaused(false);
    await bench.clock.settle();
    const uploads = bench.service.sent.filter((what) => what.startsWith('upload'));
    expect(uploads).toEqual(['upload part', 'upload b.stl', 'upload a.stl']);
    expect(bench.service.orders).toHaveLength(2);
    expect(() => bench.queue.prioritize(second.id, 'first')).toThrow('Only a job that waits to be sent');
  });
});

describe('a job that is held back', () => {
  it('A held job waits until a person releases it, even over restarts, while others are sent.', async () => {
    const bench = await QueueBench.open();
    bench.queue.setPaused(true);
    const held = await bench.upload('a', 'a.stl');
    const other = await bench.upload('b', 'b.stl');
    bench.queue.hold(held.id);
    bench.queue.setPaused(false);
    await bench.clock.advance(hours(1));
    bench.restart();
    await bench.clock.advance(hours(1));
    expect(bench.job(other.id).state).toBe('done');
    expect(bench.job(held.id)).toMatchObject({
      state: 'queued',
      wait: 'paused',
      problem: { code: 'held-back' },
    });
    bench.queue.retry(held.id);
    await bench.clock.settle();
    expect(bench.job(held.id).state).toBe('done');
    expect(() => bench.queue.hold(held.id)).toThrow(expect.objectContaining({ code: 'not-waiting' }));
  });

  it('A released order still waits for its uploads.', async () => {
    const bench = await QueueBench.open();
    bench.queue.setPaused(true);
    const order = await bench.order();
    bench.queue.hold(order.id);
    bench.queue.retry(order.id);
    expect(bench.job(order.id).wait).toBe('dependency');
    bench.queue.setPaused(false);
    await bench.clock.settle();
    expect(bench.job(order.id).state).toBe('done');
  });
});

describe('the evidence of an order', () => {
  it('Evidence holds what was agreed, sent, answered and proven, and no secret.', async () => {
    const bench = await QueueBench.open();
    bench.service.orderings.push('lose-request');
    const order = await bench.order();
    await bench.clock.advance(hours(2));
    expect(bench.job(order.id)).toMatchObject({ state: 'done', attempt: 2 });
    const { fileName, document } = bench.queue.evidence(order.id);
    expect(fileName).toBe('fabdesk-order-101.json');
    expect(document).toMatchObject({
      agreed: { total: 9.45, parts: 9, currency: 'USD' },
      lines: [{ title: 'bracket', unitPrice: 4.5, modelId: 100, file: { fileName: 'bracket.stl' } }],
      request: { items: [{ modelId: 100, materialId: 6, quantity: 2 }], lastName: 'Lovelace' },
      attempts: [{ attempt: 1 }, { attempt: 2 }],
      outcomes: expect.arrayContaining(
        ['unknown', 'expected', 'requeued', 'done'].map((name) => expect.objectContaining({ name })),
      ),
      proofs: [{ attempt: 1, name: 'absent-for-good' }],
    });
    const sent = bench.service.orders[0]?.request;
    expect(document['request']).toMatchObject({ address3: sent?.address3 });
    expect(document['sentLog']).toHaveLength(5);
    expect((document['timeline'] as { what: string }[]).map(({ what }) => what).at(-1)).toBe(
      'attempt 2: done',
    );
    const text = JSON.stringify(document);
    expect(text).not.toContain('pay-1');
    expect(text).not.toContain('paymentVerificationId');
  });
});
