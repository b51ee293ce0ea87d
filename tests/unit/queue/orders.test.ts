import { describe, expect, it } from 'vitest';
import { noExtras } from '../../../src-shared/jobs/order-extras.ts';
import { hours, minutes } from '../../support/durations.ts';
import { rejectionCode } from '../../support/error-code.ts';
import { QueueBench } from '../../support/queue-bench.ts';

describe('placing an order', () => {
  it('Placing an order uploads its files first and orders exactly those models.', async () => {
    const bench = await QueueBench.open();
    const order = await bench.order();
    expect(order).toMatchObject({ state: 'queued', wait: 'dependency' });
    await bench.clock.settle();
    expect(bench.service.sent).toEqual(['upload bracket', 'order Lovelace']);
    expect(bench.service.orders[0]?.request).toMatchObject({
      items: [{ modelId: 100, materialId: 6, quantity: 2 }],
      lastName: 'Lovelace',
      paymentVerificationId: 'pay-1',
      paymentMethod: 'credit_card',
      shippingOption: 'Cheapest',
    });
    expect(bench.job(order.id)).toMatchObject({
      state: 'done',
      result: { orderId: 101, productionOrderIds: [1101] },
    });
    const parts = [{ modelId: 100, version: 0, materialId: 6, unitPrice: 4.5 }];
    const placed = { sum: { parts: 9, fee: 0.45, currency: 'USD' }, placedAt: bench.clock.now(), parts };
    expect([...bench.queue.placedOrders('local')]).toMatchObject([[101, placed]]);
  });

  it('Uploads and their order are stored together or not at all.', async () => {
    const bench = await QueueBench.open();
    bench.queue.setPaused(true);
    bench.database.sqlite.exec(`CREATE TRIGGER full BEFORE INSERT ON job WHEN NEW.kind = 'order'
      BEGIN SELECT RAISE(ABORT, 'no more'); END`);
    await expect(bench.order()).rejects.toThrow('no more');
    expect(bench.queue.list()).toEqual([]);
    expect(bench.events).toEqual([]);
  });

  it('An order keeps what reading left out of its parts, also once it is placed.', async () => {
    const bench = await QueueBench.open();
    const doubts = [{ key: 'geometry.hiddenBodies', params: { count: 2, format: 'STEP' } }];
    const known = { watertight: true, shells: 1, findings: [], thorough: null, hasColours: null };
    const facts = { ...known, possibleUnits: [], doubts };
    const { id } = await bench.order([await bench.line({ facts }), await bench.line({ id: 'other' })]);
    bench.restart();
    const { payload } = bench.job(id);
    expect('lines' in payload && payload.lines.map((line) => line.doubts)).toEqual([doubts, undefined]);
    await bench.clock.settle();
    const placed = [...bench.queue.placedOrders('local').values()];
    expect(placed.map(({ parts }) => parts?.map((part) => part.doubts))).toEqual([[doubts, undefined]]);
  });

  it('An order reuses an upload of the same file and size, done or waiting, and no other.', async () => {
    const bench = await QueueBench.open();
    await bench.order();
    await bench.clock.settle();
    await bench.order();
    bench.queue.setPaused(true);
    await bench.clock.settle();
    const smaller = await bench.line({ uploadScale: 0.002 });
    await bench.order([smaller]);
    await bench.order([smaller]);
    const uploads = bench.queue.list().filter((job) => job.kind === 'upload');
    expect(uploads.map((job) => job.payload.uploadScale)).toEqual([0.001, 0.002]);
  });

  it('An order uploads again what the service no longer has.', async () => {
    const bench = await QueueBench.open();
    await bench.order();
    await bench.clock.settle();
    await bench.queue.enqueueChange('local', { op: 'delete-model', modelId: 100, modelTitle: '' });
    await bench.clock.settle();
    await bench.order();
    await bench.clock.settle();
    const [model] = bench.service.models;
    expect(model?.modelId).toBeGreaterThan(100);
    expect(bench.service.orders[1]?.request.items[0]?.modelId).toBe(model?.modelId);
  });

  it('An order can name models that the service already has.', async () => {
    const bench = await QueueBench.open();
    await bench.order([await bench.line({ source: { modelId: 55 } })]);
    await bench.clock.settle();
    expect(bench.service.sent).toEqual(['order Lovelace']);
    expect(bench.service.orders[0]?.request.items[0]?.modelId).toBe(55);
  });

  it('A line without a file orders a model of the service at the price of that model.', async () => {
    const bench = await QueueBench.open();
    const modelId = bench.service.addModel('somebody else’s');
    bench.service.offers.set(modelId, { '6': { price: 21, basePrice: 11, markup: 10, isActive: true } });
    const parts = { geometry: null, source: { modelId } };
    const wrong = await bench.order([await bench.line({ ...parts, unitPrice: 11 })]);
    await bench.clock.settle();
    expect(bench.job(wrong.id)).toMatchObject({ wait: 'consent', offer: { unitPrices: [21], parts: 42 } });
    await bench.order([await bench.line({ ...parts, unitPrice: 21 })]);
    await bench.clock.settle();
    expect(bench.service.orders.map(({ request }) => request.items)).toEqual([
      [{ modelId, materialId: 6, quantity: 2 }],
    ]);
    expect(bench.service.sent).toEqual(['order Lovelace']);
  });

  it('Repeated calls with one request key place one order.', async () => {
    const bench = await QueueBench.open();
    const calls = [1, 2, 3].map(() => bench.order(undefined, { requestKey: 'click-1' }));
    const orders = await Promise.all(calls);
    await bench.clock.settle();
    const later = await bench.order(undefined, { requestKey: 'click-1' });
    expect(new Set([...orders, later].map((job) => job.id)).size).toBe(1);
    expect(bench.service.orders).toHaveLength(1);
    await bench.order(undefined, { requestKey: 'click-2' });
    await bench.clock.settle();
    expect(bench.service.orders).toHaveLength(2);
  });

  it('An order is refused if its address is invalid or its total was not confirmed.', async () => {
    const bench = await QueueBench.open();
    const line = await bench.line();
    const order = { lines: [line], shippingOption: 'Cheapest' as const, extras: noExtras, confirmedParts: 9 };
    const { address } = await import('../../support/jobs.ts');
    const place = (changes: object) => bench.queue.placeOrder('local', { ...order, address, ...changes });
    expect(await rejectionCode(place({ address: { ...address, country: 'US', state: 'New York' } }))).toBe(
      'bad-address',
    );
    expect(await rejectionCode(place({ confirmedParts: 8.9 }))).toBe('total-differs');
    const euros = { ...line, currency: 'EUR' };
    expect(await rejectionCode(place({ lines: [line, euros], confirmedParts: 18 }))).toBe('mixed-currencies');
    const strange = { ...line, source: { uploadJobId: 'nobody' } };
    expect(await rejectionCode(place({ lines: [strange] }))).toBe('upload-failed');
    bench.spooled.clear();
    expect(await rejectionCode(place({}))).toBe('file-not-found');
    expect(bench.queue.list()).toEqual([]);
  });

  it('Orders are placed one at a time.', async () => {
    const bench = await QueueBench.open();
    bench.service.orderings.push('hang');
    const line = await bench.line({ source: { modelId: 5 } });
    await bench.order([line], { lastName: 'First' });
    await bench.order([line], { lastName: 'Second' });
    await bench.clock.settle();
    expect(bench.queue.list().map((job) => job.state)).toEqual(['armed', 'queued']);
    bench.service.release();
    await bench.clock.settle();
    expect(bench.service.sent).toEqual(['order First', 'order Second']);
  });
});

describe('an order behind its uploads', () => {
  it('An order is rejected unsent if one of its uploads can never be done.', async () => {
    const bench = await QueueBench.open();
    bench.service.uploads.push('refuse');
    const order = await bench.order();
    await bench.clock.settle();
    expect(bench.job(order.id)).toMatchObject({ state: 'rejected', problem: { code: 'upload-failed' } });
    expect(bench.job(order.id).problem?.message).toContain('The wall is too thin.');
    expect(bench.service.orders).toEqual([]);
  });

  it('An order waits while the outcome of an upload is unknown and is sent once it is known.', async () => {
    const bench = await QueueBench.open();
    bench.service.uploads.push('lose-answer');
    bench.service.hidesFiles = true;
    const order = await bench.order();
    const [upload] = order.dependsOn as [string];
    await bench.clock.advance(hours(1));
    expect(bench.job(order.id)).toMatchObject({ state: 'queued', wait: 'dependency' });
    expect(await bench.queue.candidates(upload)).toEqual([
      expect.objectContaining({
        remoteId: 100,
        title: 'bracket',
        detail: expect.stringContaining('same title'),
      }),
    ]);
    await bench.queue.resolve(upload, { kind: 'it-is', remoteId: 100 });
    await bench.clock.settle();
    expect(bench.job(upload)).toMatchObject({ state: 'done', result: { modelId: 100 } });
    expect(bench.job(order.id).state).toBe('done');
    expect(bench.service.sent).toEqual(['upload bracket', 'order Lovelace']);
  });

  it('An order is sent once its lost upload was found by its mark.', async () => {
    const bench = await QueueBench.open();
    bench.service.uploads.push('lose-answer');
    const order = await bench.order();
    await bench.clock.advance(10_000);
    expect(bench.job(order.id).state).toBe('done');
    expect(bench.service.sent).toEqual(['upload bracket', 'order Lovelace']);
  });

  it('Uploads that an order waits for cannot be cancelled.', async () => {
    const bench = await QueueBench.open();
    bench.queue.setPaused(true);
    const order = await bench.order();
    const [upload] = order.dependsOn as [string];
    expect(() => bench.queue.cancel(upload)).toThrow(expect.objectContaining({ code: 'needed-by-order' }));
    bench.queue.cancel(order.id);
    bench.queue.cancel(upload);
    expect(bench.queue.list().map((job) => job.state)).toEqual(['cancelled', 'cancelled']);
  });
});

describe('the price guard', () => {
  const setUp = async () => {
    const bench = await QueueBench.open();
    bench.queue.setPaused(true);
    const order = await bench.order([await bench.line({ source: { modelId: 5 } })]);
    const go = async () => {
      bench.queue.setPaused(false);
      await bench.clock.settle();
      return bench.job(order.id);
    };
    return { bench, order, go };
  };

  it('A price rise within the tolerance and any fall pass without asking.', async () => {
    for (const unitPrice of [4.59, 1]) {
      const { bench, go } = await setUp();
      bench.service.unitPrice = unitPrice;
      const job = await go();
      expect(job.state).toBe('done');
      // What was booked is stored beside what was agreed.
      expect(job).toMatchObject({ payload: { agreement: { parts: 9, found: { parts: 2 * unitPrice } } } });
    }
  });

  it.each([
    ['shipping makes it dearer', 6.5, 15.94, /The order costs .15\.95, and your limit is .15\.94/],
    ['the service does not say what shipping costs', null, 15.95, /does not say what shipping costs/],
    ['it is enough', 6.5, 15.95, null],
  ])('A limit for the whole order holds when it is sent: %s.', async (_what, price, maxTotal, reason) => {
    // Agreed without a connection: two pieces for 4.50 and the fee of 0.45; shipping was not known.
    const { bench } = await setUp();
    const shipping = { option: 'Cheapest', carrier: 'UPS', transitDays: null, currency: 'USD' } as const;
    bench.service.shippingPrices = price === null ? null : [{ ...shipping, price }];
    const line = await bench.line({ source: { modelId: 6 } });
    const limited = await bench.order([line], { hasLimit: true, maxTotal });
    bench.queue.setPaused(false);
    await bench.clock.settle();
    const job = bench.job(limited.id);
    if (reason === null) return expect(job.state).toBe('done');
    expect(job).toMatchObject({ wait: 'consent', problem: { code: 'above-limit' } });
    expect(job.problem?.message).toMatch(reason);
  });

  it('Where a limit stands, and after a confirmation, no price may rise at all.', async () => {
    const { bench } = await setUp();
    bench.service.unitPrice = 4.51;
    const limited = await bench.order([await bench.line({ source: { modelId: 6 } })], { hasLimit: true });
    bench.queue.setPaused(false);
    await bench.clock.settle();
    expect(bench.job(limited.id)).toMatchObject({ wait: 'consent', offer: { parts: 9.02 } });
    bench.queue.setPaused(true);
    bench.queue.confirm(limited.id, 9.47);
    bench.service.unitPrice = 4.52;
    bench.queue.setPaused(false);
    await bench.clock.settle();
    expect(bench.job(limited.id)).toMatchObject({ wait: 'consent', offer: { parts: 9.04 } });
    expect(bench.service.sent).toHaveLength(1);
  });

  it('A higher price asks first and goes on only with exactly the confirmed total.', async () => {
    const { bench, order, go } = await setUp();
    bench.service.unitPrice = 4.6;
    expect(await go()).toMatchObject({
      state: 'queued',
      wait: 'consent',
      problem: { code: 'price-rose', message: expect.stringContaining('from $9.45 to $9.66') },
      offer: { parts: 9.2, currency: 'USD', unitPrices: [4.6] },
    });
    await bench.clock.advance(hours(2));
    expect(bench.service.sent).toEqual([]);
    expect(bench.queue.counts().needsYou).toBe(1);
    expect(() => bench.queue.confirm(order.id, 9.45)).toThrow(
      expect.objectContaining({ code: 'price-changed' }),
    );
    expect(() => bench.queue.retry(order.id)).toThrow();
    bench.queue.confirm(order.id, 9.66);
    await bench.clock.settle();
    expect(bench.job(order.id)).toMatchObject({
      state: 'done',
      offer: null,
      payload: { confirmedParts: 9.2, lines: [{ unitPrice: 4.6 }] },
    });
    expect(() => bench.queue.confirm(order.id, 9.66)).toThrow(/does not wait/);
  });

  it('A price that rises once more asks again.', async () => {
    const { bench, order, go } = await setUp();
    bench.service.unitPrice = 6;
    await go();
    bench.service.unitPrice = 7;
    bench.queue.confirm(order.id, 12.6);
    await bench.clock.settle();
    expect(bench.job(order.id)).toMatchObject({ wait: 'consent', offer: { parts: 14 } });
    expect(bench.service.sent).toEqual([]);
  });

  it('A consent older than a day asks again, even if the clock was moved or Fabdesk restarted.', async () => {
    for (const passed of [hours(24) + 1, -hours(25)]) {
      const { bench, order, go } = await setUp();
      bench.clock.jump(passed);
      expect(await go()).toMatchObject({ wait: 'consent', problem: { code: 'consent-old' } });
      bench.restart();
      await bench.clock.advance(hours(1));
      expect(bench.job(order.id)).toMatchObject({ wait: 'consent', offer: { parts: 9 } });
      bench.queue.confirm(order.id, 9.45);
      await bench.clock.settle();
      expect(bench.job(order.id).state).toBe('done');
    }
  });

  it('A consent counts for a day.', async () => {
    const { bench, go } = await setUp();
    await bench.clock.advance(hours(24));
    expect((await go()).state).toBe('done');
  });

  it('A changed currency asks, and a missing price waits.', async () => {
    const first = await setUp();
    first.bench.service.currency = 'EUR';
    expect(await first.go()).toMatchObject({ wait: 'consent', problem: { code: 'currency-changed' } });
    const second = await setUp();
    second.bench.service.unitPrice = 0;
    expect(await second.go()).toMatchObject({ state: 'queued', problem: { code: 'price-missing' } });
    second.bench.service.unitPrice = 4.5;
    await second.bench.clock.advance(minutes(20));
    expect(second.bench.job(second.order.id).state).toBe('done');
  });

  it('Nothing is ordered without a payment id until there is one.', async () => {
    const { bench, order, go } = await setUp();
    bench.paymentId = null;
    expect(await go()).toMatchObject({ wait: 'sign-in', problem: { code: 'payment-id-missing' } });
    bench.paymentId = 'pay-2';
    bench.monitor.signedIn('local');
    await bench.clock.settle();
    expect(bench.job(order.id).state).toBe('done');
  });
});
