/**
 * Every request of the client in the form of the spec: method, path, query and body, copied from its tables
 * by hand.
 */
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { CommitGate, ServiceClient, WriteOutcome } from '../../../src-main/api-client/service-client.ts';
import { anOrder, clientUnderTest, fileOf, md5, openGate, placed, uploaded } from './client-under-test.ts';
import { json, type WireServer, wireServer } from './wire-server.ts';

const bytes = Buffer.from('solid part');
const base64 = bytes.toString('base64');
const { request: file, remove } = fileOf(bytes);
let server: WireServer;
afterEach(() => server.close());
afterAll(remove);

const ok = (fields: Record<string, unknown>) => ({ result: 'success', ...fields, nextActionSuggestions: [] });
const model = { modelId: 5, modelVersion: 1, title: 'part' };
const version = ok({
  ...model,
  fileName: 'part.stl',
  contentLength: bytes.length,
  fileMd5Checksum: md5(bytes),
});
const orders = ok({ ordersCount: { total: 0 }, ordersStatus: {}, ordersInfo: [] });
const rateLimit = {
  retryInSeconds: 0,
  retryTimestamp: 0,
  windowInSeconds: 300,
  limit: 150,
  remaining: 149,
  history: [1],
};
const photo = {
  photoId: 1,
  modelId: 5,
  contentLength: bytes.length,
  fileMd5Checksum: md5(bytes),
  width: 4,
  height: 3,
  photoCount: 1,
};

describe('reads', () => {
  const reads: [string, unknown, (client: ServiceClient) => Promise<unknown>][] = [
    ['/api/v1/', ok({ rateLimit }), (client) => client.getServiceInfo()],
    ['/materials/v1', ok({ materials: {} }), (client) => client.listMaterials()],
    ['/printers/v1', ok({ printers: [] }), (client) => client.listPrinters()],
    ['/categories/v1', ok({ categories: {} }), (client) => client.listCategories()],
    ['/models/v1?page=3', ok({ models: [] }), (client) => client.listModels(3)],
    ['/models/5/info/v1', ok(model), (client) => client.getModelInfo(5)],
    ['/models/5/files/1/v1', version, (client) => client.getModelFile(5, 1)],
    ['/orders/v1', orders, (client) => client.listOrders()],
    ['/orders/v1?limit=100&page=2', orders, (client) => client.listOrders({ limit: 100, page: 2 })],
    ['/orders/7/v1', orders, (client) => client.getOrder(7)],
    ['/orders/7/v1?address3=Ref+K7', orders, (client) => client.getOrder(7, { address3: 'Ref K7' })],
    ['/orders/cart/v1', ok({ itemCount: 0, items: [] }), (client) => client.listCart()],
  ];
  it.each(reads)('The client sends GET %s in the spec’s form.', async (path, answer, ask) => {
    server = await wireServer(() => json(200, answer));
    const { client } = clientUnderTest(server.baseUrl);
    await ask(client);
    expect(server.complete).toHaveLength(1);
    const [request] = server.complete;
    expect(request).toMatchObject({ method: 'GET', path, body: Buffer.alloc(0) });
    expect(request?.headers).toMatchObject({ authorization: 'Bearer t1', accept: 'application/json' });
  });

  it('The file of a version is read with file=1 only if it is wanted.', async () => {
    server = await wireServer(() => json(200, { ...version, fileData: base64 }));
    const { client } = clientUnderTest(server.baseUrl);
    const kept = await client.downloadFile(5, 1, async (pieces) => {
      const read: Uint8Array[] = [];
      for await (const piece of pieces) read.push(Buffer.from(piece));
      const all = Buffer.concat(read);
      return { md5: md5(all), size: all.length, all };
    });
    expect(kept.all).toEqual(bytes);
    expect(server.complete.map(({ path }) => path)).toEqual([
      '/models/5/files/1/v1',
      '/models/5/files/1/v1?file=1',
    ]);
  });

  it.each([
    ['the stated length', bytes.length, true],
    ['another length', bytes.length + 1, false],
  ])(
    'Where the service names no MD5, the length of a download decides: %s.',
    async (_, contentLength, isWhole) => {
      server = await wireServer(() =>
        json(200, { ...version, contentLength, fileMd5Checksum: '', fileData: base64 }),
      );
      const { client } = clientUnderTest(server.baseUrl);
      const download = client.downloadFile(5, 1, async (pieces) => {
        let size = 0;
        for await (const piece of pieces) size += piece.length;
        return { md5: md5(bytes), size };
      });
      if (isWhole) expect(await download).toEqual({ md5: md5(bytes), size: bytes.length });
      else await expect(download).rejects.toMatchObject({ code: 'file-changed' });
    },
  );

  it.each([
    ['spaces', ' '],
    ['more of a file', 'AAAA'],
  ])('A download of endless %s ends, and the length that the service named bounds it.', async (_, unit) => {
    const flood = unit.repeat(20_000);
    server = await wireServer(({ socket, path }) => {
      if (!path.includes('file=1')) return json(200, { ...version, fileData: null });
      const flow = setInterval(() => socket.write(flood), 5);
      socket.once('close', () => clearInterval(flow));
      return { bytes: `HTTP/1.1 200 OK\r\nContent-Length: 900000000\r\n\r\n{"fileData":"` };
    });
    const { client } = clientUnderTest(server.baseUrl);
    let taken = 0;
    const download = client.downloadFile(5, 1, async (pieces) => {
      for await (const piece of pieces) taken += piece.length;
      return { md5: '', size: taken };
    });
    await expect(download).rejects.toThrow();
    expect(taken).toBeLessThan(2_000_000);
  });
});

describe('writes', () => {
  type Write = (client: ServiceClient, gate: CommitGate) => Promise<WriteOutcome<unknown>>;
  const consent = { hasRightsToModel: 1, acceptTermsAndConditions: 1 };
  const upload = { file: base64, fileName: 'part "1".stl', uploadScale: 0.001, ...consent };
  const writes: [string, unknown, unknown, Write][] = [
    [
      'POST /models/v1',
      { ...upload, title: 'part ä' },
      uploaded(bytes),
      (client, gate) => client.uploadModel(file, gate),
    ],
    [
      'POST /models/5/files/v1',
      upload,
      version,
      (client, gate) => client.addFile(5, withoutTitle(file), gate),
    ],
    [
      'POST /models/5/photos/v1',
      { file: base64, title: 'Front', description: 'In blue', materialId: 6 },
      ok(photo),
      (client, gate) =>
        client.addPhoto(5, { ...file, title: 'Front', description: 'In blue', materialId: 6 }, gate),
    ],
    [
      'POST /models/5/photos/v1',
      { file: base64, title: '', description: '' },
      ok({ ...photo, materialId: null }),
      (client, gate) => client.addPhoto(5, { ...file, title: '', description: '', materialId: null }, gate),
    ],
    [
      'PUT /models/5/info/v1',
      {
        ...{ title: 'A', description: '', tags: ['a', 'b'], categories: [100], defaultMaterialId: 6 },
        ...{ isPublic: 1, isClaimable: 0, isForSale: 1, isDownloadable: 0 },
        materials: { '6': { markup: 1.5, isActive: 1 }, '25': { markup: 0, isActive: 0 } },
      },
      ok(model),
      (client, gate) =>
        client.editModel(
          5,
          {
            ...{ title: 'A', description: '', tags: ['a', 'b'], categories: [100], defaultMaterialId: 6 },
            ...{ isPublic: true, isClaimable: false, isForSale: true, isDownloadable: false },
            materials: { '6': { markup: 1.5, isActive: true }, '25': { markup: 0, isActive: false } },
          },
          gate,
        ),
    ],
    [
      'PUT /models/5/info/v1',
      { title: 'B' },
      ok(model),
      (client, gate) => client.editModel(5, { title: 'B' }, gate),
    ],
    [
      'POST /orders/v1',
      {
        items: [{ modelId: 101, materialId: 6, quantity: 2 }],
        ...{ firstName: 'Ada', lastName: 'Lovelace', country: 'US', state: 'NY', city: 'New York' },
        ...{ address1: '1 Main Street', address3: 'Ref K7', zipCode: '10001', phoneNumber: '2125550100' },
        ...{ paymentVerificationId: 'pay-1', paymentMethod: 'credit_card', shippingOption: 'Cheapest' },
        incentives: ['SPRING'],
        metadata: [{ modelId: 101, name: 'job', value: '12' }],
      },
      placed,
      (client, gate) =>
        client.placeOrder(
          {
            ...anOrder,
            address3: 'Ref K7',
            incentives: ['SPRING'],
            metadata: [{ modelId: 101, name: 'job', value: '12' }],
          },
          gate,
        ),
    ],
    [
      'PUT /orders/7/v1',
      { status: 'cancelled' },
      ok({ orderId: 7 }),
      (client, gate) => client.cancelOrder(7, gate),
    ],
    [
      'POST /orders/7/reprint/v1',
      { orderProductId: 70, reprintReasonId: 503, reprintComment: 'It broke.', quantity: 1 },
      ok({ orderId: 8 }),
      (client, gate) =>
        client.reprint(7, { orderProductId: 70, reasonId: 503, comment: 'It broke.', quantity: 1 }, gate),
    ],
    [
      'POST /orders/cart/v1',
      { modelId: 5, materialId: 6, quantity: 2 },
      ok({}),
      (client, gate) => client.addToCart({ modelId: 5, materialId: 6, quantity: 2 }, gate),
    ],
    [
      'POST /shapejs/v1',
      { spin: '100000005', customParams: { text: 'Ada', picture: base64, pictureName: 'a.png' } },
      ok({ spin: '100000006', modelId: 6 }),
      (client, gate) =>
        client.customise({ spin: '100000005', text: 'Ada', picture: { name: 'a.png', data: base64 } }, gate),
    ],
    [
      'POST /shapejs/v1',
      { spin: '100000005', customParams: {} },
      ok({ spin: '100000006', modelId: 6 }),
      (client, gate) => client.customise({ spin: '100000005', text: '', picture: null }, gate),
    ],
    ['DELETE /models/5/v1', null, ok({ modelId: 5 }), (client, gate) => client.removeModel(5, gate)],
  ];
  it.each(writes)('The client sends %s with %j in the spec’s form.', async (line, body, answer, write) => {
    server = await wireServer(() => json(200, answer));
    const { client } = clientUnderTest(server.baseUrl);
    expect((await write(client, openGate().gate)).kind).toBe('answered');
    const [request] = server.complete;
    expect(`${request?.method} ${request?.path}`).toBe(line);
    const sent = request?.body.toString() ?? '';
    expect(sent === '' ? null : JSON.parse(sent)).toEqual(body);
    expect(request?.headers['content-type']).toBe(body === null ? undefined : 'application/json');
  });
});

function withoutTitle({ title: _, ...request }: typeof file) {
  return request;
}
