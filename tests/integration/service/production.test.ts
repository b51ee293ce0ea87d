import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { boxStl } from '../../support/models.ts';
import { orderBody } from '../../support/order.ts';
import { startService, type TestService } from '../../support/service.ts';
import { upload } from '../../support/upload.ts';

let service: TestService;
let operatorUrl: string;
const friday = Date.parse('2026-11-20T10:00:00Z');
beforeEach(async () => {
  service = await startService({ clock: () => friday, productionSeed: 7 });
  operatorUrl = await service.service.operator.listen(0);
});
afterEach(() => service.close());

async function operate(method: string, path: string, body?: unknown, key = service.service.operator.key) {
  const answer = await fetch(`${operatorUrl}${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, ...(body ? { 'Content-Type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  // biome-ignore lint/suspicious/noExplicitAny: answers are asserted field by field
  return { status: answer.status, body: (await answer.json()) as any };
}
async function pass(hours: number): Promise<void> {
  await operate('POST', '/clock', { seconds: hours * 3600 });
  // The token has expired with the clock.
  service.forgetToken();
}

async function order(materialIds: number[], content = boxStl(10, 10, 10), quantity = 2): Promise<number> {
  const modelId = await upload(service, content);
  const items = materialIds.map((materialId) => ({ modelId, materialId, quantity }));
  const answer = await service.call(
    'POST',
    '/orders/v1',
    orderBody(items, service.credentials.payment_verification_id),
  );
  if (answer.status !== 200) throw new Error(answer.body.reason);
  return answer.body.orderId;
}
async function read(orderId: number) {
  const { body } = await service.call('GET', `/orders/${orderId}/v1`);
  const items = Object.values(body.ordersStatus[orderId].items) as { status: Record<string, number> }[];
  return {
    status: body.ordersStatus[orderId].status as string,
    items: items.map((item) => item.status),
    info: body.ordersInfo[0],
    counts: body.ordersCount,
  };
}
async function ledger(orderId: number): Promise<number> {
  const [row] = await service.query<{ sum: number }>(
    'select sum(cents) as sum from ledger where order_id = ?',
    orderId,
  );
  return row?.sum ?? Number.NaN;
}

describe("the operator's answers", () => {
  it.each([
    ['too deep', `{"reasons":["Too thin."],"affectedMaterials":${'['.repeat(5000)}${']'.repeat(5000)}}`],
    ['not JSON', '{"reasons":'],
  ])('The operator refuses a body that is %s.', async (_, body) => {
    const answer = await fetch(`${operatorUrl}/orders/1/reject`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${service.service.operator.key}`,
      },
      body,
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ result: 'failure' });
  });

  it('The operator answers broken requests in the shape of every answer.', async () => {
    const long = await operate('POST', `/orders/${'1'.repeat(300)}/start`);
    expect(long).toMatchObject({ status: 414, body: { result: 'failure', reason: expect.any(String) } });
    expect(JSON.stringify(long.body)).not.toContain('FST_');
    const socket = connect(Number(new URL(operatorUrl).port), '127.0.0.1');
    socket.end('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nBad\tName: 1\r\n\r\n');
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ result: 'failure' });
  });
});

describe('the workshop', () => {
  it('An order moves from placed through production to shipped as time passes.', async () => {
    const orderId = await order([6]);
    expect((await read(orderId)).items).toEqual([
      { processing: 2, in_production: 0, complete: 0, cancelled: 0 },
    ]);
    await pass(13);
    let now = await read(orderId);
    expect([now.status, now.counts.in_production]).toEqual(['in_production', 1]);
    expect(now.items).toEqual([{ processing: 0, in_production: 2, complete: 0, cancelled: 0 }]);
    expect(now.info.shipments).toBeNull();
    await pass(6 * 24);
    now = await read(orderId);
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

  it('Other orders continue when one cannot be moved.', async () => {
    const broken = await order([6], boxStl(9, 9, 9));
    const other = await order([6]);
    await service.query(
      "update model_file set geometry_json = '{' where model_id = (select model_id from order_product where order_id = ?)",
      broken,
    );
    await pass(13);
    expect((await read(other)).status).toBe('in_production');
    expect((await read(broken)).status).toBe('placed');
  });

  it('The same seed gives the same days and tracking numbers.', async () => {
    const orderId = await order([6, 81]);
    await pass(40 * 24);
    const first = (await read(orderId)).info.shipments;
    const other = await startService({ clock: () => friday, productionSeed: 7 });
    const url = await other.service.operator.listen(0);
    try {
      const modelId = await upload(other, boxStl(10, 10, 10));
      const items = [6, 81].map((materialId) => ({ modelId, materialId, quantity: 2 }));
      await other.call('POST', '/orders/v1', orderBody(items, other.credentials.payment_verification_id));
      await fetch(`${url}/clock`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${other.service.operator.key}`,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({ seconds: 40 * 24 * 3600 }),
      });
      other.forgetToken();
      const again = (await other.call('GET', '/orders/1/v1')).body.ordersInfo[0].shipments;
      expect(again[0].shipDate).toBe(first[0].shipDate);
      expect(again[0].trackingNumber).toBe(first[0].trackingNumber);
    } finally {
      await other.close();
    }
  });

  it('An order can be cancelled before production starts, and not after.', async () => {
    const early = await order([6]);
    const late = await order([6]);
    await pass(1);
    expect((await service.call('PUT', `/orders/${early}/v1`, { status: 'cancelled' })).status).toBe(200);
    await pass(12);
    const answer = await service.call('PUT', `/orders/${late}/v1`, { status: 'cancelled' });
    expect([answer.status, answer.body.reason]).toEqual([
      400,
      expect.stringMatching(/production has started/),
    ]);
    expect((await read(early)).status).toBe('cancelled');
  });

  it('Production rejects walls that are too thin, says why and refunds them.', async () => {
    // A plate of 0.8 mm is thick enough for nylon (0.7 mm) and too thin for steel (3 mm).
    const orderId = await order([6, 27], boxStl(40, 40, 0.8 * 4), 1);
    const thin = await order([23], boxStl(100, 100, 3.2), 1);
    await pass(13);
    expect((await read(orderId)).status).toBe('in_production');
    const steel = await read(thin);
    expect(steel.status).toBe('in_production');
    const sheet = await order([27], boxStl(60, 60, 3), 1);
    const veryThin = await order([23], boxStl(60, 60, 3), 1);
    await pass(13);
    expect((await read(sheet)).status).toBe('in_production');
    const rejected = await read(veryThin);
    expect(rejected.status).toBe('cancelled');
    expect(rejected.items).toEqual([{ processing: 0, in_production: 0, complete: 0, cancelled: 1 }]);
    expect(rejected.info.orderProducts[0].models[0].rejection).toEqual({
      rejectionReasons: [
        expect.stringMatching(/walls are about 2\.7 mm thick, and Stainless Steel needs 3 mm/),
      ],
      affectedMaterials: [23],
    });
    expect(await ledger(veryThin)).toBe(0);
  });

  it('Production continues after a restart, with its clock.', async () => {
    const orderId = await order([6]);
    await pass(13);
    service = await service.restart();
    expect((await read(orderId)).status).toBe('in_production');
    operatorUrl = await service.service.operator.listen(0);
    const state = (await operate('GET', '/state')).body;
    expect(state).toMatchObject({ clockOffsetSeconds: 13 * 3600, now: '2026-11-20T23:00:00.000Z' });
  });
});

describe('the operator', () => {
  it('The operator interface needs its key and its own host name.', async () => {
    expect((await operate('GET', '/state', undefined, 'guessed')).status).toBe(401);
    const page = await fetch(operatorUrl);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'/);
    const { request } = await import('node:http');
    const status = await new Promise((resolve) =>
      request(`${operatorUrl}/state`, { headers: { Host: 'evil.example' } }, (answer) =>
        resolve(answer.statusCode),
      ).end(),
    );
    expect(status).toBe(403);
  });

  it('An operator starts, completes and ships an order.', async () => {
    const orderId = await order([6]);
    await operate('POST', `/orders/${orderId}/start`);
    expect((await read(orderId)).status).toBe('in_production');
    await operate('POST', `/orders/${orderId}/complete`);
    expect((await read(orderId)).items[0]).toMatchObject({ complete: 2 });
    const { body } = await operate('POST', `/orders/${orderId}/ship`);
    expect(body.orders[0]).toMatchObject({ orderId, status: 'shipped' });
    expect((await operate('POST', `/orders/${orderId}/ship`)).body.reason).toMatch(/is shipped/);
    expect((await operate('POST', '/orders/999/ship')).status).toBe(404);
  });

  it('An operator rejects one product of several.', async () => {
    const orderId = await order([6, 25], undefined, 1);
    const [first] = (await read(orderId)).info.orderProducts;
    await operate('POST', `/orders/${orderId}/reject`, {
      orderProductId: first.orderProductId,
      reasons: ['It fell apart.'],
      affectedMaterials: [6],
    });
    const now = await read(orderId);
    expect(now.items).toEqual([
      { processing: 0, in_production: 0, complete: 0, cancelled: 1 },
      { processing: 1, in_production: 0, complete: 0, cancelled: 0 },
    ]);
    expect(now.info.orderProducts[0].models[0].rejection).toEqual({
      rejectionReasons: ['It fell apart.'],
      affectedMaterials: [6],
    });
    await operate('POST', `/orders/${orderId}/ship`);
    expect((await read(orderId)).status).toBe('shipped');
  });

  it('An order that is cancelled after one product was rejected is refunded once.', async () => {
    const orderId = await order([6, 25], undefined, 1);
    const [first] = (await read(orderId)).info.orderProducts;
    await operate('POST', `/orders/${orderId}/reject`, {
      orderProductId: first.orderProductId,
      reasons: ['It fell apart.'],
    });
    expect(await ledger(orderId)).toBeGreaterThan(0);
    expect((await service.call('PUT', `/orders/${orderId}/v1`, { status: 'cancelled' })).status).toBe(200);
    expect(await ledger(orderId)).toBe(0);
  });

  it('Refunds of single products add up to the fee that was paid, whatever was rounded.', async () => {
    // 2.90 each: the fee of one is 14.5 cents, of three 43.5.
    const orderId = await order([6, 6, 6], undefined, 1);
    const products = (await read(orderId)).info.orderProducts;
    for (const { orderProductId } of products)
      await operate('POST', `/orders/${orderId}/reject`, { orderProductId, reasons: ['It fell apart.'] });
    expect((await read(orderId)).status).toBe('cancelled');
    expect(await ledger(orderId)).toBe(0);
  });

  it('An operator rejects everything unfinished when no product is named.', async () => {
    const orderId = await order([6, 25]);
    await operate('POST', `/orders/${orderId}/reject`, { reasons: ['The workshop burned down.'] });
    expect((await read(orderId)).status).toBe('cancelled');
    expect(await ledger(orderId)).toBe(0);
  });

  it('A lost order is unknown and does not move until it is found in its previous state.', async () => {
    const [begun, waiting] = [await order([6]), await order([6])];
    await operate('POST', `/orders/${begun}/start`);
    for (const orderId of [begun, waiting]) await operate('POST', `/orders/${orderId}/lose`);
    await pass(24 * 60);
    expect((await read(begun)).status).toBe('unknown');
    expect((await service.call('GET', '/orders/v1')).body.ordersCount.unknown).toBe(2);
    await operate('POST', `/orders/${begun}/find`);
    expect((await read(begun)).status).toBe('in_production');
    expect((await operate('POST', `/orders/${begun}/find`)).status).toBe(400);
    // Nothing of the other one was begun, so it can still be cancelled.
    expect((await service.call('PUT', `/orders/${waiting}/v1`, { status: 'cancelled' })).status).toBe(200);
    expect(await ledger(waiting)).toBe(0);
  });

  it('An order becomes unknown when its material is no longer sold.', async () => {
    const orderId = await order([6]);
    await service.query('update order_product set material_id = 999999 where order_id = ?', orderId);
    // It is processed when its production is due.
    await pass(13);
    expect((await read(orderId)).status).toBe('unknown');
  });

  it('The simulated clock only moves forward.', async () => {
    expect((await operate('POST', '/clock', { seconds: -5 })).status).toBe(400);
  });
});

describe('rehearsed faults', () => {
  const fault = (rule: Record<string, unknown>) => operate('POST', '/faults', rule);
  const total = async () => (await service.call('GET', '/orders/v1')).body.ordersCount.total;
  let body: Record<string, unknown>;
  beforeEach(async () => {
    const modelId = await upload(service, boxStl(10, 10, 10));
    body = orderBody([{ modelId, materialId: 6, quantity: 1 }], service.credentials.payment_verification_id);
  });
  const place = () => service.call('POST', '/orders/v1', body);

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

  it('A fault answers 5xx before and after the effect.', async () => {
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
    await expect(service.call('GET', '/materials/v1')).rejects.toThrow();
    expect((await service.call('GET', '/materials/v1')).status).toBe(200);
  });

  it('A fault expires a token permanently.', async () => {
    await fault({ kind: 'expired-token', path: '/materials' });
    for (let i = 0; i < 2; i++) {
      const answer = await service.call('GET', '/materials/v1');
      expect([answer.status, answer.body.reason]).toEqual([
        401,
        expect.stringMatching(/Invalid Token Error.*expired/),
      ]);
    }
  });

  it('A fault shows stale lists.', async () => {
    await place();
    await fault({ kind: 'stale-lists', path: '/orders', staleSeconds: 60 });
    expect(await total()).toBe(0);
    expect(await total()).toBe(1);
  });

  it('Faults are listed, count down and can be removed.', async () => {
    const { body: state } = await fault({ kind: 'status-before', status: 429, times: 5 });
    expect(state.faults).toMatchObject([{ kind: 'status-before', left: 5 }]);
    expect((await service.call('GET', '/materials/v1')).status).toBe(429);
    expect((await operate('GET', '/state')).body.faults).toMatchObject([{ left: 4 }]);
    await operate('DELETE', '/faults');
    expect((await service.call('GET', '/materials/v1')).status).toBe(200);
    expect((await fault({ kind: 'earthquake' })).status).toBe(400);
  });
});
