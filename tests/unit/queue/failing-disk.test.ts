/** A disk that fails to write (input/output errors) while jobs are sent. */
import { expect, it } from 'vitest';
import { QueueBench } from '../../support/queue-bench.ts';

it('A failing disk does not make the queue forget an answer that arrived meanwhile.', async () => {
  const bench = await QueueBench.open();
  const { client } = bench.service;
  bench.clientFor = () => ({
    ...client,
    uploadModel: async (request, gate) => {
      const outcome = await client.uploadModel(request, gate);
      bench.isFailing = true;
      return outcome;
    },
  });
  const job = await bench.upload();
  await bench.clock.advance(60_000);
  expect(bench.job(job.id).state).toBe('committed');
  bench.isFailing = false;
  await bench.clock.advance(6_000);
  expect(bench.job(job.id)).toMatchObject({ state: 'done', result: { modelId: 100 } });
  expect(bench.service.sent).toHaveLength(1);
});

it('Nothing is sent that a failing disk cannot record, and the job says why.', async () => {
  const bench = await QueueBench.open();
  const { client } = bench.service;
  bench.clientFor = () => ({
    ...client,
    uploadModel: (request, gate) => {
      bench.isFailing = true;
      return client.uploadModel(request, gate);
    },
  });
  const sending = await bench.upload('a', 'a.stl');
  await bench.clock.advance(60_000);
  expect(bench.service.sent).toEqual([]);
  bench.isFailing = false;
  const waiting = await bench.upload('b', 'b.stl');
  bench.isFailing = true;
  await bench.clock.advance(60_000);
  expect(bench.service.sent).toEqual([]);
  expect(bench.job(waiting.id)).toMatchObject({ wait: 'disk', problem: { code: 'disk-failing' } });
  bench.isFailing = false;
  bench.clientFor = () => client;
  await bench.clock.advance(60_000);
  expect([bench.job(sending.id).state, bench.job(waiting.id).state]).toEqual(['done', 'done']);
  expect(bench.service.models).toHaveLength(2);
});

it('A disk that works again is used again even if the clock was put back meanwhile.', async () => {
  const bench = await QueueBench.open();
  bench.service.isOnline = false;
  const job = await bench.upload();
  await bench.clock.advance(60_000);
  bench.isFailing = true;
  bench.service.isOnline = true;
  await bench.clock.advance(15 * 60_000);
  bench.clock.jump(-2 * 3_600_000);
  await bench.clock.advance(60_000);
  bench.isFailing = false;
  await bench.clock.advance(60_000);
  expect(bench.job(job.id).state).toBe('done');
});
