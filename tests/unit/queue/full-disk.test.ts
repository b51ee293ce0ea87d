import { describe, expect, it } from 'vitest';
import type { ServiceClient } from '../../../src-main/api-client/service-client.ts';
import { QueueBench } from '../../support/queue-bench.ts';

/** The disk is full from the first upload on. Returns the client that fills no disk. */
function fillsUpDuringUpload(bench: QueueBench): ServiceClient {
  const { client } = bench.service;
  bench.clientFor = () => ({
    ...client,
    uploadModel: (request, gate) => {
      bench.isFull = true;
      return client.uploadModel(request, gate);
    },
  });
  return client;
}

describe('a full disk', () => {
  it('Nothing is sent that a full disk cannot record, until there is space again.', async () => {
    const bench = await QueueBench.open();
    const client = fillsUpDuringUpload(bench);
    const job = await bench.upload();
    await bench.clock.advance(60_000);
    expect(bench.job(job.id).state).toBe('armed');
    expect(bench.service.sent).toEqual([]);
    // sent.log was written before the database refused, and the entry was withdrawn.
    expect(bench.sentLog.last(job.id)?.event).toBe('requeued');
    bench.clientFor = () => client;
    bench.isFull = false;
    await bench.clock.advance(60_000);
    expect(bench.job(job.id).state).toBe('done');
    expect(bench.service.models).toHaveLength(1);
  });

  it('A job stays certainly unsent if the disk was full when the power went.', async () => {
    const bench = await QueueBench.open();
    const client = fillsUpDuringUpload(bench);
    const job = await bench.upload();
    await bench.clock.settle();
    bench.cut();
    bench.isFull = false;
    bench.clientFor = () => client;
    bench.boot();
    await bench.clock.advance(60_000);
    expect(bench.job(job.id).state).toBe('done');
    expect(bench.service.sent).toHaveLength(1);
  });

  it('A full disk does not make the queue forget an answer that arrived meanwhile.', async () => {
    const bench = await QueueBench.open();
    const client = bench.service.client;
    bench.clientFor = () => ({
      ...client,
      uploadModel: async (request, gate) => {
        const outcome = await client.uploadModel(request, gate);
        bench.isFull = true;
        return outcome;
      },
    });
    const job = await bench.upload();
    await bench.clock.advance(60_000);
    expect(bench.job(job.id).state).toBe('committed');
    // The reserved space was freed for it.
    expect(bench.released).toBeGreaterThan(0);
    bench.isFull = false;
    await bench.clock.advance(6_000);
    expect(bench.job(job.id)).toMatchObject({ state: 'done', result: { modelId: 100 } });
  });

  it('A full disk releases the ballast for an answer, and nothing new is sent until it is back.', async () => {
    const bench = await QueueBench.open();
    const client = bench.service.client;
    let hasSpace = true;
    bench.ballast = {
      release: () => {
        hasSpace = false;
        bench.isFull = false;
      },
      restore: () => hasSpace,
    };
    bench.restart();
    bench.clientFor = () => ({
      ...client,
      uploadModel: async (request, gate) => {
        const outcome = await client.uploadModel(request, gate);
        bench.isFull = hasSpace;
        return outcome;
      },
    });
    const first = await bench.upload('a', 'a.stl');
    await bench.clock.settle();
    expect(bench.job(first.id).state).toBe('done');
    const second = await bench.upload('b', 'b.stl');
    await bench.clock.advance(60_000);
    expect(bench.job(second.id)).toMatchObject({ state: 'queued', wait: 'disk' });
    hasSpace = true;
    await bench.clock.advance(6_000);
    expect(bench.job(second.id).state).toBe('done');
  });

  it('Waiting jobs start once the disk has space.', async () => {
    const bench = await QueueBench.open();
    bench.queue.setPaused(true);
    const job = await bench.upload();
    bench.isFull = true;
    bench.queue.setPaused(false);
    await bench.clock.advance(60_000);
    expect(bench.job(job.id).state).toBe('queued');
    bench.isFull = false;
    await bench.clock.advance(6_000);
    expect(bench.job(job.id).state).toBe('done');
  });
});
