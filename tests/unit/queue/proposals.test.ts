import { describe, expect, it } from 'vitest';
import { Ledger } from '../../../src-main/queue/core/ledger.ts';
import type { CartLine } from '../../../src-shared/ipc/cart-line.ts';
import { noExtras } from '../../../src-shared/jobs/order-extras.ts';
import { mostProposals, proposerSchema } from '../../../src-shared/jobs/proposal.ts';
import { hours, minutes } from '../../support/durations.ts';
import { rejectionCode, thrownCode } from '../../support/error-code.ts';
import { seededRandom } from '../../support/fake-clock.ts';
import { address } from '../../support/jobs.ts';
import { QueueBench } from '../../support/queue-bench.ts';

const proposer = { by: 'cad-agent 1.0', why: 'Two brackets for the shelf.' };

/** A proposal of two brackets for 9 USD and the fee, or of these lines. */
async function propose(bench: QueueBench, lines?: CartLine[], more = proposer) {
  const all = lines ?? [await bench.line()];
  return bench.queue.propose(
    'local',
    {
      lines: all,
      address,
      shippingOption: 'Cheapest',
      extras: noExtras,
      confirmedParts: all.reduce((sum, { unitPrice, quantity }) => sum + (unitPrice ?? 0) * quantity, 0),
    },
    more,
    false,
  );
}

const total = 9.45;

describe('a proposal', () => {
  it('Nothing of a proposal is sent before a person signs it, and then exactly what was proposed.', async () => {
    const bench = await QueueBench.open();
    const { id } = await propose(bench);
    await bench.clock.settle();
    await bench.clock.advance(hours(2));
    expect(bench.service.sent).toEqual([]);
    expect(bench.queue.list().map(({ kind }) => kind)).toEqual(['order']);
    expect(bench.job(id)).toMatchObject({
      state: 'queued',
      wait: 'consent',
      problem: { code: 'unsigned' },
      offer: { total },
      payload: { proposal: { ...proposer, signedAt: null } },
    });
    expect(bench.queue.counts()).toMatchObject({ needsYou: 1, waiting: 0 });

    bench.queue.confirm(id, total);
    await bench.clock.settle();
    expect(bench.service.sent).toEqual(['upload bracket', 'order Lovelace']);
    expect(bench.job(id)).toMatchObject({
      state: 'done',
      payload: { proposal: { ...proposer, signedAt: bench.clock.now() }, agreement: { parts: 9 } },
    });
  });

  it('A proposal repeated with its key is one proposal, and the same key is still free for a person.', async () => {
    const bench = await QueueBench.open();
    const lines = [await bench.line()];
    const input = {
      lines,
      address,
      shippingOption: 'Cheapest' as const,
      extras: noExtras,
      confirmedParts: 9,
      requestKey: 'monday',
    };
    const first = await bench.queue.propose('local', input, proposer, true);
    expect((await bench.queue.propose('local', input, proposer, true)).id).toBe(first.id);
    const ordered = await bench.queue.placeOrder('local', input);
    expect(ordered.id).not.toBe(first.id);
    await bench.clock.settle();
    expect(bench.job(ordered.id).state).toBe('done');
    expect(bench.job(first.id)).toMatchObject({ state: 'queued', wait: 'consent' });
  });

  it('Only the exact total signs, and it signs once.', async () => {
    const bench = await QueueBench.open();
    const { id } = await propose(bench);
    for (const amount of [undefined, 0, 9.44, 9.46, Number.NaN])
      expect(thrownCode(() => bench.queue.confirm(id, amount))).toBe('price-changed');
    bench.queue.confirm(id, total);
    expect(thrownCode(() => bench.queue.confirm(id, total))).toBe('nothing-to-confirm');
    await bench.clock.settle();
    expect(bench.service.orders).toHaveLength(1);
  });

  it('A price that rose since the proposal is asked about again, without any tolerance.', async () => {
    const bench = await QueueBench.open();
    const { id } = await propose(bench);
    bench.service.unitPrice = 4.52;
    bench.queue.confirm(id, total);
    await bench.clock.settle();
    expect(bench.service.orders).toEqual([]);
    expect(bench.job(id)).toMatchObject({ wait: 'consent', problem: { code: 'price-rose' } });
  });

  it('It ends after 24 hours, also while nobody looks, and cannot be signed then.', async () => {
    const bench = await QueueBench.open();
    const { id } = await propose(bench);
    await bench.clock.advance(hours(24) - minutes(1));
    expect(bench.job(id).state).toBe('queued');
    await bench.clock.advance(minutes(2));
    expect(bench.job(id)).toMatchObject({ state: 'rejected', problem: { code: 'proposal-ended' } });

    // The computer slept, and the timer has not fired yet.
    const asleep = await propose(bench);
    bench.clock.jump(hours(25));
    expect(thrownCode(() => bench.queue.confirm(asleep.id, total))).toBe('proposal-ended');
    bench.queue.cancel(asleep.id);

    const second = await propose(bench);
    bench.cut();
    bench.clock.jump(hours(25));
    bench.boot();
    expect(thrownCode(() => bench.queue.confirm(second.id, total))).toBe('nothing-to-confirm');
    await bench.clock.settle();
    expect(bench.service.sent).toEqual([]);
  });

  it('Its proposer takes it back, and nobody else, and not once it is signed.', async () => {
    const bench = await QueueBench.open();
    const [one, two] = [await propose(bench), await propose(bench)];
    expect(thrownCode(() => bench.queue.withdraw(one.id, 'another 1.0'))).toBe('proposal-ended');
    bench.queue.withdraw(one.id, proposer.by);
    expect(bench.job(one.id)).toMatchObject({ state: 'rejected', problem: { code: 'proposal-ended' } });
    bench.queue.confirm(two.id, total);
    expect(thrownCode(() => bench.queue.withdraw(two.id, proposer.by))).toBe('proposal-ended');
    const own = await bench.order();
    expect(thrownCode(() => bench.queue.withdraw(own.id, proposer.by))).toBe('proposal-ended');
  });

  it('A person declines it, and it never goes.', async () => {
    const bench = await QueueBench.open();
    const { id } = await propose(bench);
    bench.queue.cancel(id);
    expect(thrownCode(() => bench.queue.confirm(id, total))).toBe('nothing-to-confirm');
    await bench.clock.settle();
    expect(bench.service.sent).toEqual([]);
  });

  it('Proposals with an open price and more than a person can read are refused.', async () => {
    const bench = await QueueBench.open();
    const open = await bench.line({ unitPrice: null, limit: 5 });
    expect(await rejectionCode(propose(bench, [open]))).toBe('no-price');
    for (let count = 0; count < mostProposals; count++) await propose(bench);
    expect(await rejectionCode(propose(bench))).toBe('proposals-too-many');
    // A person's own order is not held up by them.
    expect((await bench.order()).state).toBe('queued');
  });

  it('The bytes of a proposal stay in the spool.', async () => {
    const bench = await QueueBench.open();
    const file = await bench.file('solid proposed');
    await propose(bench, [await bench.line({ file })]);
    expect(bench.queue.referencedFiles()).toEqual(new Set([file.sha256]));
  });

  it('Who proposed it and why are one line of bounded length, with nothing in them that acts.', () => {
    const { by, why } = proposerSchema.parse({
      by: 'agent\u001b[31m\nroot',
      why: `${'x'.repeat(2000)}\u202e\u0000`,
    });
    expect(by).toMatch(/^agent\ufffd\[31m root$/);
    expect(why.length).toBe(500);
    expect(proposerSchema.safeParse({ by: ' \u200b', why: 'x' }).success).toBe(false);
  });
});

describe('the guard in the queue’s transaction', () => {
  const steps = ['lease', 'arm', 'commit'] as const;
  it.each(steps)('No code takes an unsigned order through the step "%s".', async (type) => {
    const bench = await QueueBench.open();
    const { id } = await propose(bench);
    const ledger = new Ledger(bench.database, bench.sentLog, bench.clock);
    ledger.beginEpoch('other');
    expect(() => ledger.change(id, { type })).toThrow();
    expect(ledger.require(id).condition).toMatchObject({ state: 'queued', wait: 'consent' });
    expect(thrownCode(() => ledger.change(id, { type: 'lease' }))).toBe('unsigned');
    ledger.change(id, { type: 'release' });
    ledger.change(id, { type: 'hold', wait: null, notBefore: null, problem: null });
    expect(ledger.require(id).condition).toMatchObject({ wait: 'consent', problem: { code: 'unsigned' } });
  });

  it('An older copy of the data asks for the signature again, and then whether it was sent since.', async () => {
    const bench = await QueueBench.open();
    const { id } = await propose(bench);
    bench.cut();
    bench.stamp = { isOutdated: true, adopt() {}, beforeSend: async () => {}, touch() {} };
    bench.boot();
    await bench.clock.settle();
    expect(bench.job(id)).toMatchObject({ wait: 'consent', problem: { code: 'unsigned' } });
    bench.queue.confirm(id, total);
    await bench.clock.settle();
    expect(bench.service.orders).toEqual([]);
    expect(bench.job(id)).toMatchObject({ wait: 'consent', problem: { code: 'restored' } });
  });

  it.each([1, 2])(
    'Whatever is done with it in whatever order, nothing leaves without a signature (seed %i).',
    async (seed) => {
      const bench = await QueueBench.open();
      const random = seededRandom(seed);
      const pick = <T>(list: readonly T[]): T => list[Math.floor(random.fraction() * list.length)]!;
      const ids: string[] = [];
      const proposed = async () => {
        ids.push((await propose(bench)).id);
      };
      const acts: (() => unknown)[] = [
        proposed,
        () => bench.queue.retry(pick(ids)),
        () => bench.queue.hold(pick(ids)),
        () => bench.queue.prioritize(pick(ids), pick(['first', 'last'])),
        () => bench.queue.confirm(pick(ids), pick([undefined, 0, 9, -1])),
        () => bench.queue.resolve(pick(ids), { kind: 'place-again', confirmedTotal: total }),
        () => bench.queue.resolve(pick(ids), { kind: 'it-is', remoteId: 7 }),
        () => bench.queue.acknowledge(pick(ids)),
        () => bench.queue.withdraw(pick(ids), pick([proposer.by, 'another'])),
        () => bench.queue.setPaused(pick([true, false])),
        () => bench.queue.tryNow(),
        () => bench.queue.consentGiven('local'),
        () => bench.restart(),
        () => bench.clock.advance(pick([1000, minutes(10), hours(1)])),
      ];
      await proposed();
      for (let count = 0; count < 80; count++) {
        try {
          await pick(acts)();
        } catch {
          // Refused.
        }
      }
      await bench.clock.settle();
      expect(bench.service.sent).toEqual([]);
      expect(bench.sentLog.all().size).toBe(0);
    },
  );
});
