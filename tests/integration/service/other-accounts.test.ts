/**
 * An account sees and changes of another's only what it may (spec: Resources > Model; compatibility:
 * Answers).
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../../support/images.ts';
import { boxStl } from '../../support/models.ts';
import { orderBody } from '../../support/order.ts';
import { startService, type TestService } from '../../support/service.ts';
import { signUp } from '../../support/sign-up.ts';
import { upload, uploadBody } from '../../support/upload.ts';

const cube = boxStl(10, 10, 10);
let service: TestService;
let stranger: { token: string; payment: string };
beforeAll(async () => {
  service = await startService();
  stranger = await strangerOf('stranger');
});
afterAll(() => service.close());

async function strangerOf(username: string) {
  const { clientId, clientSecret, paymentVerificationId } = await signUp(service.baseUrl, username);
  const answer = await fetch(`${service.baseUrl}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }),
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  return { token: access_token, payment: paymentVerificationId };
}

const asStranger = (method: string, path: string, body?: unknown) =>
  service.call(method, path, body, { Authorization: `Bearer ${stranger.token}` });
const set = (modelId: number, fields: Record<string, unknown>) =>
  service.call('PUT', `/models/${modelId}/info/v1`, fields);

describe("another account's model", () => {
  it('A private model of another account is not found without its secret key.', async () => {
    const { body: own } = await service.call('POST', '/models/v1', uploadBody(cube));
    for (const path of ['/v1', '/info/v1', '/files/0/v1']) {
      const at = `/models/${own.modelId}${path}`;
      expect((await asStranger('GET', at)).status, at).toBe(404);
      expect((await asStranger('GET', `${at}?key=${'0'.repeat(32)}`)).status, at).toBe(404);
      expect((await asStranger('GET', `${at}?key=${own.secretKey}`)).body, at).toMatchObject({
        result: 'success',
        modelId: own.modelId,
      });
    }
    expect((await asStranger('GET', '/models/v1')).body.models).toEqual([]);
  });

  it('A model of another account shows no keys and no suggestions for its owner.', async () => {
    const { body: own } = await service.call('POST', '/models/v1', uploadBody(cube, { isClaimable: 1 }));
    expect(own.claimKey).not.toBe('');
    for (const path of ['/v1', '/info/v1']) {
      const { body } = await asStranger('GET', `/models/${own.modelId}${path}?key=${own.secretKey}`);
      expect(body).toMatchObject({ secretKey: '', claimKey: '', nextActionSuggestions: {} });
      expect(JSON.stringify(body)).not.toContain(own.secretKey);
    }
  });

  it('A model of another account gives its file only if it may be downloaded.', async () => {
    const modelId = await upload(service, cube, { isPublic: 1 });
    const data = async () => [
      (await asStranger('GET', `/models/${modelId}/v1`)).body.fileData,
      (await asStranger('GET', `/models/${modelId}/files/0/v1?file=1`)).body.fileData,
    ];
    expect(await data()).toEqual([null, null]);
    await set(modelId, { isDownloadable: 1 });
    const base64 = Buffer.from(cube).toString('base64');
    expect(await data()).toEqual([base64, base64]);
  });

  it('A model of another account cannot be changed, even if it is public and for sale.', async () => {
    const modelId = await upload(service, cube, { title: 'Mine', isPublic: 1, isForSale: 1 });
    for (const [method, path, body] of [
      ['PUT', '/info/v1', { title: 'Theirs' }],
      ['DELETE', '/v1', undefined],
      ['POST', '/files/v1', uploadBody(cube)],
      ['POST', '/photos/v1', { file: png(3, 3).toString('base64') }],
    ] as const)
      expect((await asStranger(method, `/models/${modelId}${path}`, body)).status, method + path).toBe(404);
    const { body } = await service.call('GET', `/models/${modelId}/v1`);
    expect(body).toMatchObject({ title: 'Mine', modelVersion: 0 });
  });

  it('A model of another account can be bought only if it is public and for sale.', async () => {
    const modelId = await upload(service, cube);
    const order = orderBody([{ modelId, materialId: 6, quantity: 1 }], stranger.payment);
    const buy = async () => [
      (await asStranger('POST', '/orders/cart/v1', { modelId })).status,
      (await asStranger('POST', '/orders/v1', order)).status,
    ];
    expect(await buy()).toEqual([400, 400]);
    await set(modelId, { isPublic: 1 });
    expect(await buy()).toEqual([400, 400]);
    await set(modelId, { isForSale: 1 });
    expect(await buy()).toEqual([200, 200]);
  });
});

describe("another account's order and cart", () => {
  it('The orders and the cart of another account are not found.', async () => {
    const modelId = await upload(service, cube, { isPublic: 1 });
    await service.call('POST', '/orders/cart/v1', { modelId });
    const body = orderBody(
      [{ modelId, materialId: 6, quantity: 1 }],
      service.credentials.payment_verification_id,
    );
    const { orderId, productionOrderIds } = (await service.call('POST', '/orders/v1', body)).body;
    const reprint = {
      ...{ orderProductId: productionOrderIds[0], reprintReasonId: 503 },
      ...{ reprintComment: 'It broke on the way.', quantity: 1 },
    };
    expect((await asStranger('GET', `/orders/${orderId}/v1`)).status).toBe(404);
    expect((await asStranger('PUT', `/orders/${orderId}/v1`, { status: 'cancelled' })).status).toBe(404);
    expect((await asStranger('POST', `/orders/${orderId}/reprint/v1`, reprint)).status).toBe(404);
    const listed = await asStranger('GET', `/orders/v1?orderId=${orderId}`);
    expect(listed.body).toMatchObject({ ordersCount: { total: 0 }, ordersStatus: {}, ordersInfo: [] });
    const cart = await asStranger('GET', '/orders/cart/v1');
    expect(cart.body.items.map((item: { modelId: number }) => item.modelId)).not.toContain(modelId);
  });

  it('An order cannot be paid with the payment id of another application.', async () => {
    const modelId = await upload(service, cube);
    const body = orderBody([{ modelId, materialId: 6, quantity: 1 }], stranger.payment);
    expect((await service.call('POST', '/orders/v1', body)).body.reason).toMatch(/<paymentVerificationId>/);
  });
});
