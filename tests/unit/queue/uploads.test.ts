/** Sending an upload, and what a person can do about it. */
import { describe, expect, it } from 'vitest';
import { minutes } from '../../support/durations.ts';
import { QueueBench } from '../../support/queue-bench.ts';

describe('an upload', () => {
  it('An upload is done when the service has stored exactly its bytes.', async () => {
    const bench = await QueueBench.open();
    const job = await bench.upload();
    await bench.clock.settle();
    expect(bench.job(job.id)).toMatchObject({
      state: 'done',
      attempt: 1,
      result: { modelId: 100, modelVersion: 0, printable: 'yes' },
      problem: null,
    });
    expect(bench.events.map((event) => event.state)).toEqual([
      'queued',
      'preparing',
      'armed',
      'committed',
      'done',
    ]);
    expect(bench.reports).toEqual([]);
  });

  it('An upload carries its mark in the file name and leaves the title alone.', async () => {
    const bench = await QueueBench.open();
    await bench.upload('solid', 'Halter.v2.stl');
    await bench.clock.settle();
    expect(bench.service.models[0]?.fileName).toMatch(/^Halter\.v2~[0-9A-HJKMNP-TV-Z]{8}\.stl$/);
    expect(bench.service.models[0]?.title).toBe('Halter.v2.stl');
  });

  it('Equal parts of two names are two models; the same name again is the same one.', async () => {
    const bench = await QueueBench.open();
    bench.queue.setPaused(true);
    for (const name of ['A-100 left', 'B-200 right', 'A-100 left']) await bench.upload('same bytes', name);
    bench.queue.setPaused(false);
    await bench.clock.settle();
    expect(bench.service.models.map(({ title }) => title)).toEqual(['A-100 left', 'B-200 right']);
  });

  it('A name that services do not take is shortened in its middle, and stays whole here.', async () => {
    const bench = await QueueBench.open();
    const name = `${'B'.repeat(120)}${'x'.repeat(60)}-left ${'😀'.repeat(20)}.stl`;
    const job = await bench.upload('solid', name);
    await bench.clock.settle();
    const title = bench.service.models[0]?.title ?? '';
    expect(title.length).toBeLessThanOrEqual(200);
    expect(title).toMatch(/^B{100}…x+-left (😀){20}\.stl$/u);
    expect(bench.job(job.id)).toMatchObject({ state: 'done', payload: { title: name } });
  });

  it('An upload reports progress.', async () => {
    const bench = await QueueBench.open();
    const job = await bench.upload('x'.repeat(10));
    await bench.clock.settle();
    expect(bench.progress).toEqual([{ jobId: job.id, sent: 1, total: 10 }]);
  });

  it('An attempt is recorded durably before the last byte leaves.', async () => {
    const bench = await QueueBench.open();
    const seen: unknown[] = [];
    const upload = bench.service.client.uploadModel;
    bench.clientFor = () => ({
      ...bench.service.client,
      uploadModel: (request, gate) =>
        upload(request, {
          ...gate,
          beforeLastByte: async (attempt) => {
            await gate.beforeLastByte(attempt);
            const { state } = bench.job(job.id);
            const attempts = bench.database.sqlite
              .prepare('SELECT token_fingerprint FROM attempt')
              .pluck()
              .all();
            seen.push(state, bench.sentLog.last(job.id)?.event, attempts, bench.service.sent.length);
          },
        }),
    });
    const job = await bench.upload();
    await bench.clock.settle();
    expect(seen).toEqual(['committed', 'committed', ['fp-1'], 0]);
    expect(bench.sentLog.last(job.id)).toMatchObject({ event: 'done', remoteId: 100 });
  });

  it('Uploads are sent two at a time.', async () => {
    const bench = await QueueBench.open();
    bench.service.uploads.push('hang', 'hang');
    for (const text of ['a', 'b', 'c']) await bench.upload(text, `${text}.stl`);
    await bench.clock.settle();
    expect(bench.queue.list().map((job) => job.state)).toEqual(['armed', 'armed', 'queued']);
    expect(bench.queue.counts()).toEqual({ waiting: 1, running: 2, needsYou: 0 });
    bench.service.release();
    await bench.clock.settle();
    expect(bench.queue.list().map((job) => job.state)).toEqual(['done', 'done', 'done']);
  });

  it('The same upload is not added twice while the first has not ended.', async () => {
    const bench = await QueueBench.open();
    bench.queue.setPaused(true);
    const first = await bench.upload();
    expect((await bench.upload()).id).toBe(first.id);
    expect(bench.queue.list()).toHaveLength(1);
  });

  it('An upload is refused if the spool does not have its file.', async () => {
    const bench = await QueueBench.open();
    const file = await bench.file();
    bench.spooled.clear();
    const enqueued = bench.queue.enqueueUpload('local', { file, uploadScale: 1, title: 'x' });
    await expect(enqueued).rejects.toMatchObject({ code: 'file-not-found' });
  });
});

describe('an upload whose last byte certainly stayed here', () => {
  it('An upload waits for the network, which is probed with a harmless GET.', async () => {
    const bench = await QueueBench.open();
    bench.service.isOnline = false;
    const job = await bench.upload();
    await bench.clock.settle();
    expect(bench.job(job.id)).toMatchObject({
      state: 'queued',
      wait: 'network',
      problem: { code: 'network' },
    });
    await bench.clock.advance(minutes(5));
    expect(bench.service.probes).toBeGreaterThan(1);
    expect(bench.job(job.id)).toMatchObject({ state: 'queued', wait: 'network', attempt: 1 });
    bench.service.isOnline = true;
    await bench.clock.advance(minutes(16));
    expect(bench.job(job.id)).toMatchObject({ state: 'done', attempt: 2 });
    expect(bench.service.models).toHaveLength(1);
  });

  it('After the machine woke, an upload is sent at once, and pauses begin short again.', async () => {
    const bench = await QueueBench.open();
    bench.service.isOnline = false;
    const job = await bench.upload();
    await bench.clock.advance(minutes(20));
    const probes = bench.service.probes;
    bench.queue.tryNow();
    await bench.clock.settle();
    expect(bench.service.probes).toBe(probes + 1);
    // The network comes a moment after the machine.
    bench.service.isOnline = true;
    await bench.clock.advance(4_000);
    expect(bench.job(job.id)).toMatchObject({ state: 'done', attempt: 2 });

    bench.service.isOnline = false;
    const next = await bench.upload('b', 'b.stl');
    await bench.clock.advance(minutes(20));
    bench.service.isOnline = true;
    bench.queue.tryNow();
    await bench.clock.settle();
    expect(bench.job(next.id)).toMatchObject({ state: 'done' });
  });

  it('A paused queue stays paused when the machine wakes.', async () => {
    const bench = await QueueBench.open();
    bench.service.isOnline = false;
    await bench.upload();
    await bench.clock.settle();
    bench.queue.setPaused(true);
    const { probes } = bench.service;
    bench.queue.tryNow();
    await bench.clock.settle();
    expect(bench.service.probes).toBe(probes);
  });

  it('A lost network holds all jobs of the account without an attempt of each.', async () => {
    const bench = await QueueBench.open();
    bench.service.isOnline = false;
    await bench.upload('a', 'a.stl');
    await bench.clock.settle();
    const second = await bench.upload('b', 'b.stl');
    await bench.clock.settle();
    expect(bench.job(second.id)).toMatchObject({ state: 'queued', wait: 'network', attempt: 0 });
    bench.service.isOnline = true;
    bench.monitor.reached('local');
    await bench.clock.settle();
    expect(bench.queue.list().every((job) => job.state === 'done')).toBe(true);
  });

  it('An upload is sent at once when a person retries it.', async () => {
    const bench = await QueueBench.open();
    bench.service.uploads.push('break-before');
    const job = await bench.upload();
    await bench.clock.settle();
    bench.queue.retry(job.id);
    await bench.clock.settle();
    expect(bench.job(job.id).state).toBe('done');
    expect(() => bench.queue.retry(job.id)).toThrow(/cannot be tried sooner/);
  });

  it('An upload is queued with a proof if the commit gate was passed and the last byte was not written.', async () => {
    const bench = await QueueBench.open();
    bench.service.uploads.push('withhold');
    const job = await bench.upload();
    await bench.clock.settle();
    expect(bench.job(job.id)).toMatchObject({ state: 'queued', wait: 'network' });
    const proofs = bench.database.sqlite.prepare('SELECT kind, attempt FROM proof').all();
    expect(proofs).toEqual([{ kind: 'last-byte-withheld', attempt: 1 }]);
    await bench.clock.advance(minutes(1));
    expect(bench.job(job.id).state).toBe('done');
    expect(bench.service.sent).toHaveLength(1);
  });

  it('An upload is stopped for good if its stored file has changed.', async () => {
    const bench = await QueueBench.open();
    bench.service.uploads.push('file-changed');
    const changed = await bench.upload('a', 'a.stl');
    await bench.clock.settle();
    expect(bench.job(changed.id)).toMatchObject({ state: 'poison', problem: { code: 'file-changed' } });
    bench.queue.setPaused(true);
    const lost = await bench.upload('b', 'b.stl');
    bench.spooled.clear();
    bench.queue.setPaused(false);
    await bench.clock.settle();
    expect(bench.job(lost.id)).toMatchObject({ state: 'poison', problem: { code: 'file-missing' } });
    expect(bench.service.sent).toEqual([]);
  });
});

describe('an upload that was refused', () => {
  it('A refused upload is rejected with the reason if another attempt would not help.', async () => {
    const bench = await QueueBench.open();
    bench.service.uploads.push('refuse');
    const job = await bench.upload();
    await bench.clock.advance(minutes(60));
    expect(bench.job(job.id)).toMatchObject({
      state: 'rejected',
      problem: { code: 'refused', message: 'The wall is too thin.' },
    });
    expect(bench.service.sent).toHaveLength(1);
  });

  it('An upload is sent again with a proof after an expired token.', async () => {
    const bench = await QueueBench.open();
    bench.service.uploads.push('token-expired');
    const job = await bench.upload();
    await bench.clock.advance(minutes(1));
    expect(bench.job(job.id)).toMatchObject({ state: 'done', attempt: 2 });
    const proofs = bench.database.sqlite.prepare('SELECT kind FROM proof').pluck().all();
    expect(proofs).toEqual(['documented-refusal']);
  });

  it('After too many calls an upload waits exactly as long as the service wants.', async () => {
    const bench = await QueueBench.open();
    const retryAt = bench.clock.now() + 40_000;
    bench.service.retryAt = retryAt;
    bench.service.uploads.push('rate-limit');
    const job = await bench.upload();
    const other = await bench.upload('other', 'other.stl');
    await bench.clock.advance(39_999);
    expect(bench.job(job.id)).toMatchObject({ state: 'queued', wait: 'rate', notBefore: retryAt });
    expect(bench.service.sent.filter((what) => what.includes('bracket'))).toHaveLength(1);
    await bench.clock.advance(2);
    expect(bench.job(job.id).state).toBe('done');
    expect(bench.job(other.id).state).toBe('done');
  });
});

describe('the user', () => {
  it('A person can cancel what waits or is being sent, and not what was sent.', async () => {
    const bench = await QueueBench.open();
    bench.service.uploads.push('hang', 'lose-answer');
    const sending = await bench.upload('a', 'a.stl');
    await bench.clock.settle();
    expect(bench.job(sending.id).state).toBe('armed');
    bench.queue.cancel(sending.id);
    expect(bench.job(sending.id).state).toBe('cancelled');
    await bench.clock.advance(minutes(60));
    expect(bench.job(sending.id).state).toBe('cancelled');
    expect(bench.service.sent).toEqual([]);
    const sent = await bench.upload('b', 'b.stl');
    await bench.clock.settle();
    expect(() => bench.queue.cancel(sent.id)).toThrow(expect.objectContaining({ code: 'too-late' }));
    expect(() => bench.queue.cancel('nobody')).toThrow(expect.objectContaining({ code: 'no-such-job' }));
  });

  it('Working offline sends nothing, takes back what is unsent, and survives a restart.', async () => {
    const bench = await QueueBench.open();
    bench.service.uploads.push('hang');
    const job = await bench.upload();
    await bench.clock.settle();
    bench.queue.setPaused(true);
    await bench.clock.settle();
    expect(bench.job(job.id)).toMatchObject({ state: 'queued', wait: 'paused', problem: null });
    bench.restart();
    await bench.clock.advance(minutes(60));
    expect(bench.queue.paused).toBe(true);
    expect(bench.job(job.id)).toMatchObject({ state: 'queued', wait: 'paused' });
    expect(bench.service.sent).toEqual([]);
    bench.queue.setPaused(false);
    await bench.clock.settle();
    expect(bench.job(job.id).state).toBe('done');
    expect(bench.events.at(-1)).toMatchObject({ id: job.id, state: 'done' });
  });

  it('Working offline stops a running request at its last byte.', async () => {
    const bench = await QueueBench.open();
    bench.service.uploads.push('hang-deaf');
    const job = await bench.upload();
    await bench.clock.settle();
    bench.queue.setPaused(true);
    bench.service.release();
    await bench.clock.settle();
    expect(bench.service.sent).toEqual([]);
    expect(bench.job(job.id)).toMatchObject({ state: 'queued', wait: 'paused' });
  });

  it('Jobs that waited for sign-in go on when the account is repaired.', async () => {
    const bench = await QueueBench.open();
    const { CodedError } = await import('../../../src-shared/result.ts');
    let isMended = false;
    bench.clientFor = () => {
      if (isMended) return bench.service.client;
      throw new CodedError('credentials-refused', 'Enter the client secret again.');
    };
    const first = await bench.upload('a', 'a.stl');
    const second = await bench.upload('b', 'b.stl');
    await bench.clock.advance(minutes(60));
    expect(bench.job(first.id)).toMatchObject({ state: 'queued', wait: 'sign-in' });
    expect(bench.job(second.id)).toMatchObject({ state: 'queued', wait: 'sign-in' });
    isMended = true;
    bench.monitor.signedIn('local');
    await bench.clock.settle();
    expect(bench.queue.list().map((job) => job.state)).toEqual(['done', 'done']);
  });
});
