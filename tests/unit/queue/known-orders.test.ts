/** When a list of orders counts as complete: the basis for calling an order absent. */
import { describe, expect, it } from 'vitest';
import { readKnownOrders } from '../../../src-main/queue/reconcile/known-orders.ts';
import { orderListSchema } from '../../../src-shared/api/orders.ts';

interface Wish {
  readonly limit?: number;
  readonly page?: number;
}

/** Lists the newest first. `before`: called with the number of each answer, from 1, before it is made. */
class Orders {
  ids: number[];
  calls = 0;
  hidden = 0;
  /** Takes `limit` and `page`. */
  hasPages = true;
  before: (call: number) => void = () => {};
  /** Counts only what it shows. */
  countsPage = false;
  /** How many of the newest orders an answer, by its number, does not contain yet. */
  behind: (call: number) => number = () => 0;

  constructor(count: number) {
    this.ids = Array.from({ length: count }, (_, index) => index + 1);
  }

  listOrders = async ({ limit = 20, page = 1 }: Wish = {}) => {
    this.calls += 1;
    this.before(this.calls);
    const [size, from] = this.hasPages ? [limit, (page - 1) * limit] : [20, 0];
    const seen = this.ids.toReversed().slice(this.behind(this.calls));
    const shown = seen.slice(from, from + size);
    return orderListSchema.parse({
      result: 'success',
      ordersCount: { total: this.countsPage ? shown.length : seen.length + this.hidden },
      ordersStatus: Object.fromEntries(shown.map((id) => [String(id), { status: 'placed', items: {} }])),
      ordersInfo: shown.map((orderId) => ({ orderId, refNumber: null, orderProducts: [] })),
    });
  };

  arrive(): void {
    this.ids.push(this.ids.length + 1);
  }
}

describe('the orders of an account', () => {
  it('Orders are read in one call if one list shows all, otherwise page by page.', async () => {
    for (const [count, calls] of [
      [0, 1],
      // It may be a page: a smaller one shows whether the service counts more.
      [20, 2],
      [100, 2],
      [21, 2],
      [250, 4],
      [2_000, 21],
    ] as const) {
      const orders = new Orders(count);
      const { ids, isComplete } = await readKnownOrders(orders);
      expect([ids.size, isComplete, orders.calls]).toEqual([count, true, calls]);
    }
  });

  it('All orders are read even if one arrives between any two pages.', async () => {
    for (let arrival = 2; arrival <= 4; arrival++) {
      const orders = new Orders(250);
      orders.before = (call) => {
        if (call === arrival) orders.arrive();
      };
      const { ids, isComplete } = await readKnownOrders(orders);
      expect([ids.size, isComplete], `before answer ${arrival}`).toEqual([251, true]);
      expect(orders.calls).toBeLessThan(9);
    }
  });

  it('All orders are read even if several arrive, once no more arrive.', async () => {
    const orders = new Orders(350);
    orders.before = (call) => {
      if (call === 2 || call === 4 || call === 7) orders.arrive();
    };
    const { ids, isComplete } = await readKnownOrders(orders);
    expect([ids.size, isComplete]).toEqual([353, true]);
  });

  it('All orders are read even if one arrives before every answer.', async () => {
    const orders = new Orders(250);
    orders.before = () => orders.arrive();
    const { ids, isComplete } = await readKnownOrders(orders);
    expect([ids.size, isComplete]).toEqual([orders.ids.length, true]);
    expect(orders.calls).toBeLessThan(7);
  });

  it('The list of orders is incomplete if the service hides some, cuts it off, or holds too many.', async () => {
    const hides = Object.assign(new Orders(130), { hidden: 1 });
    expect((await readKnownOrders(hides)).isComplete).toBe(false);
    expect(hides.calls).toBeLessThan(5);
    const cuts = Object.assign(new Orders(25), { hasPages: false });
    expect((await readKnownOrders(cuts)).isComplete).toBe(false);
    expect(cuts.calls).toBe(3);
    for (const [count, hasPages] of [
      [25, false],
      [20, false],
      [20, true],
    ] as const) {
      const page = Object.assign(new Orders(count), { countsPage: true, hasPages });
      expect((await readKnownOrders(page)).isComplete).toBe(false);
    }
    expect((await readKnownOrders(new Orders(19), new Set([19, 20]))).isComplete).toBe(false);
    const busy = Object.assign(new Orders(2_500), { before: () => busy.arrive() });
    expect((await readKnownOrders(busy)).isComplete).toBe(false);
    expect(busy.calls).toBe(12);
  });

  it('The list of orders is incomplete if a cut-off list also grows while it is read.', async () => {
    const orders = Object.assign(new Orders(25), { hasPages: false });
    orders.before = (call) => {
      if (call < 4) orders.arrive();
    };
    const { ids, isComplete } = await readKnownOrders(orders);
    expect(isComplete).toBe(false);
    expect(ids.size).toBeLessThan(orders.ids.length);
  });

  it('The list of orders is never called complete with an order missing if answers differ in age.', async () => {
    // The second page is older than the first: number 151 slips through between them.
    const orders = new Orders(250);
    orders.behind = (call) => (call === 3 ? 1 : 0);
    const { ids, isComplete } = await readKnownOrders(orders);
    expect([ids.size, isComplete]).toEqual([250, true]);
    for (let pattern = 0; pattern < 256; pattern++) {
      const mixed = new Orders(250);
      mixed.behind = (call) => (pattern >> (call % 8)) & 1;
      const read = await readKnownOrders(mixed);
      const old = mixed.ids.slice(0, -1).filter((id) => !read.ids.has(id));
      if (read.isComplete) expect(old, `pattern ${pattern}`).toEqual([]);
      expect(mixed.calls).toBeLessThan(20);
    }
  });
});
