import { describe, expect, it } from 'vitest';
import type { ChangeRequest } from '../../../src-main/queue/core/enqueue-change.ts';
import { QueueBench } from '../../support/queue-bench.ts';
import { anOrder } from '../api-client/client-under-test.ts';

const minutes = (count: number) => count * 60_000;

interface Case {
  /** Makes the thing that is to be changed. */
  readonly payload: (bench: QueueBench) => Promise<ChangeRequest>;
  /** How often it took effect at the service. */
  readonly effects: (bench: QueueBench) => number;
}

/** Repeating these does no harm, so one that was lost on the way is sent again automatically. */
const harmless: Readonly<Record<string, Case>> = {
  'cancelling an order': {
    payload: async ({ service }) => ({ op: 'cancel-order', orderId: service.deliverLate(anOrder) }),
    effects: ({ service }) => service.cancelled.size,
  },
  'removing a model': {
    payload: async (bench) => ({ op: 'delete-model', ...(await aModel(bench)) }),
    effects: ({ service }) => Number(service.models.length === 0),
  },
  'changing the details of a model': {
    payload: async (bench) => ({
      op: 'edit-model',
      ...(await aModel(bench)),
      before: { title: 'bracket.stl', tags: [], isPublic: false },
      after: { title: 'Halter', tags: ['shelf', 'wall'], isPublic: true },
    }),
    effects: ({ service }) => Number(service.details.get(100)?.title === 'Halter'),
  },
  'adding a file version': {
    payload: async (bench) => {
      const { sha256, ...file } = await bench.file('solid second', 'second.stl');
      const { md5, size, name: fileName } = file;
      return {
        op: 'add-file',
        ...(await aModel(bench)),
        file: sha256,
        md5,
        size,
        fileName,
        uploadScale: 0.001,
      };
    },
    effects: ({ service }) => service.versions.get(100)?.length ?? 0,
  },
};

/** The model that the first upload makes. */
async function aModel(bench: QueueBench) {
  const job = await bench.upload();
  await bench.clock.settle();
  const done = bench.job(job.id);
  return { modelId: done.kind === 'upload' ? (done.result?.modelId ?? 0) : 0, modelTitle: 'bracket' };
}

const sentChanges = (bench: QueueBench) => bench.service.sent.filter((what) => !what.startsWith('upload'));

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
    const { sha256, md5, size, name: fileName } = await bench.file('a photo', 'front.png');
    bench.service.changes.push('lose-request');
    const lost = await bench.queue.enqueueChange('local', {
      op: 'add-photo',
      ...model,
      ...{ file: sha256, md5, size, fileName },
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

describe('changing the details of a model', () => {
  const edit = (bench: QueueBench, title: string) =>
    bench.queue.enqueueChange('local', {
      op: 'edit-model',
      modelId: 100,
      modelTitle: 'bracket',
      before: { title: 'bracket.stl' },
      after: { title },
    });

  it('An edit is refused if somebody else changed the same field.', async () => {
    const bench = await QueueBench.open();
    await aModel(bench);
    bench.service.details.set(100, { title: 'Theirs' });
    const job = await edit(bench, 'Mine');
    await bench.clock.settle();
    expect(bench.job(job.id)).toMatchObject({ state: 'rejected', problem: { code: 'changed-elsewhere' } });
    expect(sentChanges(bench)).toEqual([]);
  });

  /** Its first attempt is lost, and the second one does not get through. */
  const triedTwice = async () => {
    const bench = await QueueBench.open();
    await aModel(bench);
    bench.service.changes.push('lose-request', 'break-before');
    const job = await edit(bench, 'Mine');
    await bench.clock.settle();
    while (bench.job(job.id).attempt < 2) await bench.clock.advance(1_000);
    return { bench, job };
  };
  /** Before the third one somebody else changes the model. */
  const refusedAgain = async () => {
    const { bench, job } = await triedTwice();
    bench.service.details.set(100, { title: 'Theirs' });
    await bench.clock.advance(minutes(2));
    return { bench, job };
  };

  it('An edit is not refused while an unanswered attempt may still arrive, and is done when that arrives.', async () => {
    const { bench, job } = await refusedAgain();
    expect(bench.job(job.id)).toMatchObject({ state: 'queued', problem: { code: 'earlier-attempt' } });
    expect(bench.job(job.id).problem?.message).toContain('Somebody else changed the title');
    await bench.clock.advance(minutes(30));
    bench.service.details.set(100, { title: 'Mine' });
    await bench.clock.advance(minutes(6));
    expect(bench.job(job.id).state).toBe('done');
  });

  it('A person decides about an edit if somebody else changed the same and no attempt can arrive any more.', async () => {
    const { bench, job } = await refusedAgain();
    await bench.clock.advance(minutes(90));
    // The lost one may have taken effect before the change of the others.
    expect(bench.job(job.id)).toMatchObject({ state: 'ask', problem: { code: 'changed-elsewhere' } });
    expect(sentChanges(bench)).toHaveLength(1);
    await bench.queue.resolve(job.id, { kind: 'place-again' });
    await bench.clock.settle();
    expect(bench.job(job.id)).toMatchObject({ state: 'rejected', problem: { code: 'changed-elsewhere' } });
    expect(bench.service.details.get(100)?.title).toBe('Theirs');
  });

  it('A second edit that was queued before the first was sent is sent after it, not refused because of it.', async () => {
    const bench = await QueueBench.open();
    await aModel(bench);
    bench.queue.setPaused(true);
    const [first, second] = [await edit(bench, 'One'), await edit(bench, 'Two')];
    bench.queue.setPaused(false);
    await bench.clock.settle();
    expect([first, second].map(({ id }) => bench.job(id).state)).toEqual(['done', 'done']);
    expect(bench.service.details.get(100)?.title).toBe('Two');
  });

  it('A second queued edit is refused if somebody else changed the same after the first was done.', async () => {
    const bench = await QueueBench.open();
    await aModel(bench);
    bench.queue.setPaused(true);
    const first = await edit(bench, 'One');
    const second = await edit(bench, 'Two');
    bench.queue.hold(second.id);
    bench.queue.setPaused(false);
    await bench.clock.settle();
    expect(bench.job(first.id).state).toBe('done');
    bench.service.details.set(100, { ...bench.service.details.get(100), title: 'Theirs' });
    bench.queue.retry(second.id);
    await bench.clock.settle();
    expect(bench.job(second.id)).toMatchObject({ state: 'rejected', problem: { code: 'changed-elsewhere' } });
    expect(bench.service.details.get(100)?.title).toBe('Theirs');
  });

  it('An edit is sent as soon as no copy of an older edit can arrive any more.', async () => {
    const bench = await QueueBench.open();
    await aModel(bench);
    bench.service.changes.push('lose-request');
    await edit(bench, 'One');
    const sentAt = bench.clock.now();
    await bench.clock.advance(minutes(5));
    const next = await bench.queue.enqueueChange('local', {
      op: 'edit-model',
      modelId: 100,
      modelTitle: 'bracket',
      before: { title: 'One' },
      after: { title: 'Two' },
    });
    // An hour for the token, ten minutes for work that had begun.
    await bench.clock.advance(sentAt + minutes(69) - bench.clock.now());
    expect(bench.job(next.id)).toMatchObject({ state: 'queued', problem: { code: 'earlier-attempt' } });
    await bench.clock.advance(minutes(1) + 10_000);
    expect(bench.job(next.id).state).toBe('done');
  });

  it('An edit with a lost answer asks a person if the model is neither as before nor as wanted.', async () => {
    const bench = await QueueBench.open();
    await aModel(bench);
    bench.service.changes.push('lose-answer');
    const job = await edit(bench, 'Mine');
    await bench.clock.settle();
    bench.service.details.set(100, { title: 'Theirs' });
    await bench.clock.advance(minutes(2));
    expect(bench.job(job.id)).toMatchObject({ state: 'ask', problem: { code: 'changed-elsewhere' } });
    await bench.queue.resolve(job.id, { kind: 'it-is', remoteId: 100 });
    expect(bench.job(job.id)).toMatchObject({ state: 'done', result: { remoteId: 100 } });
  });

  it('An edit of a missing model is rejected, or asks if it may have been sent.', async () => {
    const bench = await QueueBench.open();
    await aModel(bench);
    bench.service.changes.push('lose-answer');
    const lost = await edit(bench, 'Mine');
    await bench.clock.settle();
    bench.service.models.length = 0;
    await bench.clock.advance(minutes(2));
    expect(bench.job(lost.id)).toMatchObject({ state: 'ask', problem: { code: 'change-gone' } });
    await bench.queue.resolve(lost.id, { kind: 'abandon' });
    const late = await edit(bench, 'Mine too');
    await bench.clock.settle();
    expect(bench.job(late.id)).toMatchObject({ state: 'rejected', problem: { code: 'not-found' } });
  });

  it('A repeated edit of a missing model asks, since the first attempt may have been done.', async () => {
    const { bench, job } = await triedTwice();
    bench.service.models.length = 0;
    await bench.clock.advance(minutes(5));
    expect(bench.job(job.id)).toMatchObject({ state: 'ask', problem: { code: 'change-gone' } });
  });
});

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
    const { sha256, md5, size, name: fileName } = await bench.file('a picture', 'front.png');
    const model = await aModel(bench);
    bench.service.changes.push('lose-answer', 'lose-request');
    const more = { title: 'front', description: '', materialId: null };
    const send = () =>
      bench.queue.enqueueChange('local', {
        op: 'add-photo',
        ...model,
        file: sha256,
        md5,
        size,
        fileName,
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

describe('a reprint', () => {
  const ask = (bench: QueueBench, requestKey?: string) =>
    bench.queue.enqueueChange(
      'local',
      {
        op: 'reprint',
        orderId: 100,
        orderProductId: 1,
        productTitle: 'bracket',
        quantity: 1,
        reasonId: 503,
        comment: 'One arm is broken off.',
      },
      requestKey,
    );
  const open = async () => {
    const bench = await QueueBench.open();
    bench.service.deliverLate(anOrder);
    return bench;
  };
  const reprints = (bench: QueueBench) => bench.service.orders.length - 1;
  /** An order of this queue, and the reprint of it at once. */
  const reprinted = async (behaviour: 'answer' | 'lose-answer') => {
    const bench = await QueueBench.open();
    const order = await bench.order();
    await bench.clock.settle();
    const placed = bench.job(order.id);
    bench.service.changes.push(behaviour);
    const reprint = await bench.queue.enqueueChange('local', {
      op: 'reprint',
      orderId: placed.kind === 'order' ? (placed.result?.orderId ?? 0) : 0,
      orderProductId: 1,
      productTitle: 'bracket',
      quantity: 2,
      reasonId: 503,
      comment: 'One arm is broken off.',
    });
    return { bench, order, reprint };
  };

  it('A reprint is the new order that the service names and is sent once, however often a click is repeated.', async () => {
    const bench = await open();
    const [first, second] = await Promise.all([ask(bench, 'click'), ask(bench, 'click')]);
    await bench.clock.settle();
    expect(second.id).toBe(first.id);
    expect(bench.job(first.id)).toMatchObject({ state: 'done', result: { remoteId: 101, made: 'order' } });
    expect(reprints(bench)).toBe(1);
  });

  it.each(['lose-answer', 'lose-request'] as const)(
    'A reprint is never repeated without asking (%s).',
    async (behaviour) => {
      const bench = await open();
      bench.service.changes.push(behaviour);
      const job = await ask(bench);
      await bench.clock.advance(minutes(60));
      expect(bench.job(job.id).state).toBe('unknown');
      bench.restart();
      await bench.clock.advance(minutes(48 * 60));
      expect(bench.job(job.id)).toMatchObject({
        state: 'ask',
        attempt: 1,
        problem: { code: 'reprint-unclear' },
      });
      expect(sentChanges(bench)).toHaveLength(1);
      const ids = (await bench.queue.candidates(job.id)).map(({ remoteId }) => remoteId);
      expect(ids).toEqual(behaviour === 'lose-answer' ? [101] : []);
    },
  );

  it('A reprint ends with the word of a person: it is that order, or send it again.', async () => {
    const bench = await open();
    bench.service.changes.push('lose-answer', 'lose-request');
    const there = await ask(bench);
    await bench.clock.advance(minutes(1));
    await bench.queue.resolve(there.id, { kind: 'it-is', remoteId: 101 });
    expect(bench.job(there.id)).toMatchObject({ state: 'done', result: { remoteId: 101, made: 'order' } });
    const lost = await ask(bench);
    await bench.clock.advance(minutes(1));
    await expect(bench.queue.resolve(lost.id, { kind: 'it-is', remoteId: 101 })).rejects.toMatchObject({
      code: 'already-linked',
    });
    await expect(bench.queue.resolve(lost.id, { kind: 'place-again' })).rejects.toMatchObject({
      code: 'still-looking',
    });
    await bench.clock.advance(minutes(90));
    await bench.queue.resolve(lost.id, { kind: 'place-again' });
    await bench.clock.settle();
    expect(bench.job(lost.id)).toMatchObject({ state: 'done', attempt: 2 });
    expect(reprints(bench)).toBe(2);
  });

  it('A reprint asks again if its consent is more than a day old.', async () => {
    const bench = await open();
    bench.service.isOnline = false;
    const job = await ask(bench);
    await bench.clock.advance(minutes(25 * 60));
    bench.service.isOnline = true;
    await bench.clock.advance(minutes(30));
    expect(bench.job(job.id)).toMatchObject({ wait: 'consent', problem: { code: 'consent-old' } });
    expect(sentChanges(bench)).toEqual([]);
    bench.queue.confirm(job.id);
    await bench.clock.settle();
    expect(bench.job(job.id).state).toBe('done');
  });

  it('A reprint and a lost order of the same part are not confused.', async () => {
    const { bench, order, reprint } = await reprinted('answer');
    await bench.clock.advance(minutes(100));
    expect(bench.job(reprint.id).state).toBe('done');
    // The reprint carries the order’s reference; it is no second order.
    expect(bench.job(order.id)).toMatchObject({ state: 'done', problem: null });
  });

  it('A reprint with an unknown outcome is not shown as a duplicate order and stops no other order.', async () => {
    const { bench, order, reprint } = await reprinted('lose-answer');
    await bench.clock.advance(minutes(30));
    expect(bench.job(reprint.id).state).toBe('unknown');
    expect(bench.job(order.id)).toMatchObject({ state: 'done', problem: null });
    const next = await bench.order(undefined, { lastName: 'Byron' });
    await bench.clock.advance(minutes(1));
    expect(bench.job(next.id).state).toBe('done');
    // One that came later, while nobody knew which order the reprint was, is still found.
    await bench.clock.advance(minutes(120));
    const [made] = await bench.queue.candidates(reprint.id);
    const [original] = bench.service.orders;
    if (original) bench.service.deliverLate(original.request);
    await bench.queue.resolve(reprint.id, { kind: 'it-is', remoteId: made?.remoteId ?? 0 });
    await bench.clock.advance(minutes(10));
    expect(bench.job(order.id).problem?.code).toBe('duplicate-order');
  });
});
