/** Edits of a model's details, by this queue and by somebody else. */
import { describe, expect, it } from 'vitest';
import { minutes } from '../../support/durations.ts';
import { QueueBench } from '../../support/queue-bench.ts';
import { aModel, sentChanges } from './changed-model.ts';

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

  it('Edits go in the order in which they were asked for, though the clock was put back and Fabdesk started anew.', async () => {
    const bench = await QueueBench.open();
    await aModel(bench);
    bench.queue.setPaused(true);
    const first = await edit(bench, 'First');
    await bench.restart();
    bench.clock.jump(-minutes(120));
    const second = await edit(bench, 'Second');
    bench.queue.setPaused(false);
    await bench.clock.advance(minutes(5));
    expect([first, second].map(({ id }) => bench.job(id).state)).toEqual(['done', 'done']);
    expect(bench.service.details.get(100)?.title).toBe('Second');
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
    // The waits for both attempts begin together.
    bench.service.changes.push('lose-request', 'lose-request');
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
    // An hour for the token, ten minutes for work that had begun, and ten in case the service has several
    // clocks.
    await bench.clock.advance(sentAt + minutes(79) - bench.clock.now());
    expect(bench.job(next.id)).toMatchObject({ state: 'queued', problem: { code: 'earlier-attempt' } });
    await bench.clock.advance(minutes(1) + 10_000);
    expect(bench.job(next.id).state).toBe('done');
  });

  it('A late copy of an older edit or file is not the last one, though the dates of the service differ by minutes.', async () => {
    const newest = async ({ service }: QueueBench, modelId: number) => [
      service.details.get(modelId)?.title,
      service.versions.get(modelId)?.at(-1)?.fileName.split('~')[0],
    ];
    const bench = await QueueBench.open();
    const model = await aModel(bench);
    const change = async (name: string) => {
      const file = { ...(await bench.stored(`solid ${name}`, `${name}.stl`)), uploadScale: 0.001 };
      const before = { title: 'bracket.stl' };
      return [
        await bench.queue.enqueueChange('local', {
          op: 'edit-model',
          ...model,
          before,
          after: { title: name },
        }),
        await bench.queue.enqueueChange('local', { op: 'add-file', ...model, ...file }),
      ];
    };
    bench.service.changes.push('lose-request', 'answer', 'lose-request');
    await change('One');
    await bench.clock.advance(minutes(5));
    expect(await newest(bench, model.modelId)).toEqual(['One', 'One']);
    const later = await change('Two');
    const refusedAt = () =>
      bench.database.sqlite.prepare('SELECT max(closed_at) FROM quiescence').pluck().get();
    while (refusedAt() === null) await bench.clock.advance(1_000);
    const end = bench.clock.now();
    bench.service.now = () => bench.clock.now() + minutes(8);
    await bench.clock.advance(end + minutes(9) - bench.clock.now());
    bench.service.details.set(model.modelId, { title: 'One' });
    const versions = bench.service.versions.get(model.modelId) ?? [];
    versions.push(...versions.slice(0, 1));
    // The file waits for its turn first.
    await bench.clock.advance(minutes(40));
    expect(later.map(({ id }) => bench.job(id).state)).toEqual(['done', 'done']);
    expect(await newest(bench, model.modelId)).toEqual(['Two', 'Two']);
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
