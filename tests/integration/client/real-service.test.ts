import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Accounts, openAccounts } from '../../../src-main/accounts/accounts.ts';
import type { RateNotice, ServiceClient } from '../../../src-main/api-client/service-client.ts';
import { createCatalog } from '../../../src-main/catalog/catalog.ts';
import { sessionStore } from '../../../src-main/secrets/secret-store.ts';
import type { OrderRequest } from '../../../src-shared/api/orders.ts';
import { CodedError } from '../../../src-shared/result.ts';
import { cubicMetres, metres, squareMetres } from '../../../src-shared/units/units.ts';
import { memoryDocuments } from '../../support/memory-documents.ts';
import { startService, type TestService } from '../../support/service.ts';
import { anOrder, fileOf, openGate } from '../../unit/api-client/client-under-test.ts';

let service: TestService;
let accounts: Accounts;
let client: ServiceClient;
const secrets = sessionStore();
const time = { ahead: 0 };
const signalled: { connection: string[]; rates: RateNotice[] } = { connection: [], rates: [] };

const provision = ({ baseUrl, credentials }: TestService) =>
  accounts.provisionLocal({
    baseUrl,
    clientId: credentials.client_id,
    clientSecret: credentials.client_secret,
    paymentVerificationId: credentials.payment_verification_id,
  });

beforeAll(async () => {
  service = await startService({ clock: () => Date.now() + time.ahead });
  accounts = await openAccounts({
    documents: memoryDocuments(),
    secrets,
    clock: { now: () => Date.now() },
    userAgent: 'Fabdesk/test',
    consentAt: () => undefined,
    signalsFor: () => ({
      onConnection: (state) => signalled.connection.push(state),
      onRate: (rate) => signalled.rates.push(rate),
    }),
    busy: () => false,
  });
  await provision(service);
  client = accounts.clientFor('local');
});
afterAll(async () => {
  accounts.close();
  await service.close();
});

/** A tetrahedron of 10 mm, as ASCII STL in mm. */
const corners = [
  [0, 0, 0],
  [10, 0, 0],
  [0, 10, 0],
  [0, 0, 10],
] as const;
const facet = (...at: readonly [number, number, number]) =>
  `facet normal 0 0 0\nouter loop\n${at.map((corner) => `vertex ${corners[corner]?.join(' ')}\n`).join('')}endloop\nendfacet\n`;
const stl = Buffer.from(
  `solid t\n${facet(0, 2, 1)}${facet(0, 1, 3)}${facet(0, 3, 2)}${facet(1, 2, 3)}endsolid t\n`,
);
const geometry = {
  volume: cubicMetres(1e-6),
  area: squareMetres(6e-4),
  xBoundMin: metres(0),
  xBoundMax: metres(0.01),
  yBoundMin: metres(0),
  yBoundMax: metres(0.01),
  zBoundMin: metres(0),
  zBoundMax: metres(0.01),
};

async function upload() {
  const { request, remove } = fileOf(stl);
  try {
    const outcome = await client.uploadModel(
      { ...request, fileName: 'tetra.stl', title: 'Tetra' },
      openGate().gate,
    );
    if (outcome.kind !== 'answered') throw new Error(JSON.stringify(outcome));
    return outcome.value;
  } finally {
    remove();
  }
}

async function anOrderOf(modelId: number): Promise<OrderRequest> {
  const paymentVerificationId = (await accounts.paymentId('local')) ?? '';
  return { ...anOrder, items: [{ modelId, materialId: 6, quantity: 2 }], paymentVerificationId };
}

describe('the client and the real service', () => {
  it('Client and service agree on the catalogue and on prices.', async () => {
    const [materials, printers, categories] = [
      await client.listMaterials(),
      await client.listPrinters(),
      await client.listCategories(),
    ];
    expect(materials.length).toBeGreaterThan(20);
    expect(printers.length).toBeGreaterThan(10);
    expect(Object.keys(categories).length).toBeGreaterThan(20);
    const all = await client.quote(geometry, []);
    expect(Object.keys(all).map(Number).sort()).toEqual(materials.map(({ materialId }) => materialId).sort());
    const [first, second] = materials;
    const some = await client.quote(geometry, [first?.materialId ?? 0, second?.materialId ?? 0]);
    expect(Object.keys(some)).toHaveLength(2);
    expect(some[String(first?.materialId)]).toEqual(all[String(first?.materialId)]);
  });

  it('Client and service agree on an upload: bytes, checksum, list, info, removal.', async () => {
    const model = await upload();
    expect(model).toMatchObject({
      modelVersion: 0,
      title: 'Tetra',
      fileName: 'tetra.stl',
      contentLength: stl.length,
    });
    const listed = (await client.listModels(1)).find(({ modelId }) => modelId === model.modelId);
    expect(listed).toMatchObject({ title: 'Tetra', modelVersion: 0 });
    expect(await client.getModelInfo(model.modelId)).toMatchObject({ title: 'Tetra' });
    expect((await client.removeModel(model.modelId, openGate().gate)).kind).toBe('answered');
    await expect(client.getModelInfo(model.modelId)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('Client and service agree on a file that is fetched again.', async () => {
    const model = await upload();
    const keep = async (bytes: AsyncIterable<Uint8Array>, name: string) => {
      const parts: Uint8Array[] = [];
      for await (const part of bytes) parts.push(part);
      const all = Buffer.concat(parts);
      return { md5: createHash('md5').update(all).digest('hex'), size: all.length, all, name };
    };
    const file = await client.downloadFile(model.modelId, 0, keep);
    expect(file.name).toBe('tetra.stl');
    expect(file.all.equals(stl)).toBe(true);
    const full = async () => {
      throw new CodedError('disk-full', 'No room.');
    };
    await expect(client.downloadFile(model.modelId, 0, full)).rejects.toMatchObject({ code: 'disk-full' });
    await expect(client.downloadFile(model.modelId, 7, keep)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('Client and service agree on an order: placed, read, cancelled, with its address as a filter.', async () => {
    const model = await upload();
    const request = { ...(await anOrderOf(model.modelId)), address3: 'Ref K7Q2M9XT' };
    const outcome = await client.placeOrder(request, openGate().gate);
    if (outcome.kind !== 'answered') throw new Error(JSON.stringify(outcome));
    const { orderId } = outcome.value;
    const list = await client.listOrders();
    expect(Object.keys(list.ordersStatus)).toContain(String(orderId));
    const one = await client.getOrder(orderId, { address3: 'Ref K7Q2M9XT' });
    expect(one.ordersInfo[0]).toMatchObject({
      orderId,
      orderProducts: [{ quantity: 2, productTitle: 'Tetra' }],
    });
    const none = await client.getOrder(orderId, { address3: 'Ref OTHER' });
    expect(none.ordersInfo).toEqual([]);
    expect((await client.cancelOrder(orderId, openGate().gate)).kind).toBe('answered');
    expect((await client.getOrder(orderId)).ordersStatus[String(orderId)]).toMatchObject({
      status: 'cancelled',
    });
  });

  it('Client and service agree on refusals.', async () => {
    const model = await upload();
    const request = { ...(await anOrderOf(model.modelId)), state: 'New York' };
    const outcome = await client.placeOrder(request, openGate().gate);
    expect(outcome).toMatchObject({ kind: 'refused', status: 400, error: { code: 'refused' } });
    const unknown = await client.placeOrder(await anOrderOf(999_999), openGate().gate);
    expect(unknown.kind).toBe('refused');
    const missing = await client.cancelOrder(999_999, openGate().gate);
    expect(missing).toMatchObject({ kind: 'refused', status: 404, error: { code: 'not-found' } });
  });

  it('A write that stopped before its last byte makes no order.', async () => {
    const model = await upload();
    const request = await anOrderOf(model.modelId);
    const before = (await client.listOrders()).ordersCount.total;
    for (let round = 0; round < 50; round += 1) {
      const controller = new AbortController();
      const outcome = await client.placeOrder(
        request,
        openGate({ signal: controller.signal, beforeLastByte: () => controller.abort() }).gate,
      );
      expect(outcome.kind).toBe('unsent');
    }
    const again = await client.placeOrder(request, openGate().gate);
    expect(again.kind).toBe('answered');
    expect((await client.listOrders()).ordersCount.total).toBe(before + 1);
  });

  it('A token that expired at the service is renewed: reads by themselves, an order after its refusal.', async () => {
    const model = await upload();
    const request = await anOrderOf(model.modelId);
    time.ahead = 2 * 3_600_000;
    expect(await client.placeOrder(request, openGate().gate)).toMatchObject({
      kind: 'refused',
      status: 401,
      error: { code: 'token-expired' },
    });
    expect((await client.placeOrder(request, openGate().gate)).kind).toBe('answered');
    time.ahead = 5 * 3_600_000;
    expect((await client.listPrinters()).length).toBeGreaterThan(10);
    expect(signalled.connection.at(-1)).toBe('online');
  });

  it('The client continues after the service started again at another port.', async () => {
    const kept = createCatalog({
      accounts,
      soap: { printers: async () => null },
      documents: memoryDocuments(),
      clock: { now: () => Date.now() },
      background: { ask: (_, question) => question() },
      remembered: () => new Map(),
      jobs: () => [],
    });
    const before = await kept.get('local', { refresh: false });
    const orders = await kept.listOrders('local');
    const stopped = service;
    service = await stopped.restart();
    expect(await kept.listOrders('local')).toMatchObject({ source: 'cached', orders: orders.orders });
    await provision(service);
    client = accounts.clientFor('local');
    // The page of an order is at the address of the service.
    const live = orders.orders.map(({ receipt: _, ...order }) => order);
    expect(await kept.listOrders('local')).toMatchObject({ source: 'live', orders: live });
    const after = await kept.get('local', { refresh: false });
    expect(after.materials.map(({ title }) => title)).toEqual(before.materials.map(({ title }) => title));
    // The service listens at another address now, and so do its swatches.
    expect(after.materials[0]?.swatch).toContain(service.baseUrl);
  });
});

it('The client stops when the service’s rate window is empty, and says until when.', async () => {
  const small = await startService({ rateLimit: { calls: 3, windowSeconds: 60 } });
  const rates: RateNotice[] = [];
  const own = await openAccounts({
    documents: memoryDocuments(),
    secrets: sessionStore(),
    clock: { now: () => Date.now() },
    userAgent: 'Fabdesk/test',
    consentAt: () => undefined,
    signalsFor: () => ({ onRate: (rate) => rates.push(rate) }),
    busy: () => false,
  });
  try {
    const { credentials } = small;
    await own.provisionLocal({
      baseUrl: small.baseUrl,
      clientId: credentials.client_id,
      clientSecret: credentials.client_secret,
      paymentVerificationId: credentials.payment_verification_id,
    });
    const limited = own.clientFor('local');
    expect(await limited.getServiceInfo()).toMatchObject({ limit: 3, windowInSeconds: 60 });
    await limited.listPrinters();
    await limited.listPrinters();
    expect(rates.at(-1)).toMatchObject({ limit: 3, remaining: 0, windowInSeconds: 60 });
    const refused = await limited.listPrinters().catch((error) => error);
    expect(refused.code).toBe('rate-limited');
    expect(refused.retryAt).toBeGreaterThan(Date.now());
    expect(refused.retryAt).toBeLessThanOrEqual(Date.now() + 60_000);
  } finally {
    own.close();
    await small.close();
  }
});
