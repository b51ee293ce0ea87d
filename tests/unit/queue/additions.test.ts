/** Changes that add something: file versions, photos, cart items, customised products. */
import { describe, expect, it } from 'vitest';
import { minutes } from '../../support/durations.ts';
import { QueueBench } from '../../support/queue-bench.ts';
import { aModel, harmless } from './changed-model.ts';

describe('a file version', () => {
  it('A file version is not confused with another one of the same bytes.', async () => {
    const bench = await QueueBench.open();
    const request = await harmless['adding a file version']?.payload(bench);
    if (request?.op !== 'add-file') throw new Error('no request');
    bench.service.changes.push('lose-request');
    const job = await bench.queue.enqueueChange('local', request);
    await bench.clock.settle();
    const { fileName, md5, size } = request;
    bench.service.versions.set(100, [{ fileName, md5, size }]);
    await bench.clock.advance(minutes(2));
    expect(bench.job(job.id)).toMatchObject({ state: 'done', attempt: 2 });
    expect(bench.service.versions.get(100)).toHaveLength(2);
  });

  it('A file version keeps its file in the spool until it is done and reports progress.', async () => {
    const bench = await QueueBench.open();
    const request = await harmless['adding a file version']?.payload(bench);
    if (request?.op !== 'add-file') throw new Error('no request');
    const job = await bench.queue.enqueueChange('local', request);
    expect(bench.queue.referencedFiles()).toContain(request.file);
    await bench.clock.settle();
    expect(bench.progress).toContainEqual({ jobId: job.id, sent: 1, total: request.size });
    bench.spooled.delete(request.file);
    await expect(bench.queue.enqueueChange('local', request)).rejects.toMatchObject({
      code: 'file-not-found',
    });
  });
});

describe('a photo', () => {
  it('A photo with a lost answer asks a person and is sent again only on their word.', async () => {
    const bench = await QueueBench.open();
    const picture = await bench.stored('a picture', 'front.png');
    const model = await aModel(bench);
    bench.service.changes.push('lose-answer', 'lose-request');
    const more = { title: 'front', description: '', materialId: null };
    const send = () =>
      bench.queue.enqueueChange('local', {
        op: 'add-photo',
        ...model,
        ...picture,
        ...more,
      });
    const there = await send();
    await bench.clock.advance(minutes(100));
    expect(bench.job(there.id)).toMatchObject({ state: 'ask', problem: { code: 'photo-unseen' } });
    expect(bench.service.photos).toHaveLength(1);
    await bench.queue.resolve(there.id, { kind: 'it-is', remoteId: model.modelId });
    expect(bench.job(there.id).state).toBe('done');

    const lost = await send();
    await bench.clock.advance(minutes(100));
    expect(bench.job(lost.id).state).toBe('ask');
    await bench.queue.resolve(lost.id, { kind: 'place-again' });
    await bench.clock.settle();
    expect(bench.job(lost.id)).toMatchObject({ state: 'done', attempt: 2 });
    expect(bench.service.photos).toHaveLength(2);
  });
});

describe('the service’s cart', () => {
  const put = (bench: QueueBench) =>
    bench.queue.enqueueChange('local', {
      op: 'add-to-cart',
      modelId: 100,
      modelTitle: 'bracket',
      materialId: 6,
      materialTitle: 'White',
      quantity: 2,
    });

  it('An addition to the cart is found in the cart after its answer was lost.', async () => {
    const bench = await QueueBench.open();
    bench.service.cart.push({ modelId: 100, materialId: 6, quantity: 3 });
    bench.service.changes.push('lose-answer');
    const job = await put(bench);
    await bench.clock.advance(minutes(2));
    expect(bench.job(job.id)).toMatchObject({ state: 'done', attempt: 1 });
    expect(bench.service.cart).toHaveLength(2);
  });

  it.each(['rate-limit-after', 'token-expired-after'] as const)(
    'An addition that the service did and then refused is not made twice: %s.',
    async (behaviour) => {
      for (const lag of [0, minutes(1)]) {
        const bench = await QueueBench.open();
        bench.service.lag = lag;
        bench.service.changes.push(behaviour);
        const job = await put(bench);
        await bench.clock.advance(minutes(10));
        expect(bench.job(job.id).state).toBe('done');
        expect(bench.service.cart).toHaveLength(1);
      }
    },
  );

  it('An addition to the cart is repeated only when the first one certainly cannot arrive any more.', async () => {
    const bench = await QueueBench.open();
    bench.service.changes.push('lose-request');
    const job = await put(bench);
    await bench.clock.advance(minutes(60));
    expect(bench.job(job.id).state).toBe('unknown');
    expect(bench.service.cart).toEqual([]);
    await bench.clock.advance(minutes(30));
    expect(bench.job(job.id)).toMatchObject({ state: 'done', attempt: 2 });
    expect(bench.service.cart).toHaveLength(1);
  });

  it('A person decides about the cart if somebody else fills it too.', async () => {
    const bench = await QueueBench.open();
    bench.service.changes.push('lose-answer');
    const job = await put(bench);
    await bench.clock.settle();
    bench.service.cart.push({ modelId: 100, materialId: 6, quantity: 1 });
    await bench.clock.advance(minutes(2));
    expect(bench.job(job.id)).toMatchObject({ state: 'ask', problem: { code: 'cart-unclear' } });
  });

  it('The cart takes the same twice if that was requested twice.', async () => {
    const bench = await QueueBench.open();
    await put(bench);
    await put(bench);
    // The cart may take a minute to show the first.
    await bench.clock.advance(minutes(5));
    expect(bench.service.cart).toHaveLength(2);
  });
});

describe('a customised product', () => {
  const make = (bench: QueueBench) =>
    bench.queue.enqueueChange('local', { op: 'customise', spin: 'KEYRING', text: 'Ada' });

  it('A customised product is the model that the service names.', async () => {
    const bench = await QueueBench.open();
    const job = await make(bench);
    await bench.clock.settle();
    expect(bench.job(job.id)).toMatchObject({ state: 'done', result: { remoteId: 100, made: 'model' } });
  });

  it('A customised product is requested again if no new model shows and none can arrive any more.', async () => {
    const bench = await QueueBench.open();
    await aModel(bench);
    bench.service.changes.push('lose-request');
    const job = await make(bench);
    await bench.clock.advance(minutes(60));
    expect(bench.job(job.id).state).toBe('unknown');
    await bench.clock.advance(minutes(30));
    expect(bench.job(job.id)).toMatchObject({ state: 'done', attempt: 2 });
    expect(bench.service.models).toHaveLength(2);
  });

  it('A late copy of an upload is not offered as a customised product.', async () => {
    const bench = await QueueBench.open();
    await aModel(bench);
    const [own] = bench.service.models;
    bench.service.changes.push('lose-request');
    const job = await make(bench);
    await bench.clock.settle();
    bench.service.models.push({ ...(own as NonNullable<typeof own>), modelId: 7 });
    await bench.clock.advance(minutes(90));
    expect(bench.job(job.id)).toMatchObject({ state: 'done', attempt: 2 });
  });

  it('A person decides which new model is the customised product.', async () => {
    const bench = await QueueBench.open();
    bench.service.changes.push('lose-answer');
    const job = await make(bench);
    await bench.clock.advance(minutes(90));
    expect(bench.job(job.id)).toMatchObject({ state: 'ask', problem: { code: 'customised-unclear' } });
    const [candidate] = await bench.queue.candidates(job.id);
    expect(candidate).toMatchObject({ remoteId: 100 });
    await bench.queue.resolve(job.id, { kind: 'it-is', remoteId: 100 });
    expect(bench.job(job.id)).toMatchObject({ state: 'done', result: { remoteId: 100, made: 'model' } });
    expect(bench.service.models).toHaveLength(1);
  });
});
