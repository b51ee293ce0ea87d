/** An upload whose answer was lost (reliability: R9; R12), and the checks that look for it. */
import { describe, expect, it } from 'vitest';
import { CodedError } from '../../../src-shared/result.ts';
import { minutes } from '../../support/durations.ts';
import { QueueBench } from '../../support/queue-bench.ts';

describe('an upload whose answer was lost', () => {
  it('An upload with a lost answer is found by its mark and never sent twice.', async () => {
    const bench = await QueueBench.open();
    bench.service.uploads.push('lose-answer');
    const job = await bench.upload();
    await bench.clock.settle();
    expect(bench.job(job.id)).toMatchObject({ state: 'unknown', problem: { code: 'timeout' } });
    await bench.clock.advance(10_000);
    expect(bench.job(job.id)).toMatchObject({
      state: 'done',
      attempt: 1,
      result: { modelId: 100, modelVersion: 0, printable: 'yes' },
      problem: null,
    });
    expect(bench.service.sent).toHaveLength(1);
    expect(bench.sentLog.last(job.id)).toMatchObject({ event: 'done', remoteId: 100 });
  });

  it('An upload with a lost answer is found after a restart once the service is reachable.', async () => {
    const bench = await QueueBench.open();
    bench.service.uploads.push('lose-answer');
    const job = await bench.upload();
    await bench.clock.settle();
    bench.service.isOnline = false;
    bench.restart();
    await bench.clock.advance(minutes(30));
    expect(bench.job(job.id).state).toBe('unknown');
    bench.service.isOnline = true;
    await bench.clock.advance(minutes(16));
    expect(bench.job(job.id)).toMatchObject({ state: 'done', result: { modelId: 100 } });
    expect(bench.service.sent).toHaveLength(1);
  });

  it('An upload is not recognised by other bytes or another name; other bytes under its mark ask.', async () => {
    const bench = await QueueBench.open();
    bench.service.uploads.push('lose-request');
    const job = await bench.upload();
    await bench.clock.settle();
    const mark = bench.database.sqlite.prepare('SELECT mark FROM job').pluck().get();
    if (job.kind !== 'upload') throw new Error('no upload');
    const { title, md5, size } = job.payload;
    const late = { modelId: 7, title, fileName: `bracket~${mark}.stl`, md5, size };
    bench.service.models.push({ ...late, modelId: 6, md5: '0'.repeat(32) });
    await bench.clock.advance(minutes(16));
    expect(bench.job(job.id)).toMatchObject({ state: 'ask', problem: { code: 'checksum-mismatch' } });
    bench.service.models.push(late);
    await bench.clock.advance(minutes(16));
    expect(bench.job(job.id)).toMatchObject({ state: 'done', result: { modelId: 7 } });
    expect(bench.service.sent).toHaveLength(1);
  });

  it('An upload is found behind many pages of models.', async () => {
    const bench = await QueueBench.open();
    const other = { title: 'other', fileName: 'other.stl', md5: '0'.repeat(32), size: 1 };
    for (let modelId = 1; modelId <= 75; modelId++) bench.service.models.push({ ...other, modelId });
    bench.service.uploads.push('lose-answer');
    const job = await bench.upload();
    await bench.clock.advance(10_000);
    expect(bench.job(job.id).state).toBe('done');
  });

  it('Nothing is checked while the user works offline.', async () => {
    const bench = await QueueBench.open();
    bench.service.uploads.push('lose-answer');
    const job = await bench.upload();
    await bench.clock.settle();
    bench.queue.setPaused(true);
    await bench.clock.advance(minutes(60));
    expect(bench.job(job.id).state).toBe('unknown');
    bench.queue.setPaused(false);
    await bench.clock.advance(minutes(16));
    expect(bench.job(job.id).state).toBe('done');
  });

  it('An upload is sent again once two complete lists a minute apart do not show it.', async () => {
    const bench = await QueueBench.open();
    bench.service.uploads.push('lose-request');
    const job = await bench.upload();
    await bench.clock.advance(60_000);
    expect(bench.job(job.id).state).toBe('unknown');
    expect(bench.queue.counts()).toEqual({ waiting: 0, running: 1, needsYou: 0 });
    expect(() => bench.queue.retry(job.id)).toThrow();
    expect(() => bench.queue.cancel(job.id)).toThrow(/already sent/);
    await bench.clock.advance(10_000);
    expect(bench.job(job.id)).toMatchObject({ state: 'done', attempt: 2 });
    expect(bench.service.models).toHaveLength(1);
    const proofs = bench.database.sqlite.prepare('SELECT attempt, kind FROM proof').all();
    expect(proofs).toEqual([{ attempt: 1, kind: 'absent-so-far' }]);
  });

  it('An upload that is lost again and again is repeated ever more rarely.', {
    tags: 'release',
  }, async () => {
    const bench = await QueueBench.open();
    bench.service.uploads.push(...Array<'lose-request'>(200).fill('lose-request'));
    await bench.upload();
    await bench.clock.advance(minutes(24 * 60));
    expect(bench.service.sent.length).toBeGreaterThan(5);
    expect(bench.service.sent.length).toBeLessThan(24 * 12);
  });

  it('A late copy of an upload is removed, and nothing else is.', async () => {
    const bench = await QueueBench.open();
    bench.service.uploads.push('lose-request');
    const job = await bench.upload();
    await bench.clock.advance(minutes(2));
    expect(bench.job(job.id)).toMatchObject({ state: 'done', result: { modelId: 100 } });
    const [own] = bench.service.models;
    if (!own) throw new Error('no model');
    bench.service.models.push(
      { ...own, modelId: 90 },
      { ...own, modelId: 91, fileName: 'bracket.stl' },
      { ...own, modelId: 92, md5: '0'.repeat(32) },
      { ...own, modelId: 93, size: 1 },
    );
    bench.restart();
    await bench.clock.advance(minutes(90));
    expect(bench.service.deleted).toEqual([90]);
    expect(bench.service.models.map((model) => model.modelId)).toEqual([100, 91, 92, 93]);
    // After the unanswered attempt's token has expired nothing can arrive, and checks end.
    bench.service.models.push({ ...own, modelId: 94 });
    bench.restart();
    await bench.clock.advance(minutes(24 * 60));
    expect(bench.service.deleted).toEqual([90]);
  });

  it('A copy that arrived at the last moment is removed even if lists show it a minute later.', async () => {
    const bench = await QueueBench.open();
    bench.service.uploads.push('lose-request');
    await bench.upload();
    await bench.clock.advance(minutes(2));
    const [own] = bench.service.models;
    if (!own) throw new Error('no model');
    // Work that began before the service refused the token may continue for ten minutes.
    const refusedAt = () =>
      bench.database.sqlite.prepare('SELECT max(closed_at) FROM quiescence').pluck().get();
    while (refusedAt() === null) await bench.clock.advance(1_000);
    await bench.clock.advance(Number(refusedAt()) + minutes(10) - bench.clock.now());
    bench.service.models.push({ ...own, modelId: 90 });
    const shownFrom = bench.clock.now() + 60_000;
    const { listModels } = bench.service.client;
    bench.service.client.listModels = async (page) =>
      (await listModels(page)).filter(({ modelId }) => modelId !== 90 || bench.clock.now() >= shownFrom);
    await bench.clock.advance(minutes(30));
    expect(bench.service.deleted).toEqual([90]);
  });

  it('A late copy is removed though the dates of the service come from clocks that differ by minutes.', async () => {
    const bench = await QueueBench.open();
    bench.service.uploads.push('lose-request');
    await bench.upload();
    await bench.clock.advance(minutes(2));
    const [own] = bench.service.models;
    if (!own) throw new Error('no model');
    const refusedAt = () =>
      bench.database.sqlite.prepare('SELECT max(closed_at) FROM quiescence').pluck().get();
    while (refusedAt() === null) await bench.clock.advance(1_000);
    const end = bench.clock.now();
    bench.service.now = () => bench.clock.now() + minutes(8);
    await bench.clock.advance(end + minutes(9) - bench.clock.now());
    bench.service.models.push({ ...own, modelId: 90 });
    await bench.clock.advance(minutes(20));
    expect(bench.service.deleted).toEqual([90]);
  });

  it('A late copy stays if an order or a cart names it, or if orders are hidden.', async () => {
    for (const use of ['order', 'queue', 'cart', 'cart of the service', 'hidden'] as const) {
      const bench = await QueueBench.open();
      bench.isModelUsed = (modelId) => use === 'cart' && modelId === 90;
      bench.service.uploads.push('lose-request');
      await bench.upload();
      await bench.clock.advance(60_000);
      const mark = bench.database.sqlite.prepare('SELECT mark FROM job').pluck().get();
      if (use === 'hidden') bench.service.hiddenOrders = 1;
      if (use === 'cart of the service') bench.service.cart.push({ modelId: 90, materialId: 6, quantity: 1 });
      const line = await bench.line({ source: { modelId: 90 } });
      bench.queue.setPaused(true);
      const order = use === 'order' || use === 'queue' ? await bench.order([line]) : null;
      bench.queue.setPaused(false);
      if (use === 'order' && order) await bench.clock.settle();
      await bench.clock.advance(minutes(2));
      const [own] = bench.service.models;
      if (!own) throw new Error('no model');
      expect(own.fileName).toContain(String(mark));
      bench.service.models.push({ ...own, modelId: 90 });
      await bench.clock.advance(minutes(120));
      expect(bench.service.deleted, use).toEqual([]);
    }
  });

  it('An upload is checked if the connection broke before the last byte and the service may have acted.', async () => {
    const bench = await QueueBench.open();
    bench.service.uploads.push('early-break');
    const job = await bench.upload();
    await bench.clock.settle();
    expect(bench.job(job.id).state).toBe('unknown');
    await bench.clock.advance(minutes(2));
    expect(bench.job(job.id)).toMatchObject({ state: 'done', attempt: 2 });
    expect(bench.service.models).toHaveLength(1);
  });

  it('An upload with a lost answer asks if the service shows no files.', async () => {
    const bench = await QueueBench.open();
    bench.service.uploads.push('early-answer');
    bench.service.hidesFiles = true;
    const job = await bench.upload();
    await bench.clock.advance(minutes(60));
    expect(bench.job(job.id)).toMatchObject({ state: 'ask', problem: { code: 'upload-unclear' } });
    expect(bench.sentLog.last(job.id)?.event).toBe('ask');
    await bench.queue.resolve(job.id, { kind: 'place-again' });
    await bench.clock.settle();
    expect(bench.job(job.id).state).toBe('done');
  });

  it('An upload asks if the service stored other bytes.', async () => {
    const bench = await QueueBench.open();
    bench.service.uploads.push('other-bytes');
    bench.service.hidesFiles = true;
    const job = await bench.upload();
    await bench.clock.advance(minutes(60));
    expect(bench.job(job.id)).toMatchObject({ state: 'ask', problem: { code: 'upload-unclear' } });
    expect(bench.service.sent).toHaveLength(1);
  });
});

describe('looks for lost uploads', () => {
  /** Counts the requested lists of models, and lets them fail while `fails` says so. */
  const countLists = (bench: QueueBench, fails = () => false) => {
    const counted = { lists: 0 };
    const { listModels } = bench.service.client;
    bench.service.client.listModels = async (page) => {
      counted.lists += 1;
      if (fails()) throw new CodedError('service-error', 'The service has a fault.');
      return listModels(page);
    };
    return counted;
  };

  it('All checks for uploads of an account share one reading of the list.', async () => {
    const bench = await QueueBench.open();
    const lost = 12;
    bench.service.uploads.push(...Array<'lose-request'>(lost).fill('lose-request'));
    const jobs: string[] = [];
    for (let index = 0; index < lost; index++)
      jobs.push((await bench.upload(`solid ${index}`, `part${index}.stl`)).id);
    await bench.clock.settle();
    const counted = countLists(bench);
    await bench.clock.advance(75_000);
    expect(jobs.map((id) => bench.job(id).state)).toEqual(Array(lost).fill('done'));
    expect(bench.service.models).toHaveLength(lost);
    // At most two checks each take place; one by one that would be 24 lists and more.
    expect(counted.lists).toBeLessThan(lost);
    // And so do the sweeps for late copies.
    counted.lists = 0;
    await bench.clock.advance(minutes(30));
    expect(counted.lists).toBeLessThan(30);
  });

  it('Checks run one after the other, and stopping waits for the one that runs.', async () => {
    const bench = await QueueBench.open();
    bench.service.uploads.push('lose-answer');
    const job = await bench.upload();
    await bench.clock.settle();
    const { listModels } = bench.service.client;
    const answers: (() => void)[] = [];
    bench.service.client.listModels = async (page) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      return listModels(page);
    };
    await bench.clock.advance(minutes(20));
    expect(answers).toHaveLength(1);
    let isOver = false;
    const stopped = bench.queue.stop().then(() => {
      isOver = true;
    });
    await bench.clock.advance(3_000);
    expect(isOver).toBe(false);
    answers[0]?.();
    await stopped;
    expect(bench.job(job.id).state).toBe('unknown');
    expect(bench.reports).toEqual([]);
  });

  it('A check that hangs does not hold up stopping for long.', async () => {
    const bench = await QueueBench.open();
    bench.service.uploads.push('lose-answer');
    const job = await bench.upload();
    await bench.clock.settle();
    bench.service.client.listModels = () => new Promise(() => {});
    await bench.clock.advance(minutes(20));
    const stopped = bench.queue.stop();
    await bench.clock.advance(3_500);
    await stopped;
    bench.restart();
    expect(bench.job(job.id).state).toBe('unknown');
  });

  it('Backoff keeps growing while checks fail, even if the network comes back in between.', async () => {
    const bench = await QueueBench.open();
    bench.service.uploads.push('lose-answer');
    const job = await bench.upload();
    await bench.clock.settle();
    let isBroken = true;
    const counted = countLists(bench, () => isBroken);
    for (let minute = 0; minute < 60; minute++) {
      bench.service.isOnline = false;
      await bench.upload(`solid ${minute}`, `other${minute}.stl`);
      await bench.clock.settle();
      bench.service.isOnline = true;
      await bench.clock.advance(minutes(1));
    }
    expect(bench.service.probes).toBeGreaterThan(50);
    // Once after each return, and a few in between.
    expect(counted.lists).toBeGreaterThan(50);
    expect(counted.lists).toBeLessThan(90);
    isBroken = false;
    await bench.clock.advance(minutes(16));
    expect(bench.job(job.id).state).toBe('done');
  });
});
