/** Orders of models that the service has not measured yet. */
import { describe, expect, it } from 'vitest';
import { measuringLasts } from '../../../src-shared/jobs/measuring.ts';
import { waitText } from '../../../src-shared/jobs/wait-text.ts';
import { english } from '../../../src-shared/messages/english.ts';
import { QueueBench } from '../../support/queue-bench.ts';

/** The order of a file whose model, number 100, is being measured. */
async function waitingOrder() {
  const bench = await QueueBench.open();
  bench.service.measuring.add(100);
  const { id } = await bench.order();
  await bench.clock.settle();
  return { bench, id };
}

const ordersSent = (bench: QueueBench) =>
  bench.service.sent.filter((what) => what.startsWith('order')).length;

describe('an order of a model that is still being measured', () => {
  it('It waits, says for which part, and is sent once the model is measured.', async () => {
    const { bench, id } = await waitingOrder();
    expect(bench.job(id)).toMatchObject({
      state: 'queued',
      problem: { code: 'still-measuring', message: 'The service is still measuring “bracket”.' },
    });
    await bench.clock.advance(5 * 60_000);
    expect(ordersSent(bench)).toBe(0);
    bench.service.measuring.clear();
    await bench.clock.advance(20_000);
    expect(bench.job(id)).toMatchObject({ state: 'done', problem: null });
    await bench.clock.advance(2 * measuringLasts);
    expect(bench.service.orders).toHaveLength(1);
  });

  it('A refusal because of measuring is waited for as well.', async () => {
    const bench = await QueueBench.open();
    bench.service.orderings.push('measuring', 'measuring');
    const { id } = await bench.order();
    await bench.clock.settle();
    expect(bench.job(id)).toMatchObject({ state: 'queued', problem: { code: 'still-measuring' } });
    // Each repetition waits until lists would show an order that was placed and refused all the same.
    await bench.clock.advance(3 * 60_000);
    expect(bench.job(id).state).toBe('done');
    expect(ordersSent(bench)).toBe(3);
    expect(bench.service.orders).toHaveLength(1);
  });

  it('An order that was refused like that and then lost its answer is found, not sent again.', async () => {
    const bench = await QueueBench.open();
    bench.service.orderings.push('measuring', 'lose-answer');
    const { id } = await bench.order();
    await bench.clock.advance(3 * 3_600_000);
    expect(bench.job(id).state).toBe('done');
    expect(bench.service.orders).toHaveLength(1);
  });

  it('After a quarter of an hour it is sent all the same, and a refusal ends it in so many words.', async () => {
    const { bench, id } = await waitingOrder();
    bench.service.orderings.push('measuring');
    await bench.clock.advance(measuringLasts - 60_000);
    expect(ordersSent(bench)).toBe(0);
    await bench.clock.advance(60_000 + 20_000);
    expect(bench.job(id).state).toBe('rejected');
    expect(bench.job(id).problem?.message).toMatch(
      /still being measured\. Fabdesk had waited since .+\. Try/,
    );
    await bench.clock.advance(24 * 3_600_000);
    expect(ordersSent(bench)).toBe(1);
    expect(bench.service.orders).toEqual([]);
  });

  it('A service that never says that it has measured anything may take it then.', async () => {
    const { bench, id } = await waitingOrder();
    await bench.clock.advance(measuringLasts + 20_000);
    expect(bench.job(id).state).toBe('done');
    expect(bench.service.orders).toHaveLength(1);
  });

  it('It can be cancelled, and is not sent afterwards.', async () => {
    const { bench, id } = await waitingOrder();
    bench.queue.cancel(id);
    bench.service.measuring.clear();
    await bench.clock.advance(measuringLasts + 60_000);
    expect(bench.job(id).state).toBe('cancelled');
    expect(ordersSent(bench)).toBe(0);
  });

  it('A restart neither forgets the wait nor begins it anew.', async () => {
    const { bench, id } = await waitingOrder();
    await bench.clock.advance(measuringLasts / 2);
    bench.restart();
    await bench.clock.advance(60_000);
    expect(bench.job(id)).toMatchObject({ state: 'queued', problem: { code: 'still-measuring' } });
    await bench.clock.advance(measuringLasts / 2);
    expect(bench.job(id).state).toBe('done');
    expect(bench.service.orders).toHaveLength(1);
  });

  it('The models that are measured already are not read again and again.', async () => {
    const bench = await QueueBench.open();
    const { client } = bench.service;
    const read: number[] = [];
    bench.clientFor = () => ({
      ...client,
      getModelInfo: (modelId) => {
        read.push(modelId);
        return client.getModelInfo(modelId);
      },
    });
    bench.service.measuring.add(101);
    const file = await bench.file('solid other', 'other.stl');
    const { id } = await bench.order([
      await bench.line({ id: 'one' }),
      await bench.line({ id: 'two', file, title: 'other' }),
    ]);
    await bench.clock.advance(2 * 60_000);
    expect(bench.job(id).problem?.message).toContain('“other”');
    expect(read.filter((modelId) => modelId === 100)).toHaveLength(1);
    bench.service.measuring.clear();
    await bench.clock.advance(20_000);
    expect(bench.job(id).state).toBe('done');
  });
});

describe('a customised product whose base is still being measured', () => {
  const customise = { op: 'customise', spin: 'BASE', text: 'Ada' } as const;
  const productsMade = ({ service }: QueueBench) => service.sent.filter((what) => what === 'customise BASE');

  it('It waits, says until when, and is made once the base is measured.', async () => {
    const bench = await QueueBench.open();
    bench.service.changes.push('measuring', 'measuring');
    const { id } = await bench.queue.enqueueChange('local', customise);
    await bench.clock.settle();
    const job = bench.job(id);
    expect(job).toMatchObject({ state: 'queued', problem: { code: 'still-measuring' } });
    const context = { messages: english, time: () => 'then', jobs: [job] };
    expect(waitText(job, context)).toMatchObject({
      tone: 'neutral',
      next: 'It is sent as soon as that is done, at then at the latest.',
    });
    await bench.clock.advance(60_000);
    expect(bench.job(id)).toMatchObject({ state: 'done', problem: null });
    await bench.clock.advance(2 * measuringLasts);
    expect(productsMade(bench)).toHaveLength(3);
  });

  it('After a quarter of an hour a refusal ends it, and a restart does not begin the wait anew.', async () => {
    const bench = await QueueBench.open();
    bench.service.changes.push(...Array(100).fill('measuring'));
    const { id } = await bench.queue.enqueueChange('local', customise);
    await bench.clock.advance(measuringLasts / 2);
    bench.restart();
    await bench.clock.advance(measuringLasts / 2 - 60_000);
    expect(bench.job(id).state).toBe('queued');
    await bench.clock.advance(120_000);
    expect(bench.job(id).state).toBe('rejected');
    expect(bench.job(id).problem?.message).toMatch(
      /still being measured\. Fabdesk had waited since .+\. Try/,
    );
  });
});
