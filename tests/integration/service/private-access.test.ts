/** A print service that belongs to one application: everybody else gets a sentence and nothing more. */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secretHeader } from '../../../src-shared/api/private-service.ts';
import { boxStl } from '../../support/models.ts';
import { orderBody } from '../../support/order.ts';
import { startService, type TestService } from '../../support/service.ts';
import { upload } from '../../support/upload.ts';

const secret = 'the-secret-of-this-test';
let service: TestService;
beforeAll(async () => {
  service = await startService({ secret });
});
afterAll(() => service.close());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${service.baseUrl}${path}`, { method, headers, redirect: 'manual' });

describe('a stranger', () => {
  it.each([
    ['GET', '/sign-up'],
    ['POST', '/sign-up'],
    ['GET', '/sign-in?next=/developer'],
    ['POST', '/oauth2/token'],
    ['GET', '/oauth2/authorize?client_id=x'],
    ['GET', '/oauth1/authorize'],
    ['POST', '/oauth1/request_token/v1'],
    ['GET', '/api/v1/'],
    ['POST', '/price/v1'],
    ['POST', '/models/v1'],
    ['GET', '/checkout/receipt?orderId=1'],
    ['GET', '/tracking/X1'],
    ['GET', '/swatches/6.svg'],
    ['GET', '/openapi.json'],
    ['POST', '/soap/v1'],
    ['GET', '/soap/v1?wsdl'],
    ['GET', '/state'],
    ['OPTIONS', '/price/v1'],
    ['GET', '/no/such/page'],
    ['GET', '/%'],
  ])('A stranger gets nothing from %s %s.', async (method, path) => {
    for (const headers of [{}, { [secretHeader]: 'wrong' }, { [secretHeader]: '' }] as const) {
      const answer = await get(path, headers, method);
      expect(answer.status).toBe(403);
      expect((await answer.json()) as unknown).toEqual({
        result: 'failure',
        reason: expect.stringContaining('belongs to the Fabdesk that started it'),
      });
      expect(answer.headers.get('x-ratelimit-limit')).toBeNull();
    }
  });

  it('The right client id and secret open nothing to a stranger.', async () => {
    const { client_id, client_secret } = service.credentials;
    const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64');
    const answer = await fetch(`${service.baseUrl}/oauth2/token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    expect(answer.status).toBe(403);
  });

  it('The body of a stranger is not read to its end.', async () => {
    const outgoing = request(`${service.baseUrl}/models/v1`, {
      method: 'POST',
      headers: { 'Content-Length': String(60 * 1024 * 1024), 'Content-Type': 'application/json' },
    });
    const status = await new Promise<number | undefined>((resolve, reject) => {
      outgoing.on('response', (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode));
      });
      outgoing.on('error', reject);
      outgoing.write('{');
    });
    expect(status).toBe(403);
    outgoing.destroy();
  });
});

describe('the application', () => {
  const ours = { [secretHeader]: secret };

  async function placedOrder(): Promise<number> {
    const modelId = await upload(service, boxStl(10, 10, 10));
    const { payment_verification_id } = service.credentials;
    const item = { modelId, materialId: 6, quantity: 1 };
    const { body } = await service.call('POST', '/orders/v1', orderBody([item], payment_verification_id));
    return body.orderId;
  }

  it('There is nothing to sign up or in for, even with the secret.', async () => {
    for (const path of [
      '/sign-up',
      '/sign-in',
      '/developer',
      '/oauth2/authorize',
      '/oauth1/authorize',
      '/login',
    ])
      expect([path, (await get(path, ours)).status]).toEqual([path, 404]);
  });

  it('A browser sees the page of an order by a ticket, once, and nothing else by it.', async () => {
    const id = await placedOrder();
    const address = service.service.pageFor(`/checkout/receipt?orderId=${id}`);
    const ticket = new URL(address).searchParams.get('ticket') ?? '';
    expect(ticket).toHaveLength(43);
    for (const path of [
      `/checkout/receipt?orderId=${id + 1}&ticket=${ticket}`,
      `/checkout/receipt?ticket=${ticket}`,
      `/orders/${id}/v1?ticket=${ticket}`,
      `/openapi.json?ticket=${ticket}`,
    ])
      expect([path, (await get(path)).status]).toEqual([path, 403]);
    expect((await fetch(address, { method: 'POST' })).status).toBe(403);

    const page = await fetch(address);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain(`<h1>Order ${id}</h1>`);
    expect(page.headers.getSetCookie()).toEqual([]);
    expect((await fetch(address)).status).toBe(403);
  });

  it('The link to a parcel on such a page has a ticket of its own.', async () => {
    const id = await placedOrder();
    await service.service.operator.act({ act: 'ship', orderId: id });
    const page = await fetch(service.service.pageFor(`/checkout/receipt?orderId=${id}`));
    const [, link = ''] = /href="(\/tracking\/[^"]+)"/.exec(await page.text()) ?? [];
    const parcel = await get(link.replaceAll('&amp;', '&'));
    expect(await parcel.text()).toContain('It left the workshop');
    expect((await get(link)).status).toBe(403);
  });

  it('A ticket opens no call of the interface.', async () => {
    const answer = await fetch(service.service.pageFor('/orders/v1'), {
      headers: { Authorization: 'Bearer x', Cookie: 'fabdesk_session=x' },
    });
    expect(answer.status).toBe(401);
  });
});
