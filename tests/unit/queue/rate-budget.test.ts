/** How the queue spends the calls that the service allows. */
import { describe, expect, it } from 'vitest';
import { minutes } from '../../support/durations.ts';
import { QueueBench } from '../../support/queue-bench.ts';

describe('the rate budget', () => {
  it('A job that becomes due while the queue looks for due jobs is not missed.', async () => {
    for (let early = 1; early <= 8; early++) {
      const bench = await QueueBench.open();
      const retryAt = bench.clock.now() + 10_000;
      bench.service.retryAt = retryAt;
      bench.service.uploads.push('rate-limit');
      const job = await bench.upload();
      await bench.clock.advance(10_000 - early);
      expect(bench.job(job.id)).toMatchObject({ state: 'queued', notBefore: retryAt });
      bench.clock.step = 1;
      bench.monitor
        .signalsFor('local')
        .onRate({ limit: null, remaining: null, windowInSeconds: null, retryAt: null });
      bench.clock.step = 0;
      await bench.clock.advance(minutes(10));
      expect([early, bench.job(job.id).state]).toEqual([early, 'done']);
    }
  });

  it('A job that is rate-limited again and again waits longer each time, up to five minutes.', async () => {
    const bench = await QueueBench.open();
    bench.service.uploads.push(...Array<'rate-limit'>(9).fill('rate-limit'));
    const waits: number[] = [];
    bench.service.retryAt = bench.clock.now() + 40_000;
    const job = await bench.upload();
    await bench.clock.settle();
    while (bench.job(job.id).state !== 'done' && waits.length < 20) {
      const wait = (bench.job(job.id).notBefore ?? 0) - bench.clock.now();
      waits.push(wait / 1000);
      bench.service.retryAt = bench.clock.now() + wait + 40_000;
      await bench.clock.advance(wait);
    }
    expect(waits).toEqual([40, 80, 120, 160, 200, 240, 280, 300, 300]);
  });

  it('A fifth of the rate window is left to reconcile checks.', async () => {
    const bench = await QueueBench.open();
    const notice = { limit: 100, windowInSeconds: 300, retryAt: null };
    bench.monitor.signalsFor('local').onRate({ ...notice, remaining: 20 });
    const job = await bench.upload();
    await bench.clock.advance(29_000);
    expect(bench.job(job.id)).toMatchObject({ state: 'queued', wait: 'rate' });
    bench.monitor.signalsFor('local').onRate({ ...notice, remaining: 21 });
    await bench.clock.settle();
    expect(bench.job(job.id).state).toBe('done');
  });

  it('Jobs go on after a tenth of the rate window if the service says nothing more.', async () => {
    const bench = await QueueBench.open();
    bench.monitor
      .signalsFor('local')
      .onRate({ limit: 100, remaining: 3, windowInSeconds: 300, retryAt: null });
    const job = await bench.upload();
    await bench.clock.advance(30_000);
    expect(bench.job(job.id).state).toBe('done');
  });

  it('Jobs do not wait forever if this machine’s clock went back.', async () => {
    const bench = await QueueBench.open();
    bench.monitor.signalsFor('local').onRate({
      limit: 100,
      remaining: 0,
      windowInSeconds: 300,
      retryAt: bench.clock.now() + 60_000,
    });
    const job = await bench.upload();
    bench.clock.jump(-365 * 24 * 3_600_000);
    await bench.clock.advance(60_000);
    expect(bench.job(job.id).state).toBe('done');
  });
});
