/**
 * An order whose answer was lost (reliability: R11; R12): sent again once proven absent, otherwise a person
 * is asked.
 */
import { describe, expect, it } from 'vitest';
import { hasOpenJobs } from '../../../src-main/db/job-store.ts';
import { hours, minutes } from '../../support/durations.ts';
import { rejectionCode } from '../../support/error-code.ts';
import { QueueBench } from '../../support/queue-bench.ts';
import { foreign, proofs, setUp } from './lost-order.ts';

describe('an order that was never placed', () => {
  it('A lost order is sent again after its token was refused, ten minutes passed and two lists did not show it.', async () => {
    const { bench, order } = await setUp('lose-request');
    foreign(bench, 300);
    foreign(bench, 301, 6);
    await bench.clock.advance(minutes(69));
    expect(bench.job(order.id).state).toBe('unknown');
    expect(bench.service.sent).toHaveLength(2);
    await bench.clock.advance(minutes(7));
    expect(bench.job(order.id)).toMatchObject({ state: 'done', attempt: 2 });
    expect(bench.service.sent).toEqual(['order Before', 'order Lost', 'order Lost']);
    expect(proofs(bench)).toEqual([{ attempt: 1, kind: 'absent-for-good' }]);
    const detail = JSON.parse(
      String(bench.database.sqlite.prepare('SELECT detail FROM proof').pluck().get()),
    );
    expect(detail.absentAt - detail.tokenEndedAt).toBeGreaterThanOrEqual(minutes(10));
    expect(detail.absentAgainAt - detail.absentAt).toBeGreaterThanOrEqual(minutes(1));
  });

  it('A lost order is sent again ten minutes after its token was revoked.', async () => {
    const { bench, order } = await setUp('lose-request');
    bench.service.refusedTokens.add('fp-1');
    await bench.clock.advance(minutes(10));
    expect(bench.job(order.id).state).toBe('unknown');
    await bench.clock.advance(minutes(7));
    expect(bench.job(order.id).state).toBe('done');
  });

  it('A lost order is sent again after the announced end of a token that a restart has lost.', async () => {
    const { bench, order } = await setUp('lose-request');
    bench.service.lostTokens.add('fp-1');
    bench.restart();
    await bench.clock.advance(minutes(69));
    expect(bench.job(order.id).state).toBe('unknown');
    await bench.clock.advance(minutes(8));
    expect(bench.job(order.id).state).toBe('done');
    expect(bench.service.orders).toHaveLength(2);
  });

  it('Token quiescence does not depend on this machine’s clock.', async () => {
    for (const jump of [hours(24 * 365), -hours(24 * 365), hours(2), -hours(2)]) {
      const { bench, order } = await setUp('lose-request');
      const start = bench.clock.now();
      let shift = 0;
      bench.service.now = () => bench.clock.now() - shift;
      bench.clock.jump(jump);
      shift = jump;
      await bench.clock.advance(minutes(60));
      expect(bench.service.now() - start).toBe(minutes(60));
      expect(bench.service.sent, String(jump)).toHaveLength(2);
      expect(bench.job(order.id).state).toBe('unknown');
    }
  });

  it('Restarts at every minute neither lose what is known about an order nor send it early.', {
    tags: 'release',
  }, async () => {
    const { bench, order } = await setUp('lose-request');
    for (let minute = 0; minute < 69; minute++) {
      await bench.clock.advance(minutes(1));
      bench.restart();
    }
    expect(bench.service.sent).toHaveLength(2);
    await bench.clock.advance(minutes(10));
    expect(bench.job(order.id).state).toBe('done');
    expect(bench.service.orders).toHaveLength(2);
  });

  it('An unknown order says by when its outcome will be known.', async () => {
    const { bench, order } = await setUp('lose-request');
    await bench.clock.advance(10_000);
    const { knownBy } = bench.job(order.id);
    const inMinutes = ((knownBy ?? 0) - bench.clock.now()) / minutes(1);
    expect(inMinutes).toBeGreaterThan(69);
    expect(inMinutes).toBeLessThan(74);
    expect(bench.queue.counts()).toEqual({ waiting: 0, running: 1, needsYou: 0 });
  });

  it('The price is asked again before an order is sent again.', async () => {
    const { bench, order } = await setUp('lose-request');
    bench.service.unitPrice = 9;
    await bench.clock.advance(minutes(80));
    expect(bench.job(order.id)).toMatchObject({ state: 'queued', wait: 'consent' });
    expect(bench.service.sent).toHaveLength(2);
  });
});

describe('where it cannot be proven, a person is asked', () => {
  const asked = async (prepare: (bench: QueueBench) => void, problem: string) => {
    const { bench, order } = await setUp('lose-request', prepare);
    await bench.clock.advance(minutes(80));
    expect(bench.job(order.id)).toMatchObject({ state: 'ask', problem: { code: problem } });
    expect(bench.queue.counts().needsYou).toBe(1);
    await bench.clock.advance(hours(48));
    bench.restart();
    await bench.clock.advance(hours(1));
    expect(bench.job(order.id)).toMatchObject({ state: 'ask', problem: { code: problem } });
    expect(bench.service.sent).toHaveLength(2);
    return { bench, order };
  };

  it('A lost order asks if the service does not show all orders.', { tags: 'release' }, () =>
    asked(({ service }) => {
      service.hiddenOrders = 30;
    }, 'orders-incomplete'),
  );

  it(
    'A lost order asks if it carried no reference and others order its model too.',
    { tags: 'release' },
    () =>
      asked((bench) => {
        bench.orderMarks = false;
      }, 'order-unmarked'),
  );

  it('A lost order asks if the answers of the service have no dates.', { tags: 'release' }, () =>
    asked(({ service }) => {
      service.hasDates = false;
    }, 'not-quiet-yet'),
  );

  it('A lost order asks at once, and is not sent again, if nothing ends what it was signed with.', {
    tags: 'release',
  }, async () => {
    const { bench, order } = await setUp('lose-request', ({ service }) => {
      service.endlessTokens.add('fp-1');
    });
    await bench.clock.advance(minutes(2));
    expect(bench.job(order.id)).toMatchObject({ state: 'ask', problem: { code: 'not-quiet-yet' } });
    await bench.clock.advance(hours(48));
    expect(bench.service.sent).toHaveLength(2);
  });

  it('A lost order asks if another order looks the same and filters do not work.', async () => {
    const { bench, order } = await setUp('lose-request', ({ service }) => {
      service.filters = 'ignored';
    });
    foreign(bench, 300);
    await bench.clock.advance(minutes(80));
    expect(bench.job(order.id)).toMatchObject({ state: 'ask', problem: { code: 'order-unclear' } });
    expect(await bench.queue.candidates(order.id)).toMatchObject([{ remoteId: 300 }]);
  });

  it('A damaged record of an attempt proves nothing.', async () => {
    const { bench, order } = await setUp('lose-request');
    bench.database.sqlite.exec('DROP TRIGGER attempt_is_fixed');
    bench.database.sqlite.exec("UPDATE attempt SET token_fingerprint = 'fp-0', token_ends_at = 5");
    await bench.clock.advance(minutes(60));
    expect(bench.service.sent).toHaveLength(2);
    // sent.log knows the end of the token too.
    await bench.clock.advance(minutes(20));
    expect(bench.job(order.id)).toMatchObject({ state: 'done', attempt: 2 });
  });

  it('Placing an order again needs the amount and sends it once more.', { tags: 'release' }, async () => {
    const { bench, order } = await asked((one) => {
      one.orderMarks = false;
    }, 'order-unmarked');
    expect(await rejectionCode(bench.queue.resolve(order.id, { kind: 'place-again' }))).toBe('total-differs');
    expect(
      await rejectionCode(bench.queue.resolve(order.id, { kind: 'place-again', confirmedTotal: 8.4 })),
    ).toBe('total-differs');
    await bench.queue.resolve(order.id, { kind: 'place-again', confirmedTotal: 9.45 });
    await bench.clock.settle();
    expect(bench.job(order.id)).toMatchObject({ state: 'done', attempt: 2 });
    expect(proofs(bench)).toEqual([{ attempt: 1, kind: 'user-says-absent' }]);
  });

  it('An order cannot be placed again while Fabdesk still finds out its outcome.', async () => {
    const { bench, order } = await setUp('lose-request');
    expect(
      await rejectionCode(bench.queue.resolve(order.id, { kind: 'place-again', confirmedTotal: 9.45 })),
    ).toBe('still-looking');
    await bench.queue.resolve(order.id, { kind: 'abandon' });
    bench.restart();
    await bench.clock.advance(hours(24));
    expect(bench.job(order.id).state).toBe('abandoned');
    expect(bench.service.sent).toHaveLength(2);
    expect(hasOpenJobs(bench.database.sqlite, 'local')).toBe(false);
  });

  it('An order can only be linked to an existing order that belongs to no other job.', async () => {
    const { bench, order } = await setUp('lose-request', ({ service }) => {
      service.filters = 'ignored';
    });
    foreign(bench, 300);
    expect(await rejectionCode(bench.queue.resolve(order.id, { kind: 'it-is', remoteId: 100 }))).toBe(
      'already-linked',
    );
    expect(await rejectionCode(bench.queue.resolve(order.id, { kind: 'it-is', remoteId: 999 }))).toBe(
      'not-found',
    );
    await bench.queue.resolve(order.id, { kind: 'it-is', remoteId: 300 });
    expect(bench.job(order.id)).toMatchObject({ state: 'done', result: { orderId: 300 } });
    expect(await rejectionCode(bench.queue.resolve(order.id, { kind: 'abandon' }))).toBe('not-unknown');
    const outcomes = bench.database.sqlite.prepare('SELECT event FROM outcome WHERE job_id = ?').pluck();
    expect(outcomes.all(order.id)).toEqual(['unknown', 'ask', 'done']);
  });

  it('An order cannot be resolved before it was sent.', async () => {
    const bench = await QueueBench.open();
    bench.queue.setPaused(true);
    const order = await bench.order([await bench.line({ source: { modelId: 5 } })]);
    expect(await rejectionCode(bench.queue.resolve(order.id, { kind: 'abandon' }))).toBe('not-unknown');
    expect(hasOpenJobs(bench.database.sqlite, 'local')).toBe(true);
    expect(hasOpenJobs(bench.database.sqlite, 'other')).toBe(false);
  });
});
