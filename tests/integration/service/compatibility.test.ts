/** Existing clients are served unchanged: docs/compatibility.md, row by row. */
import http from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../../support/images.ts';
import { boxStl } from '../../support/models.ts';
import { orderBody } from '../../support/order.ts';
import { startService, type TestService } from '../../support/service.ts';
import { upload, uploadBody } from '../../support/upload.ts';

let service: TestService;
let token: string;
let modelId: number;
beforeAll(async () => {
  service = await startService();
  token = await service.token();
  modelId = await upload(service, boxStl(10, 10, 10));
});
afterAll(() => service.close());

/** A call as Node's http sends it, with a body under any method. */
function send(method: string, path: string, body: string | null, headers: Record<string, string> = {}) {
  // biome-ignore lint/suspicious/noExplicitAny: answers are asserted field by field
  return new Promise<{ status: number; body: any }>((resolve, reject) => {
    const request = http.request(
      `${service.baseUrl}${path}`,
      {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          ...(body === null || 'Transfer-Encoding' in headers
            ? {}
            : { 'Content-Length': Buffer.byteLength(body) }),
          ...headers,
        },
      },
      (answer) => {
        let text = '';
        answer.on('data', (chunk) => (text += chunk));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text) }));
      },
    );
    request.on('error', reject);
    request.end(body ?? undefined);
  });
}

const cube = { volume: 1e-6, area: 6e-4, xBoundMax: 0.01, yBoundMax: 0.01, zBoundMax: 0.01, materials: [6] };

describe('bodies', () => {
  it.each([
    ['no type', {}],
    ['the form type', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['the type null', { 'Content-Type': 'null' }],
    ['text', { 'Content-Type': 'text/plain; charset=utf-8' }],
  ])('JSON is read under %s.', async (_, headers) => {
    const answer = await send('POST', '/price/v1', JSON.stringify(cube), headers as Record<string, string>);
    expect(answer.body.prices['6'].price).toBe(2.9);
  });

  it('Real form bodies are read on every write.', async () => {
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const price = await send(
      'POST',
      '/price/v1',
      'volume=0.000001&area=0.0006&xBoundMax=.01&yBoundMax=.01&zBoundMax=.01&materials[]=6&materials[]=63',
      type,
    );
    expect(Object.keys(price.body.prices)).toEqual(['6', '63']);
    const cart = await send('POST', '/orders/cart/v1', `modelId=${modelId}&materialId=6&quantity=2`, type);
    expect(cart.status).toBe(200);
    const info = await send(
      'PUT',
      `/models/${modelId}/info/v1`,
      'title=By+form&isPublic=1&tags[]=a&tags[]=b',
      type,
    );
    expect(info.body).toMatchObject({ title: 'By form', isPublic: 1, tags: 'a,b' });
    const { items, ...address } = orderBody([], service.credentials.payment_verification_id);
    const form = new URLSearchParams({
      ...(Object.fromEntries(
        Object.entries(address).filter(([, value]) => typeof value === 'string'),
      ) as Record<string, string>),
      'items[0][modelId]': String(modelId),
      'items[0][materialId]': '6',
      'items[0][quantity]': '1',
    });
    expect(items).toEqual([]);
    expect(await send('POST', '/orders/v1', form.toString(), type)).toMatchObject({ status: 200 });
  });

  it('Lists in forms are read as PHP, Python or a bare value writes them.', async () => {
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const part = 'volume=1e-6&area=6e-4&';
    for (const [named, ids] of [
      ['materials[]=6&materials[]=63', ['6', '63']],
      ['materials[0]=6&materials[1]=63', ['6', '63']],
      ['materials=6&materials=63&materials=25', ['6', '25', '63']],
      ['materials=6', ['6']],
    ] as const) {
      const { body } = await send('POST', '/price/v1', part + named, type);
      expect(Object.keys(body.prices), named).toEqual(ids);
    }
    const all = await send('POST', '/price/v1', `${part}materials=`, type);
    expect(Object.keys(all.body.prices)).toHaveLength(30);
    const info = (form: string) => send('PUT', `/models/${modelId}/info/v1`, form, type);
    expect((await info('tags=a&tags=b&title=First&title=Last')).body).toMatchObject({
      tags: 'a,b',
      title: 'Last',
    });
    expect((await info('tags=only')).body.tags).toBe('only');
  });

  it('Real form bodies are read on writes with files, and on changes of orders.', async () => {
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
    const consent = { hasRightsToModel: '1', acceptTermsAndConditions: 'true' };
    const file = Buffer.from(boxStl(11, 11, 11)).toString('base64');
    const made = await send(
      'POST',
      '/models/v1',
      form({ file, fileName: 'plate.stl', uploadScale: '.001', ...consent }),
      type,
    );
    expect(made.body).toMatchObject({ title: 'plate', printable: 'yes' });
    const model = `/models/${made.body.modelId}`;
    const version = await send(
      'POST',
      `${model}/files/v1`,
      form({ file, fileName: 'b.stl', ...consent }),
      type,
    );
    expect(version.body.modelVersion).toBe(1);
    const photo = form({ file: png(5, 6).toString('base64'), title: 'Front' });
    expect((await send('POST', `${model}/photos/v1`, photo, type)).body).toMatchObject({
      width: 5,
      height: 6,
    });
    const custom = form({ spin: made.body.spin, 'customParams[text]': 'Ada' });
    expect((await send('POST', '/shapejs/v1', custom, type)).body.result).toBe('success');
    const { orderId } = (
      await service.call(
        'POST',
        '/orders/v1',
        orderBody([{ modelId, materialId: 6, quantity: 1 }], service.credentials.payment_verification_id),
      )
    ).body;
    const [orderProductId = ''] = Object.keys(
      (await service.call('GET', `/orders/${orderId}/v1`)).body.ordersStatus[orderId].items,
    );
    const again = form({
      orderProductId,
      reprintReasonId: '503',
      reprintComment: 'It broke.',
      quantity: '1',
    });
    expect((await send('POST', `/orders/${orderId}/reprint/v1`, again, type)).status).toBe(200);
    expect((await send('PUT', `/orders/${orderId}/v1`, 'status=cancelled', type)).body.orderId).toBe(orderId);
  });

  it('GET and DELETE accept a JSON body, and PUT accepts none.', async () => {
    expect((await send('GET', '/materials/v1', '{"x":1}')).status).toBe(200);
    const gone = await upload(service, boxStl(9, 9, 9));
    expect((await send('DELETE', `/models/${gone}/v1`, '{"modelId":1}')).body.modelId).toBe(gone);
    expect((await send('PUT', `/models/${modelId}/info/v1`, null)).status).toBe(200);
  });

  it('JSON after a byte order mark is read, as .NET writes it.', async () => {
    const price = await send('POST', '/price/v1', `\uFEFF${JSON.stringify(cube)}`);
    expect(price.body.prices['6'].price).toBe(2.9);
    const made = await send('POST', '/models/v1', `\uFEFF${JSON.stringify(uploadBody(boxStl(10, 10, 10)))}`);
    expect(made.body.result).toBe('success');
  });

  it('Expect: 100-continue is answered.', async () => {
    const answer = await send('POST', '/price/v1', JSON.stringify(cube), { Expect: '100-continue' });
    expect(answer.status).toBe(200);
  });
});

describe('values', () => {
  it('Flags are read as 1, "1" and true, unknown fields are ignored, and ownOrAuthorizedModel means hasRightsToModel.', async () => {
    for (const yes of [1, '1', true, 'true']) {
      const { hasRightsToModel: _, ...body } = uploadBody(boxStl(10, 10, 10), {
        ownOrAuthorizedModel: yes,
        acceptTermsAndConditions: yes,
        isPublic: yes,
        viewState: 2,
        isPrivate: 0,
        units: 'mm',
      });
      const answer = await service.call('POST', '/models/v1', body);
      expect([answer.status, answer.body.isPublic]).toEqual([200, 1]);
    }
  });

  it('Optional fields that are null or an empty text count as not set.', async () => {
    for (const unset of [null, '']) {
      const made = await service.call(
        'POST',
        '/models/v1',
        uploadBody(boxStl(10, 10, 10), {
          ...{ title: unset, description: unset, isPublic: unset, isClaimable: unset, isForSale: unset },
          ...{ isDownloadable: unset, tags: unset, materials: unset, defaultMaterialId: unset },
          ...{ categories: unset, materialId: unset },
        }),
      );
      expect(made.body).toMatchObject({
        title: 'cube',
        description: '',
        isPublic: 0,
        tags: '',
        categories: {},
      });
      const metres = await service.call(
        'POST',
        '/models/v1',
        uploadBody(boxStl(0.01, 0.01, 0.01), { uploadScale: unset }),
      );
      expect(metres.body.materials['6'].price).toBe(2.9);
      const photo = { file: png(4, 4).toString('base64'), title: unset, materialId: unset };
      const shown = await service.call('POST', `/models/${modelId}/photos/v1`, photo);
      expect(shown.body).toMatchObject({ title: '', materialId: 6 });
      const price = { ...cube, xBoundMin: unset, materials: unset };
      expect(Object.keys((await service.call('POST', '/price/v1', price)).body.prices)).toHaveLength(30);
      const item = { modelId, materialId: unset, quantity: unset };
      expect((await service.call('POST', '/orders/cart/v1', item)).status).toBe(200);
      const order = orderBody(
        [{ modelId, materialId: 6, quantity: 1 }],
        service.credentials.payment_verification_id,
        { address2: unset, address3: unset, incentives: unset, metadata: unset },
      );
      expect((await service.call('POST', '/orders/v1', order)).status).toBe(200);
      expect((await service.call('POST', '/orders/cart/v1', { modelId: unset })).body.reason).toBe(
        'Field <modelId> is required, but missing.',
      );
    }
    const details = { title: 'Kept', tags: ['t'], categories: [100] };
    const same = await service.call('PUT', `/models/${modelId}/info/v1`, details);
    expect(same.body).toMatchObject({ title: 'Kept', tags: 't', categories: { 100: { title: 'Cases' } } });
    const nothing = { title: null, tags: null, isPublic: null, categories: null, defaultMaterialId: null };
    expect((await service.call('PUT', `/models/${modelId}/info/v1`, nothing)).body).toMatchObject({
      title: 'Kept',
      tags: 't',
      categories: { 100: { title: 'Cases' } },
    });
  });

  it('Objects that PHP writes as an empty array are read.', async () => {
    const { spin } = (await service.call('GET', `/models/${modelId}/info/v1`)).body;
    expect((await service.call('POST', '/shapejs/v1', { spin, customParams: [] })).status).toBe(200);
    const answer = await service.call('PUT', `/models/${modelId}/info/v1`, { materials: [] });
    expect(answer.status).toBe(200);
  });

  it('The paymentMethod manual is accepted.', async () => {
    const body = orderBody(
      [{ modelId, materialId: 6, quantity: 1 }],
      service.credentials.payment_verification_id,
    );
    expect((await service.call('POST', '/orders/v1', { ...body, paymentMethod: 'manual' })).status).toBe(200);
  });
});

describe('paths', () => {
  it.each(['/materials/v1/', '/materials/v1?', '/materials/v1/?', '//materials//v1', '/api/v1', '/api/v1/'])(
    'The path is accepted: %s',
    async (path) => {
      expect((await send('GET', path, null)).status).toBe(200);
    },
  );

  it('The paths /model, /material and /printer mean the plural.', async () => {
    expect((await send('GET', `/model/${modelId}/v1`, null)).body.modelId).toBe(modelId);
    expect((await send('GET', `/model/${modelId}/info/v1`, null)).body.modelId).toBe(modelId);
    expect((await send('GET', '/material/6/v1', null)).body.materialId).toBe(6);
    expect((await send('GET', '/printer/5/v1', null)).body.printerId).toBe(5);
  });

  it('PUT on the model and POST on its info update it.', async () => {
    expect((await send('PUT', `/models/${modelId}/v1`, '{"title":"One"}')).body.title).toBe('One');
    expect((await send('POST', `/models/${modelId}/info/v1`, '{"title":"Two"}')).body.title).toBe('Two');
  });

  it('POST on the model with a file adds a photo.', async () => {
    const answer = await send(
      'POST',
      `/models/${modelId}/v1`,
      JSON.stringify({ file: png(7, 8).toString('base64') }),
    );
    expect(answer.body).toMatchObject({ result: 'success', width: 7, height: 8 });
  });

  it('The cart takes its fields from the query.', async () => {
    const answer = await send('POST', `/orders/cart/v1?modelId=${modelId}&materialId=25`, null);
    expect(answer.status).toBe(200);
    const { body } = await service.call('GET', '/orders/cart/v1');
    expect(body.items).toContainEqual(
      expect.objectContaining({ modelId, materialId: 25, cartKey: `${modelId}-25` }),
    );
  });

  it('PUT and GET /orders/v1 accept orderId in the body.', async () => {
    const body = orderBody(
      [{ modelId, materialId: 6, quantity: 1 }],
      service.credentials.payment_verification_id,
    );
    const { orderId } = (await service.call('POST', '/orders/v1', body)).body;
    await service.call('POST', '/orders/v1', body);
    const read = await send('GET', '/orders/v1', JSON.stringify({ orderId }));
    expect(Object.keys(read.body.ordersStatus)).toEqual([String(orderId)]);
    const chunked = { 'Transfer-Encoding': 'chunked' };
    const pieces = await send('GET', '/orders/v1', JSON.stringify({ orderId }), chunked);
    expect(Object.keys(pieces.body.ordersStatus)).toEqual([String(orderId)]);
    const elsewhere = await send('GET', '/orders/v1', JSON.stringify({ orderId, zipCode: 99999 }));
    expect(elsewhere.body.ordersInfo).toEqual([]);
    const cancelled = await send('PUT', '/orders/v1', JSON.stringify({ orderId, status: 'cancelled' }));
    expect(cancelled.body.orderId).toBe(orderId);
    expect((await send('PUT', '/orders/v1', '{"status":"cancelled"}')).body.reason).toBe(
      'Field <orderId> is required, but missing.',
    );
  });
});

describe('answers', () => {
  it.each([
    ['a success', '/materials/v1', 200],
    ['an unknown id', '/materials/424242/v1', 404],
    ['an unknown path', '/nothing/v1', 404],
  ])('Answers carry the rate limit with %s.', async (_, path, status) => {
    const answer = await service.call('GET', path);
    expect(answer.status).toBe(status);
    for (const name of [
      'Limit',
      'Remaining',
      'Window-InSeconds',
      'Window-InMinutes',
      'Retry-InSeconds',
      'OkToGo-InSeconds',
    ])
      expect(answer.headers.get(`X-RateLimit-${name}`), name).toMatch(/^\d+$/);
  });

  it('Refusals carry the rate limit, too.', async () => {
    for (const [method, wanted] of [
      ['GET', 401],
      ['PATCH', 405],
    ] as const) {
      const answer = await fetch(`${service.baseUrl}/materials/v1`, { method });
      expect([answer.status, answer.headers.get('X-RateLimit-Window-InSeconds')]).toEqual([wanted, '300']);
    }
  });

  it('Tokens and keys are short enough for old clients.', async () => {
    const { client_id, client_secret } = service.credentials;
    for (const text of [token, client_id, client_secret]) expect(text).toMatch(/^[A-Za-z0-9]{16,219}$/);
    expect(client_id.length + client_secret.length).toBeLessThan(190);
  });

  it('Answers say why a material cannot be printed.', async () => {
    const large = await upload(service, boxStl(200, 200, 200));
    const { body } = await service.call('GET', `/models/${large}/info/v1`);
    expect(body.materials['6']).toMatchObject({ isPrintable: 1, rejections: [] });
    expect(body.materials['81'].isPrintable).toBe(0);
    expect(body.materials['81'].rejections).toEqual([
      { reasonTitle: 'Not printable', comment: expect.stringMatching(/up to/), pictureUrl: '' },
    ]);
  });
});
