/** What programs may order without a signature, and that nothing else leaves. */
import { describe, expect, it } from 'vitest';
import type { CartLine } from '../../../src-shared/ipc/cart-line.ts';
import type { AgentBudget } from '../../../src-shared/jobs/agent-budget.ts';
import { noExtras } from '../../../src-shared/jobs/order-extras.ts';
import { hours } from '../../support/durations.ts';
import { thrownCode } from '../../support/error-code.ts';
import { address } from '../../support/jobs.ts';
import { QueueBench } from '../../support/queue-bench.ts';

const proposer = { by: 'cad-agent 1.0', why: 'Two brackets for the shelf.' };
const shipping = { option: 'Cheapest' as const, carrier: 'Post', price: 5, currency: 'USD', transitDays: 5 };
/** Two brackets for 9 USD, the fee and shipping. */
const total = 14.45;
const budget: AgentBudget = {
  accountId: 'local',
  currency: 'USD',
  perOrder: total,
  perMonth: 2 * total,
  materials: [6],
};

async function open(allowed: AgentBudget | null = budget): Promise<QueueBench> {
  const bench = await QueueBench.open();
  bench.service.shippingPrices = [shipping];
  if (allowed) bench.queue.setBudget(allowed);
  return bench;
}

async function propose(
  bench: QueueBench,
  {
    line = {},
    toSavedAddress = true,
    accountId = 'local',
    ...more
  }: {
    line?: Partial<CartLine>;
    toSavedAddress?: boolean;
    accountId?: string;
    shippingPrice?: number | null;
    extras?: typeof noExtras;
  } = {},
) {
  const lines = [await bench.line(line)];
  const { id } = await bench.queue.propose(
    accountId,
    {
      lines,
      address,
      shippingOption: 'Cheapest',
      shippingPrice: 5,
      extras: noExtras,
      confirmedParts: lines.reduce((sum, one) => sum + (one.unitPrice ?? 0) * one.quantity, 0),
      ...more,
    },
    proposer,
    toSavedAddress,
  );
  return id;
}

const unsigned = { state: 'queued', wait: 'consent', problem: { code: 'unsigned' } };
const used = (bench: QueueBench) => bench.queue.budget()?.used;

describe('a budget', () => {
  it('signs what it covers until the month is used up, and the next one asks a person.', async () => {
    const bench = await open();
    expect(used(bench)).toBe(0);
    const first = await propose(bench);
    expect(bench.job(first)).toMatchObject({
      payload: {
        proposal: { ...proposer, signedAt: bench.clock.now(), budget: { total, currency: 'USD' } },
        agreement: { maxTotal: total },
      },
    });
    await bench.clock.settle();
    expect(bench.job(first).state).toBe('done');
    expect(used(bench)).toBe(total);
    await propose(bench);
    const third = await propose(bench);
    await bench.clock.settle();
    expect(bench.service.orders).toHaveLength(2);
    expect(bench.job(third)).toMatchObject(unsigned);
    expect(used(bench)).toBe(2 * total);
    // It is counted from the jobs, so that a restart forgets nothing.
    bench.restart();
    expect(bench.queue.budget()).toEqual({ budget, used: 2 * total });
    // A person still signs beyond it, and that is not counted.
    bench.queue.confirm(third, total);
    await bench.clock.settle();
    expect(bench.service.orders).toHaveLength(3);
    expect(used(bench)).toBe(2 * total);
  });

  it('counts several proposals of the same moment one after the other.', async () => {
    const bench = await open();
    await Promise.all(Array.from({ length: 6 }, () => propose(bench)));
    await bench.clock.settle();
    expect(bench.service.orders).toHaveLength(2);
  });

  it('begins anew with the next calendar month.', async () => {
    const bench = await open({ ...budget, perMonth: total });
    await propose(bench);
    await bench.clock.settle();
    bench.clock.jump(hours(24 * 32));
    expect(used(bench)).toBe(0);
    await propose(bench);
    await bench.clock.settle();
    expect(bench.service.orders).toHaveLength(2);
  });

  it.each<[string, Partial<AgentBudget> | null, Parameters<typeof propose>[1]]>([
    ['no budget', null, {}],
    ['a dearer order', { perOrder: total - 0.01 }, {}],
    ['more than the month has', { perMonth: total - 0.01 }, {}],
    ['another material', { materials: [7] }, {}],
    ['no material at all', { materials: [] }, {}],
    ['another account', { accountId: 'workshop' }, {}],
    ['another currency', { currency: 'EUR' }, {}],
    ['unknown shipping', {}, { shippingPrice: null }],
    ['an incentive code', {}, { extras: { ...noExtras, incentives: ['HALF'] } }],
    ['another address than the saved one', {}, { toSavedAddress: false }],
    [
      'a part that reading left doubts about',
      {},
      { line: { facts: { doubts: [{ key: 'geometry.doubt.units' }] } as never } },
    ],
  ])('It does not sign with %s.', async (_why, change, proposal) => {
    const bench = await open(change && { ...budget, ...change });
    const id = await propose(bench, proposal);
    await bench.clock.advance(hours(1));
    expect(bench.service.sent).toEqual([]);
    expect(bench.job(id)).toMatchObject(unsigned);
  });

  it('Any material is any.', async () => {
    const bench = await open({ ...budget, materials: null });
    await propose(bench);
    await bench.clock.settle();
    expect(bench.service.orders).toHaveLength(1);
  });
});

describe('what changes between the proposal and its last byte', () => {
  it.each<[string, (bench: QueueBench) => void, string]>([
    ['the price', ({ service }) => (service.unitPrice = 4.51), 'above-limit'],
    ['shipping', ({ service }) => (service.shippingPrices = [{ ...shipping, price: 5.01 }]), 'above-limit'],
    ['that shipping is named at all', ({ service }) => (service.shippingPrices = null), 'above-limit'],
  ])('%s: a person is asked, and signs then.', async (_what, change, code) => {
    const bench = await open();
    bench.queue.setPaused(true);
    const id = await propose(bench);
    change(bench);
    bench.queue.setPaused(false);
    await bench.clock.settle();
    const held = bench.job(id);
    expect(held).toMatchObject({ wait: 'consent', problem: { code } });
    expect(bench.service.orders).toEqual([]);
    if (held.kind !== 'order') throw new Error('an order');
    bench.queue.confirm(id, held.offer?.total);
    await bench.clock.settle();
    expect(bench.job(id)).toMatchObject({
      state: 'done',
      payload: { proposal: { signedAt: expect.any(Number) } },
    });
    // It is the person's order now.
    expect(bench.job(id)).not.toHaveProperty('payload.proposal.budget');
    expect(used(bench)).toBe(0);
  });

  it('Turned off or lowered: what waits is unsigned again, and what is being sent stops before its last byte.', async () => {
    const bench = await open();
    bench.queue.setPaused(true);
    const [off, kept] = [await propose(bench), await propose(bench)];
    bench.queue.setBudget({ ...budget, perMonth: total });
    // Both count, so neither fits beside the other, and the first to ask goes back.
    expect([bench.job(off), bench.job(kept)].filter(({ wait }) => wait === 'consent')).toHaveLength(1);
    bench.queue.setBudget(null);
    expect(bench.queue.budget()).toBeNull();
    for (const id of [off, kept]) expect(bench.job(id)).toMatchObject({ ...unsigned, offer: { total } });
    bench.queue.setPaused(false);
    await bench.clock.advance(hours(1));
    expect(bench.service.orders).toEqual([]);

    bench.queue.setBudget(budget);
    const running = await propose(bench);
    const { placeOrder } = bench.service.client;
    bench.service.client.placeOrder = (request, gate) => {
      bench.queue.setBudget(null);
      return placeOrder(request, gate);
    };
    await bench.clock.settle();
    expect(bench.service.orders).toEqual([]);
    expect(bench.job(running)).toMatchObject(unsigned);
    bench.queue.confirm(running, total);
    await bench.clock.settle();
    expect(bench.job(running).state).toBe('done');
  });

  it('An older copy of the data has no budget, for it does not know what was ordered since.', async () => {
    const bench = await open();
    bench.queue.setPaused(true);
    const id = await propose(bench);
    bench.cut();
    bench.stamp = { isOutdated: true, adopt() {}, beforeSend: async () => {}, touch() {} };
    bench.boot();
    bench.queue.setPaused(false);
    await bench.clock.settle();
    expect(bench.queue.budget()).toBeNull();
    expect(bench.job(id)).toMatchObject(unsigned);
    expect(bench.service.orders).toEqual([]);
  });

  it('A damaged budget is none.', async () => {
    const bench = await open();
    const stored = bench.database.meta.get('agent-budget') ?? '';
    bench.database.meta.set('agent-budget', stored.replace('14.45', '94.45'));
    expect(bench.queue.budget()).toBeNull();
    expect(bench.job(await propose(bench))).toMatchObject(unsigned);
  });

  it('A damaged record of the month may hide an order, so nothing is covered.', async () => {
    const bench = await open();
    const { id } = await bench.order();
    bench.database.sqlite.prepare('UPDATE job SET payload = ? WHERE id = ?').run('{}', id);
    expect(bench.queue.budget()).toEqual({ budget, used: null });
    expect(bench.job(await propose(bench))).toMatchObject(unsigned);
  });
});

describe('what an order gives back', () => {
  it('everything when it is cancelled unsent.', async () => {
    const bench = await open();
    bench.queue.setPaused(true);
    const id = await propose(bench);
    expect(used(bench)).toBe(total);
    bench.queue.cancel(id);
    expect(used(bench)).toBe(0);
  });

  it('a refused one only when the lists of the service were compared with that.', async () => {
    const bench = await open();
    bench.service.orderings.push('refuse');
    const id = await propose(bench);
    await bench.clock.settle();
    expect(bench.job(id).state).toBe('rejected');
    expect(used(bench)).toBe(total);
    await bench.clock.advance(hours(2));
    expect(bench.job(id)).toMatchObject({ state: 'rejected', isCompared: true });
    expect(used(bench)).toBe(0);
  });

  it('nothing while its outcome is not known.', async () => {
    const bench = await open();
    bench.service.orderings.push('lose-answer');
    const id = await propose(bench);
    await bench.clock.settle();
    expect(bench.job(id).state).toBe('unknown');
    expect(used(bench)).toBe(total);
    // A command cannot say that it was never placed while it is being found out.
    expect(thrownCode(() => bench.queue.cancel(id))).toBe('too-late');
  });
});
