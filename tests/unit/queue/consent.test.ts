import { describe, expect, it } from 'vitest';
import { fullConsent } from '../../support/consent.ts';
import { QueueBench } from '../../support/queue-bench.ts';

/** A queue whose account has confirmed nothing. */
async function openWithoutConsent(): Promise<QueueBench> {
  const bench = await QueueBench.open();
  bench.consent = null;
  return bench;
}

const waits = {
  state: 'queued',
  wait: 'terms',
  problem: { code: 'consent-missing', message: expect.stringContaining('Rights and terms') },
};

describe('without consent to rights and terms', () => {
  it('An upload waits for the person and sends nothing.', async () => {
    const bench = await openWithoutConsent();
    const job = await bench.upload();
    await bench.clock.settle();
    expect(bench.job(job.id)).toMatchObject(waits);
    expect(bench.queue.counts()).toEqual({ waiting: 0, running: 0, needsYou: 1 });
    expect(bench.service.sent).toEqual([]);
  });

  it('An upload goes on when the consent is given, with exactly what was declared.', async () => {
    const bench = await openWithoutConsent();
    const declared: unknown[] = [];
    bench.clientFor = () => ({
      ...bench.service.client,
      uploadModel(request, gate) {
        declared.push(request.consent);
        return bench.service.client.uploadModel(request, gate);
      },
    });
    const job = await bench.upload();
    await bench.clock.settle();
    bench.consent = fullConsent;
    bench.queue.consentGiven('other');
    await bench.clock.settle();
    expect(bench.job(job.id)).toMatchObject(waits);
    bench.queue.consentGiven('local');
    await bench.clock.settle();
    expect(bench.job(job.id).state).toBe('done');
    expect(declared).toEqual([fullConsent]);
  });

  it('The wait survives a restart, and a consent that was given just before a crash counts.', async () => {
    const bench = await openWithoutConsent();
    const job = await bench.upload();
    await bench.clock.settle();
    bench.restart();
    await bench.clock.settle();
    expect(bench.job(job.id)).toMatchObject(waits);
    bench.consent = fullConsent;
    bench.restart();
    await bench.clock.settle();
    expect(bench.job(job.id).state).toBe('done');
  });

  it('A job that an earlier version queued asks too.', async () => {
    const bench = await QueueBench.open();
    bench.queue.setPaused(true);
    const job = await bench.upload();
    bench.consent = null;
    bench.restart();
    bench.queue.setPaused(false);
    await bench.clock.settle();
    expect(bench.job(job.id)).toMatchObject(waits);
    expect(bench.service.sent).toEqual([]);
  });

  it('An order waits with its upload, and both go on together.', async () => {
    const bench = await openWithoutConsent();
    const order = await bench.order();
    await bench.clock.settle();
    expect(bench.job(order.id)).toMatchObject({ state: 'queued', wait: 'dependency' });
    bench.consent = fullConsent;
    bench.queue.consentGiven('local');
    await bench.clock.settle();
    expect(bench.job(order.id).state).toBe('done');
  });

  it('An order of a model that is already there waits too.', async () => {
    const bench = await QueueBench.open();
    await bench.upload(undefined, 'bracket');
    await bench.clock.settle();
    bench.consent = null;
    const order = await bench.order();
    await bench.clock.settle();
    expect(bench.job(order.id)).toMatchObject(waits);
    expect(bench.service.sent).toHaveLength(1);
  });

  it('Trying again without consent sends nothing.', async () => {
    const bench = await openWithoutConsent();
    const job = await bench.upload();
    await bench.clock.settle();
    bench.queue.retry(job.id);
    await bench.clock.settle();
    expect(bench.job(job.id)).toMatchObject(waits);
    expect(bench.service.sent).toEqual([]);
  });
});

it('A consent that is withdrawn while a file is on its way keeps back the last byte.', async () => {
  const bench = await QueueBench.open();
  bench.clientFor = () => ({
    ...bench.service.client,
    uploadModel(request, gate) {
      bench.consent = null;
      return bench.service.client.uploadModel(request, gate);
    },
  });
  const job = await bench.upload();
  await bench.clock.settle();
  expect(bench.job(job.id)).toMatchObject({ state: 'queued', problem: { code: 'consent-missing' } });
  expect(bench.service.models).toEqual([]);
  await bench.clock.advance(60_000);
  expect(bench.job(job.id)).toMatchObject(waits);
});
