import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { boxStl } from '../../support/models.ts';
import { orderBody } from '../../support/order.ts';
import { startService } from '../../support/service.ts';
import { upload } from '../../support/upload.ts';
import { friday, useWorkshop } from '../../support/workshop.ts';

const workshop = useWorkshop();

describe("the operator's answers", () => {
  it.each([
    ['too deep', `{"reasons":["Too thin."],"affectedMaterials":${'['.repeat(5000)}${']'.repeat(5000)}}`],
    ['not JSON', '{"reasons":'],
  ])('The operator refuses a body that is %s.', async (_, body) => {
    const answer = await fetch(`${workshop.operatorUrl}/orders/1/reject`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${workshop.service.service.operator.key}`,
      },
      body,
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ result: 'failure' });
  });

  it('The operator answers broken requests in the shape of every answer.', async () => {
    const long = await workshop.operate('POST', `/orders/${'1'.repeat(300)}/start`);
    expect(long).toMatchObject({ status: 414, body: { result: 'failure', reason: expect.any(String) } });
    expect(JSON.stringify(long.body)).not.toContain('FST_');
    const socket = connect(Number(new URL(workshop.operatorUrl).port), '127.0.0.1');
    socket.end('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nBad\tName: 1\r\n\r\n');
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ result: 'failure' });
  });
});

describe('the workshop', () => {
  it('Other orders continue when one cannot be moved.', async () => {
    const broken = await workshop.order([6], boxStl(9, 9, 9));
    const other = await workshop.order([6]);
    await workshop.service.query(
      "update model_file set geometry_json = '{' where model_id = (select model_id from order_product where order_id = ?)",
      broken,
    );
    await workshop.pass(13);
    expect((await workshop.read(other)).status).toBe('in_production');
    expect((await workshop.read(broken)).status).toBe('placed');
  });

  it('The same seed gives the same days and tracking numbers.', { tags: 'release' }, async () => {
    const orderId = await workshop.order([6, 81]);
    await workshop.pass(40 * 24);
    const first = (await workshop.read(orderId)).info.shipments;
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
    const early = await workshop.order([6]);
    const late = await workshop.order([6]);
    await workshop.pass(1);
    expect((await workshop.service.call('PUT', `/orders/${early}/v1`, { status: 'cancelled' })).status).toBe(
      200,
    );
    await workshop.pass(12);
    const answer = await workshop.service.call('PUT', `/orders/${late}/v1`, { status: 'cancelled' });
    expect([answer.status, answer.body.reason]).toEqual([
      400,
      expect.stringMatching(/production has started/),
    ]);
    expect((await workshop.read(early)).status).toBe('cancelled');
  });

  it('Production rejects walls that are too thin, says why and refunds them.', async () => {
    // A plate of 0.8 mm is thick enough for nylon (0.7 mm) and too thin for steel (3 mm).
    const orderId = await workshop.order([6, 27], boxStl(40, 40, 0.8 * 4), 1);
    const thin = await workshop.order([23], boxStl(100, 100, 3.2), 1);
    await workshop.pass(13);
    expect((await workshop.read(orderId)).status).toBe('in_production');
    const steel = await workshop.read(thin);
    expect(steel.status).toBe('in_production');
    const sheet = await workshop.order([27], boxStl(60, 60, 3), 1);
    const veryThin = await workshop.order([23], boxStl(60, 60, 3), 1);
    await workshop.pass(13);
    expect((await workshop.read(sheet)).status).toBe('in_production');
    const rejected = await workshop.read(veryThin);
    expect(rejected.status).toBe('cancelled');
    expect(rejected.items).toEqual([{ processing: 0, in_production: 0, complete: 0, cancelled: 1 }]);
    expect(rejected.info.orderProducts[0].models[0].rejection).toEqual({
      rejectionReasons: [
        expect.stringMatching(/walls are about 2\.7 mm thick, and Stainless Steel needs 3 mm/),
      ],
      affectedMaterials: [23],
    });
    expect(await workshop.ledger(veryThin)).toBe(0);
  });
});

describe('the operator', () => {
  it('The operator interface needs its key and its own host name.', async () => {
    expect((await workshop.operate('GET', '/state', undefined, 'guessed')).status).toBe(401);
    const page = await fetch(workshop.operatorUrl);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'/);
    const { request } = await import('node:http');
    const status = await new Promise((resolve) =>
      request(`${workshop.operatorUrl}/state`, { headers: { Host: 'evil.example' } }, (answer) =>
        resolve(answer.statusCode),
      ).end(),
    );
    expect(status).toBe(403);
  });

  it('An operator starts, completes and ships an order.', async () => {
    const orderId = await workshop.order([6]);
    await workshop.operate('POST', `/orders/${orderId}/start`);
    expect((await workshop.read(orderId)).status).toBe('in_production');
    await workshop.operate('POST', `/orders/${orderId}/complete`);
    expect((await workshop.read(orderId)).items[0]).toMatchObject({ complete: 2 });
    const { body } = await workshop.operate('POST', `/orders/${orderId}/ship`);
    expect(body.orders[0]).toMatchObject({ orderId, status: 'shipped' });
    expect((await workshop.operate('POST', `/orders/${orderId}/ship`)).body.reason).toMatch(/is shipped/);
    expect((await workshop.operate('POST', '/orders/999/ship')).status).toBe(404);
  });

  it('An operator rejects one product of several.', async () => {
    const orderId = await workshop.order([6, 25], undefined, 1);
    const [first] = (await workshop.read(orderId)).info.orderProducts;
    await workshop.operate('POST', `/orders/${orderId}/reject`, {
      orderProductId: first.orderProductId,
      reasons: ['It fell apart.'],
      affectedMaterials: [6],
    });
    const now = await workshop.read(orderId);
    expect(now.items).toEqual([
      { processing: 0, in_production: 0, complete: 0, cancelled: 1 },
      { processing: 1, in_production: 0, complete: 0, cancelled: 0 },
    ]);
    expect(now.info.orderProducts[0].models[0].rejection).toEqual({
      rejectionReasons: ['It fell apart.'],
      affectedMaterials: [6],
    });
    await workshop.operate('POST', `/orders/${orderId}/ship`);
    expect((await workshop.read(orderId)).status).toBe('shipped');
  });

  it('An order that is cancelled after one product was rejected is refunded once.', async () => {
    const orderId = await workshop.order([6, 25], undefined, 1);
    const [first] = (await workshop.read(orderId)).info.orderProducts;
    await workshop.operate('POST', `/orders/${orderId}/reject`, {
      orderProductId: first.orderProductId,
      reasons: ['It fell apart.'],
    });
    expect(await workshop.ledger(orderId)).toBeGreaterThan(0);
    expect(
      (await workshop.service.call('PUT', `/orders/${orderId}/v1`, { status: 'cancelled' })).status,
    ).toBe(200);
    expect(await workshop.ledger(orderId)).toBe(0);
  });

  it('Refunds of single products add up to the fee that was paid, whatever was rounded.', async () => {
    // 2.90 each: the fee of one is 14.5 cents, of three 43.5.
    const orderId = await workshop.order([6, 6, 6], undefined, 1);
    const products = (await workshop.read(orderId)).info.orderProducts;
    for (const { orderProductId } of products)
      await workshop.operate('POST', `/orders/${orderId}/reject`, {
        orderProductId,
        reasons: ['It fell apart.'],
      });
    expect((await workshop.read(orderId)).status).toBe('cancelled');
    expect(await workshop.ledger(orderId)).toBe(0);
  });

  it('An operator rejects everything unfinished when no product is named.', async () => {
    const orderId = await workshop.order([6, 25]);
    await workshop.operate('POST', `/orders/${orderId}/reject`, { reasons: ['The workshop burned down.'] });
    expect((await workshop.read(orderId)).status).toBe('cancelled');
    expect(await workshop.ledger(orderId)).toBe(0);
  });

  it('A lost order is unknown and does not move until it is found in its previous state.', async () => {
    const [begun, waiting] = [await workshop.order([6]), await workshop.order([6])];
    await workshop.operate('POST', `/orders/${begun}/start`);
    for (const orderId of [begun, waiting]) await workshop.operate('POST', `/orders/${orderId}/lose`);
    await workshop.pass(24 * 60);
    expect((await workshop.read(begun)).status).toBe('unknown');
    expect((await workshop.service.call('GET', '/orders/v1')).body.ordersCount.unknown).toBe(2);
    await workshop.operate('POST', `/orders/${begun}/find`);
    expect((await workshop.read(begun)).status).toBe('in_production');
    expect((await workshop.operate('POST', `/orders/${begun}/find`)).status).toBe(400);
    // Nothing of the other one was begun, so it can still be cancelled.
    expect(
      (await workshop.service.call('PUT', `/orders/${waiting}/v1`, { status: 'cancelled' })).status,
    ).toBe(200);
    expect(await workshop.ledger(waiting)).toBe(0);
  });

  it('An order becomes unknown when its material is no longer sold.', async () => {
    const orderId = await workshop.order([6]);
    await workshop.service.query('update order_product set material_id = 999999 where order_id = ?', orderId);
    // It is processed when its production is due.
    await workshop.pass(13);
    expect((await workshop.read(orderId)).status).toBe('unknown');
  });
});
