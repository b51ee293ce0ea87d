/**
 * The clock and the faults of a rehearsal, and the orders that follow the clock. All processes of a service
 * share them, so these tests run with three of them, too (vitest.config.ts).
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { boxStl } from '../../support/models.ts';
import { orderBody } from '../../support/order.ts';
import { processCount } from '../../support/stores/more-processes.ts';
import { upload } from '../../support/upload.ts';
import { useWorkshop } from '../../support/workshop.ts';

const workshop = useWorkshop();

describe('the clock', () => {
  it('An order moves from placed through production to shipped as time passes.', async () => {
    const orderId = await workshop.order([6]);
    expect((await workshop.read(orderId)).items).toEqual([
      { processing: 2, in_production: 0, complete: 0, cancelled: 0 },
    ]);
    await workshop.pass(13);
    let now = await workshop.read(orderId);
    expect([now.status, now.counts.in_production]).toEqual(['in_production', 1]);
    expect(now.items).toEqual([{ processing: 0, in_production: 2, complete: 0, cancelled: 0 }]);
    expect(now.info.shipments).toBeNull();
    await workshop.pass(6 * 24);
    now = await workshop.read(orderId);
    expect(now.status).toBe('shipped');
    expect(now.items).toEqual([{ processing: 0, in_production: 0, complete: 2, cancelled: 0 }]);
    expect(now.info.shipments).toEqual([
      {
        shipmentId: expect.any(Number),
        shipDate: expect.stringMatching(/^2026-11-2\d \d\d:\d\d:\d\d$/),
        carrier: 'USPS',
        trackingNumber: expect.stringMatching(/^FD\d{15}$/),
        trackingLink: expect.stringContaining('/tracking/FD'),
      },
    ]);
    expect(now.info.shipments[0].shipDate < now.info.targetShipDate).toBe(true);
  });

  it('Production continues after a restart, with its clock.', { tags: 'release' }, async () => {
    const orderId = await workshop.order([6]);
    await workshop.pass(13);
    await workshop.restart();
    expect((await workshop.read(orderId)).status).toBe('in_production');
    const state = (await workshop.operate('GET', '/state')).body;
    expect(state).toMatchObject({ clockOffsetSeconds: 13 * 3600, now: '2026-11-20T23:00:00.000Z' });
  });

  it('The simulated clock only moves forward.', async () => {
    expect((await workshop.operate('POST', '/clock', { seconds: -5 })).status).toBe(400);
  });
});

describe('rehearsed faults', () => {
  const add = (rule: Record<string, unknown>) => workshop.operate('POST', '/faults', rule);
  /** Other processes get the message a moment later, and calls reach one after the other. */
  const fault = async (rule: Record<string, unknown>) => {
    await add(rule);
    if (processCount < 2) return;
    await add({ kind: 'status-before', status: 503, path: '/announced', times: 1000 });
    let answers = 0;
    const count = async () => {
      const { status } = await workshop.service.call('GET', '/announced');
      answers = status === 503 ? answers + 1 : 0;
      return answers;
    };
    await expect.poll(count).toBe(processCount);
  };
  const total = async () => (await workshop.service.call('GET', '/orders/v1')).body.ordersCount.total;
  let body: Record<string, unknown>;
  beforeEach(async () => {
    const modelId = await upload(workshop.service, boxStl(10, 10, 10));
    body = orderBody(
      [{ modelId, materialId: 6, quantity: 1 }],
      workshop.service.credentials.payment_verification_id,
    );
  });
  const place = () => workshop.service.call('POST', '/orders/v1', body);

  it('A fault drops the answer after the order is committed, once.', async () => {
    await fault({ kind: 'drop-after', method: 'POST', path: '/orders' });
    await expect(place()).rejects.toThrow();
    expect(await total()).toBe(1);
    expect((await place()).status).toBe(200);
  });

  it('A fault drops the connection before anything is done.', async () => {
    await fault({ kind: 'drop-before', path: '/orders', method: 'POST' });
    await expect(place()).rejects.toThrow();
    expect(await total()).toBe(0);
  });

  it('A fault answers 5xx before and after the effect.', { tags: 'release' }, async () => {
    await fault({ kind: 'status-before', path: '/orders', method: 'POST', status: 503 });
    expect((await place()).status).toBe(503);
    expect(await total()).toBe(0);
    await fault({ kind: 'status-after', path: '/orders', method: 'POST', status: 500 });
    const late = await place();
    expect([late.status, late.body.result]).toEqual([500, 'failure']);
    expect(await total()).toBe(1);
  });

  it('A fault breaks an answer off in the middle.', async () => {
    await fault({ kind: 'truncated-body', path: '/materials' });
    await expect(workshop.service.call('GET', '/materials/v1')).rejects.toThrow();
    expect((await workshop.service.call('GET', '/materials/v1')).status).toBe(200);
  });

  it('A fault expires a token permanently.', async () => {
    await fault({ kind: 'expired-token', path: '/materials' });
    for (let i = 0; i < 2; i++) {
      const answer = await workshop.service.call('GET', '/materials/v1');
      expect([answer.status, answer.body.reason]).toEqual([
        401,
        expect.stringMatching(/Invalid Token Error.*expired/),
      ]);
    }
  });

  it('A fault shows stale lists.', { tags: 'release' }, async () => {
    await place();
    await fault({ kind: 'stale-lists', path: '/orders', staleSeconds: 60 });
    expect(await total()).toBe(0);
    expect(await total()).toBe(1);
  });

  it('Faults are listed, count down and can be removed.', async () => {
    const { body: state } = await add({ kind: 'status-before', status: 429, times: 5 });
    expect(state.faults).toMatchObject([{ kind: 'status-before', left: 5 }]);
    // Other processes get the message a moment later; a call that is answered before does not count.
    const status = async () => (await workshop.service.call('GET', '/materials/v1')).status;
    await expect.poll(status).toBe(429);
    expect((await workshop.operate('GET', '/state')).body.faults).toMatchObject([{ left: 4 }]);
    await workshop.operate('DELETE', '/faults');
    expect((await workshop.service.call('GET', '/materials/v1')).status).toBe(200);
    expect((await add({ kind: 'earthquake' })).status).toBe(400);
  });
});
