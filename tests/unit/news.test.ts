/** What is said once, to whoever takes it. */
import { describe, expect, it } from 'vitest';
import { News } from '../../src-main/news.ts';
import { orderListSchema } from '../../src-shared/api/orders.ts';
import type { Job } from '../../src-shared/jobs/job.ts';
import { english } from '../../src-shared/messages/english.ts';
import { orderJob, uploadJob } from '../support/samples.ts';

function open(stored = new Map<string, unknown>(), isOn = true) {
  let changes = 0;
  const news = new News({
    documents: {
      get: (key) => structuredClone(stored.get(key) ?? null),
      set: (key, value) => void stored.set(key, value),
      delete: (key) => void stored.delete(key),
    },
    isOn: () => isOn,
    changed: () => (changes += 1),
  });
  const titles = () => news.take(english).map(({ title, body }) => `${title}: ${body}`);
  return { news, stored, titles, changes: () => changes };
}

const refusal = { code: 'refused', message: '1 Main Street does not exist.' } as const;
const proposed = (): Job => {
  const job = orderJob({ state: 'queued', wait: 'consent' });
  const proposal = { by: 'agent 1.0', why: 'Send it to 1 Main Street.', proposedAt: 0, signedAt: null };
  return { ...job, payload: { ...job.payload, proposal } };
};

describe('jobs', () => {
  it('Each event is told once, to one taker, and not again after a restart.', () => {
    const { news, stored, titles, changes } = open();
    const job = orderJob({ state: 'rejected', problem: refusal });
    news.jobChanged(job);
    news.jobChanged({ ...job, updatedAt: job.updatedAt + 1 });
    expect(changes()).toBe(1);
    expect(titles()).toEqual([expect.stringMatching(/^Refused or not sent: Order of .*, \$/)]);
    expect(titles()).toEqual([]);
    const later = open(stored);
    later.news.jobChanged(job);
    expect(later.titles()).toEqual([]);
    expect(later.changes()).toBe(0);
  });

  it('What nobody took is told by the next process.', () => {
    const { news, stored } = open();
    news.jobChanged(proposed());
    const later = open(stored);
    later.news.jobChanged(proposed());
    expect(later.titles()).toHaveLength(1);
  });

  it('What is over before it was taken is not told, and is news when it comes again.', () => {
    const { news, titles } = open();
    const held = orderJob({ state: 'queued', wait: 'consent' });
    news.jobChanged(held);
    news.jobChanged(orderJob({ state: 'preparing' }));
    expect(titles()).toEqual([]);
    news.jobChanged(held);
    expect(titles()).toHaveLength(1);
    news.jobChanged(orderJob({ state: 'preparing' }));
    news.jobChanged(held);
    expect(titles()).toHaveLength(1);
  });

  it.each<[string, Job, string | null]>([
    ['a proposal', proposed(), 'A proposal waits for your signature'],
    ['an order whose price rose', orderJob({ state: 'queued', wait: 'consent' }), 'Fabdesk needs you'],
    ['an unknown outcome', uploadJob({ state: 'ask' }), 'Fabdesk needs you'],
    ['a job that failed', uploadJob({ state: 'poison' }), 'Refused or not sent'],
    ['an order that is placed', orderJob({ state: 'done' }), 'Order placed'],
    ['an upload that is done', uploadJob({ state: 'done' }), null],
    ['a job that waits for the network', uploadJob({ state: 'queued', wait: 'network' }), null],
    ['a cancelled job', orderJob({ state: 'cancelled' }), null],
    [
      'a proposal that ended',
      orderJob({ state: 'rejected', problem: { code: 'proposal-ended', message: 'Nobody signed it.' } }),
      null,
    ],
  ])('What is told of %s.', (_what, job, title) => {
    const { news, titles } = open();
    news.jobChanged(job);
    expect(titles().map((text) => text.split(':')[0])).toEqual(title === null ? [] : [title]);
  });

  it('It names the order and the amount, and no reason, address or text of a program.', () => {
    const { news, titles } = open();
    news.jobChanged(orderJob({ id: 'a', state: 'rejected', problem: refusal }));
    news.jobChanged({ ...proposed(), id: 'b' });
    const all = titles().join();
    expect(all).toMatch(/\$\d/);
    for (const text of ['Main Street', 'agent', 'Lovelace']) expect(all).not.toContain(text);
  });

  it('Switched off, nothing is told, and nothing of that time when it is on again.', () => {
    const off = open(new Map(), false);
    off.news.jobChanged(proposed());
    off.news.unopened();
    expect(off.titles()).toEqual([]);
    const on = open(off.stored);
    on.news.jobChanged(proposed());
    expect(on.titles()).toEqual([]);
  });
});

describe('orders of the service', () => {
  const list = (status: string, rejected = false) =>
    orderListSchema.parse({
      result: 'success',
      ordersCount: { total: 1, placed: 0, in_production: 0, cancelled: 0, unknown: 0, shipped: 0 },
      ordersStatus: { 7: { status, items: {} } },
      ordersInfo: [
        {
          orderId: 7,
          shipments: [],
          orderProducts: [
            {
              orderProductId: 1,
              quantity: 1,
              models: [
                {
                  modelId: 1,
                  materialId: 6,
                  rejection: rejected
                    ? { rejectionReasons: ['The wall is too thin.'], affectedMaterials: [] }
                    : null,
                },
              ],
            },
          ],
        },
      ],
    });

  it('What changed since the last list is told, and nothing that was so before.', () => {
    const { news, stored, titles } = open();
    news.ordersListed('studio', list('in_production'));
    expect(titles()).toEqual([]);
    news.ordersListed('studio', list('shipped'));
    news.ordersListed('studio', list('shipped'));
    expect(titles()).toEqual(['Shipped: Order 7']);
    news.ordersListed('studio', list('shipped', true));
    expect(titles()).toEqual(['The print service rejected parts: Order 7']);
    // The same number in another account is another order, which is seen for the first time.
    const later = open(stored);
    later.news.ordersListed('local', list('shipped'));
    later.news.ordersListed('studio', list('shipped', true));
    expect(later.titles()).toEqual([]);
  });
});

it('Each file that another program could not hand over is told.', () => {
  const { news, titles } = open();
  news.unopened();
  news.unopened();
  expect(titles()).toHaveLength(2);
});
