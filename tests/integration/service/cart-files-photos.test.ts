import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gif, jpegHead, png } from '../../support/images.ts';
import { boxStl } from '../../support/models.ts';
import { orderBody } from '../../support/order.ts';
import { startService, type TestService } from '../../support/service.ts';
import { upload, uploadBody } from '../../support/upload.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
const cube = boxStl(10, 10, 10);
const md5 = (bytes: string | Buffer) => createHash('md5').update(bytes).digest('hex');

describe('the cart', () => {
  it('The cart holds what was added, by default one copy in the default material.', async () => {
    expect((await service.call('GET', '/orders/cart/v1')).body).toMatchObject({
      result: 'success',
      itemCount: 0,
      items: [],
    });
    const modelId = await upload(service, cube, { defaultMaterialId: 25 });
    const first = await service.call('POST', '/orders/cart/v1', { modelId });
    expect([first.status, first.body.result]).toEqual([200, 'success']);
    await service.call('POST', '/orders/cart/v1', {
      modelId: String(modelId),
      materialId: '6',
      quantity: '3',
    });
    await service.call('POST', '/orders/cart/v1', { modelId, materialId: 6, quantity: 2 });
    const { body } = await service.call('GET', '/orders/cart/v1');
    expect(body.itemCount).toBe(6);
    expect(body.items).toEqual([
      { modelId, spin: 100_000_000 + modelId, materialId: 25, quantity: 1, cartKey: `${modelId}-25` },
      { modelId, spin: body.items[0].spin, materialId: 6, quantity: 5, cartKey: `${modelId}-6` },
    ]);
    await service.call('DELETE', `/models/${modelId}/v1`);
    expect((await service.call('GET', '/orders/cart/v1')).body.itemCount).toBe(0);
  });

  it.each([
    ['no model', {}, 'Field <modelId> is required, but missing.'],
    ['an unknown model', { modelId: 999999 }, /999999/],
    ['no copies', { quantity: 0 }, /quantity/],
    ['negative copies', { quantity: -2 }, /quantity/],
    ['an unknown material', { materialId: 424242 }, /424242/],
  ])('The cart refuses %s.', async (name, change, reason) => {
    const modelId = await upload(service, cube);
    const { status, body } = await service.call(
      'POST',
      '/orders/cart/v1',
      name === 'no model' ? {} : { modelId, ...change },
    );
    expect(status).toBe(400);
    expect(body.reason).toMatch(reason);
  });

  it('The cart survives a restart.', async () => {
    const own = await startService();
    const modelId = await upload(own, cube);
    await own.call('POST', '/orders/cart/v1', { modelId, materialId: 6 });
    const again = await own.restart();
    try {
      expect((await again.call('GET', '/orders/cart/v1')).body.items).toMatchObject([
        { modelId, quantity: 1 },
      ]);
    } finally {
      await again.close();
    }
  });
});

describe('file versions', () => {
  it('File versions count up from 0, and each can be read with and without its data.', async () => {
    const modelId = await upload(service, cube);
    const second = boxStl(20, 10, 10);
    const { status, body } = await service.call(
      'POST',
      `/models/${modelId}/files/v1`,
      uploadBody(second, { fileName: 'two.stl' }),
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      result: 'success',
      modelId,
      modelVersion: 1,
      title: 'cube',
      fileName: 'two.stl',
      contentLength: second.length,
      fileMd5Checksum: md5(second),
    });
    const model = (await service.call('GET', `/models/${modelId}/v1`)).body;
    expect(model).toMatchObject({ modelVersion: 1, fileName: 'two.stl' });
    // 2 cm3: 2.41 + 2 * 0.49
    expect(model.materials['6'].price).toBe(3.39);

    const read = async (path: string) => (await service.call('GET', `/models/${modelId}/files/${path}`)).body;
    expect(Buffer.from((await read('0/v1?file=1')).fileData, 'base64').toString()).toBe(cube);
    expect(Buffer.from((await read('1/v1?file=true')).fileData, 'base64').toString()).toBe(second);
    for (const query of ['', '?file=0', '?file=false'])
      expect(await read(`0/v1${query}`)).toMatchObject({
        modelVersion: 0,
        fileMd5Checksum: md5(cube),
        fileData: null,
      });
    for (const version of ['2', '-1', 'x'])
      expect((await service.call('GET', `/models/${modelId}/files/${version}/v1`)).status).toBe(404);
  });

  it('A new file version needs the same consent and fields as the first.', async () => {
    const modelId = await upload(service, cube);
    const post = (change: Record<string, unknown>) =>
      service.call('POST', `/models/${modelId}/files/v1`, uploadBody(cube, change));
    expect((await post({ hasRightsToModel: 0 })).status).toBe(400);
    expect((await post({ fileName: undefined })).body.reason).toBe(
      'Field <fileName> is required, but missing.',
    );
    expect((await service.call('POST', '/models/999999/files/v1', uploadBody(cube))).status).toBe(404);
  });

  it('An order keeps the file version that was bought.', async () => {
    const modelId = await upload(service, cube);
    const item = { modelId, materialId: 6, quantity: 1 };
    const { orderId } = (
      await service.call('POST', '/orders/v1', orderBody([item], service.credentials.payment_verification_id))
    ).body;
    await service.call('POST', `/models/${modelId}/files/v1`, uploadBody(boxStl(30, 30, 30)));
    const [row] = await service.query(
      'select model_version, unit_price_cents from order_product where order_id = ?',
      orderId,
    );
    expect(row).toEqual({ model_version: 0, unit_price_cents: 290 });
  });
});

describe('photos', () => {
  it.each([
    ['PNG', png(33, 21), 33, 21],
    ['GIF', gif(5, 6), 5, 6],
    ['JPEG', jpegHead(640, 480), 640, 480],
  ])('A photo as %s is measured.', async (_, picture, width, height) => {
    const modelId = await upload(service, cube);
    const { status, body } = await service.call('POST', `/models/${modelId}/photos/v1`, {
      file: picture.toString('base64'),
      title: 'On my desk',
      materialId: 6,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      result: 'success',
      contentLength: picture.length,
      fileMd5Checksum: md5(picture),
      modelId,
      title: 'On my desk',
      description: '',
      width,
      height,
      materialId: 6,
      photoId: expect.any(Number),
      photoCount: 1,
    });
    const second = await service.call('POST', `/models/${modelId}/photos/v1`, {
      file: picture.toString('base64'),
    });
    expect(second.body.photoCount).toBe(2);
  });

  it('A photo that is not a picture is refused.', async () => {
    const modelId = await upload(service, cube);
    const post = (body: unknown) => service.call('POST', `/models/${modelId}/photos/v1`, body);
    expect((await post({ file: Buffer.from('text').toString('base64') })).body.reason).toMatch(/no picture/);
    expect((await post({ title: 'x' })).body.reason).toBe('Field <file> is required, but missing.');
    expect((await service.call('POST', '/models/999999/photos/v1', { file: 'QUJD' })).status).toBe(404);
  });

  it('Whoever may see the model may see its photos.', async () => {
    const modelId = await upload(service, cube);
    const model = (await service.call('GET', `/models/${modelId}/v1`)).body;
    const { photoId } = (
      await service.call('POST', `/models/${modelId}/photos/v1`, { file: png(3, 3).toString('base64') })
    ).body;
    const get = async (query: string) => (await fetch(`${service.baseUrl}/photos/${photoId}${query}`)).status;
    expect(await get('')).toBe(404);
    expect(await get(`?key=${model.secretKey}`)).toBe(200);
    await service.call('PUT', `/models/${modelId}/info/v1`, { isPublic: 1 });
    expect(await get('')).toBe(200);
  });
});

describe('reprints', () => {
  const body = { reprintReasonId: 503, reprintComment: 'The print arrived broken.', quantity: 1 };
  const order = async (quantity: number) => {
    const modelId = await upload(service, cube);
    const item = { modelId, materialId: 6, quantity };
    const { orderId } = (
      await service.call('POST', '/orders/v1', orderBody([item], service.credentials.payment_verification_id))
    ).body;
    const read = (await service.call('GET', `/orders/${orderId}/v1`)).body;
    return { orderId, orderProductId: Number(Object.keys(read.ordersStatus[orderId].items)[0]) };
  };

  /** Cents that are charged and not refunded. */
  const balanceOf = async (orderIds: readonly number[]): Promise<number> => {
    const ids = orderIds.map(Number).join(',');
    const [row] = await service.query<{ sum: number }>(
      `select sum(cents) as sum from ledger where order_id in (${ids})`,
    );
    return row?.sum ?? Number.NaN;
  };

  it('Reprints are cancelled with the paid order that they belong to.', async () => {
    const { orderId, orderProductId } = await order(1);
    const ask = () => service.call('POST', `/orders/${orderId}/reprint/v1`, { ...body, orderProductId });
    const { body: reprint } = await ask();
    expect((await service.call('PUT', `/orders/${orderId}/v1`, { status: 'cancelled' })).status).toBe(200);
    const { body: read } = await service.call('GET', `/orders/v1?orderIds=${orderId},${reprint.orderId}`);
    expect(read.ordersCount).toMatchObject({ total: 2, cancelled: 2 });
    expect((await ask()).status).toBe(400);
  });

  it('An order cannot be cancelled while its reprint is in production.', async () => {
    const { orderId, orderProductId } = await order(1);
    const { body: reprint } = await service.call('POST', `/orders/${orderId}/reprint/v1`, {
      ...body,
      orderProductId,
    });
    await service.service.operator.act({ act: 'start', orderId: reprint.orderId });
    const answer = await service.call('PUT', `/orders/${orderId}/v1`, { status: 'cancelled' });
    expect([answer.status, answer.body.reason]).toEqual([400, expect.stringMatching(/reprint/)]);
    const { body: read } = await service.call('GET', `/orders/${orderId}/v1`);
    expect(read.ordersStatus[orderId].status).toBe('placed');
  });

  it('A reprint is a new order of the same product.', async () => {
    const { orderId, orderProductId } = await order(3);
    const { status, body: answer } = await service.call('POST', `/orders/${orderId}/reprint/v1`, {
      ...body,
      orderProductId,
      quantity: 2,
    });
    expect(status).toBe(200);
    expect(answer.orderId).not.toBe(orderId);
    const read = (await service.call('GET', `/orders/${answer.orderId}/v1`)).body;
    expect(read.ordersInfo[0].orderProducts[0]).toMatchObject({ productTitle: 'cube', quantity: 2 });
    expect(read.ordersStatus[answer.orderId].status).toBe('placed');
    const paid = await service.query('select distinct cents from ledger where order_id = ?', answer.orderId);
    expect(paid).toEqual([{ cents: 0 }]);
    const more = await service.call('POST', `/orders/${orderId}/reprint/v1`, {
      ...body,
      orderProductId,
      quantity: 2,
    });
    expect([more.status, more.body.reason]).toEqual([
      400,
      expect.stringMatching(/1 of the product can still/),
    ]);
  });

  it('Simultaneous reprints are no more than were ordered.', async () => {
    const { orderId, orderProductId } = await order(3);
    const ask = () => service.call('POST', `/orders/${orderId}/reprint/v1`, { ...body, orderProductId });
    // Connections that are open already, so that all the requests arrive together.
    await Promise.all(Array.from({ length: 20 }, () => service.call('GET', '/api/v1')));
    const answers = await Promise.all(Array.from({ length: 20 }, ask));
    const placed = answers.filter(({ status }) => status === 200);
    expect(placed).toHaveLength(3);
    for (const { status, body: answer } of answers)
      if (status !== 200) expect([status, answer.reason]).toEqual([400, expect.stringMatching(/0 of the/)]);
    const ids = placed.map((answer) => answer.body.orderId);
    const { body: read } = await service.call('GET', `/orders/v1?orderIds=${ids.join(',')}`);
    expect(read.ordersCount).toMatchObject({ total: 3, placed: 3 });
    await service.call('PUT', `/orders/${orderId}/v1`, { status: 'cancelled' });
    expect(await balanceOf([orderId, ...ids])).toBe(0);
  });

  it('No reprint outlives its order if both are requested and the order is cancelled at once.', async () => {
    const { orderId, orderProductId } = await order(25);
    const ask = () => service.call('POST', `/orders/${orderId}/reprint/v1`, { ...body, orderProductId });
    const cancel = () => service.call('PUT', `/orders/${orderId}/v1`, { status: 'cancelled' });
    const calls = Array.from({ length: 20 }, (_, i) => (i === 10 ? cancel() : ask()));
    const answers = await Promise.all(calls);
    expect(answers[10]?.status).toBe(200);
    const ids = answers.flatMap(({ body: answer }) => answer.orderId ?? []);
    const { body: read } = await service.call('GET', `/orders/v1?orderIds=${[orderId, ...ids].join(',')}`);
    expect(read.ordersCount.cancelled).toBe(read.ordersCount.total);
    expect(await balanceOf([orderId, ...ids])).toBe(0);
  });

  it.each([
    ['orderProductId', undefined, 'Field <orderProductId> is required, but missing.'],
    ['orderProductId', 999999, /names no product/],
    ['reprintReasonId', undefined, 'Field <reprintReasonId> is required, but missing.'],
    ['reprintComment', undefined, 'Field <reprintComment> is required, but missing.'],
    ['quantity', undefined, 'Field <quantity> is required, but missing.'],
    ['quantity', 0, /quantity/],
    ['quantity', 9, /quantity/],
  ])('A reprint is refused for %s = %j.', async (field, value, reason) => {
    const { orderId, orderProductId } = await order(1);
    const answer = await service.call('POST', `/orders/${orderId}/reprint/v1`, {
      ...body,
      orderProductId,
      [field]: value,
    });
    expect(answer.status).toBe(400);
    expect(answer.body.reason).toMatch(reason);
  });

  it('A reprint of a cancelled or unknown product is refused.', async () => {
    const { orderId, orderProductId } = await order(1);
    await service.call('PUT', `/orders/${orderId}/v1`, { status: 'cancelled' });
    expect(
      (await service.call('POST', `/orders/${orderId}/reprint/v1`, { ...body, orderProductId })).status,
    ).toBe(400);
    expect(
      (await service.call('POST', '/orders/999999/reprint/v1', { ...body, orderProductId })).status,
    ).toBe(404);
  });
});

describe('shipping options', () => {
  it('Shipping options are listed for a country.', async () => {
    const { body } = await service.call('GET', '/cart/shipping-options/v1?country=US&zipCode=10001');
    expect(body.shippingOptions.map((option: { name: string }) => option.name)).toEqual([
      'Cheapest',
      'Fastest',
    ]);
    expect((await service.call('GET', '/cart/shipping-options/v1')).status).toBe(400);
    expect((await service.call('GET', '/cart/shipping-options/v1?country=Atlantis')).status).toBe(400);
  });
});
