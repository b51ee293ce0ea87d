/**
 * What goes with an order beside its parts: incentive codes, metadata; and the receipt that adds everything
 * up.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BrowserSession } from '../../support/browser-session.ts';
import { boxStl } from '../../support/models.ts';
import { orderBody } from '../../support/order.ts';
import { startService, type TestService } from '../../support/service.ts';
import { upload } from '../../support/upload.ts';

let service: TestService;
let cube: number;
beforeAll(async () => {
  service = await startService({
    incentives: new Map([
      ['SPRING', 10],
      ['HALF', 50],
      ['FAIR', 0],
    ]),
  });
  cube = await upload(service, boxStl(10, 10, 10));
});
afterAll(() => service.close());

const order = (others: Record<string, unknown> = {}, payment = service.credentials.payment_verification_id) =>
  service.call(
    'POST',
    '/orders/v1',
    orderBody([{ modelId: cube, materialId: 6, quantity: 2 }], payment, others),
  );
const owner = async (path: string) => {
  const { username, password } = service.service.owner;
  const browser = new BrowserSession(service.baseUrl);
  return { browser, page: await browser.signIn(path, username, password) };
};
const receipt = async (orderId: number): Promise<string[]> => {
  const { page } = await owner(`/checkout/receipt?orderId=${orderId}`);
  return [...page.text.matchAll(/<t[dh]>(-?\d+\.\d\d) USD<\/t[dh]>/g)].map(([, money]) => money!);
};

describe('incentive codes', () => {
  it('Incentive codes reduce each copy by the operator’s percentage, the best of several.', async () => {
    expect(await receipt((await order()).body.orderId)).toEqual(['5.80', '4.99', '0.29', '11.08']);
    const spring = await order({ incentives: ['SPRING'] });
    expect(await receipt(spring.body.orderId)).toEqual(['5.22', '4.99', '0.26', '10.47']);
    const best = await order({ incentives: ['FAIR', 'HALF', 'SPRING'] });
    expect(await receipt(best.body.orderId)).toEqual(['2.90', '4.99', '0.15', '8.04']);
  });

  it.each(['SPRNG', 'spring', '', 'constructor'])('Unknown incentive codes are refused: %j', async (code) => {
    const { status, body } = await order({ incentives: ['SPRING', code] });
    expect([status, body.reason]).toEqual([400, expect.stringContaining('<incentives> names the code')]);
  });
});

describe('the receipt', () => {
  it('The receipt adds up to what was charged, and shows what was paid back.', async () => {
    const { orderId } = (await order()).body;
    await service.call('PUT', `/orders/${orderId}/v1`, { status: 'cancelled' });
    expect(await receipt(orderId)).toEqual(['5.80', '4.99', '0.29', '11.08', '-11.08', '0.00']);
  });
});

describe('metadata', () => {
  const metadata = () => [{ modelId: cube, name: 'job', value: 'K7' }];

  it('Metadata is accepted from permitted applications, about models of the order.', async () => {
    expect((await order({ metadata: metadata() })).status).toBe(200);
    for (const modelId of [cube + 1, 999_999]) {
      const { status, body } = await order({
        metadata: [...metadata(), { modelId, name: 'job', value: 'K7' }],
      });
      expect([status, body.reason]).toEqual([
        400,
        `Field <metadata.1.modelId> names model ${modelId}, which is not in the order.`,
      ]);
    }
  });

  it('Metadata is refused from others until their owner switches it on at /developer.', async () => {
    const { browser, page } = await owner('/developer');
    const registered = await browser.post(
      '/developer',
      new URLSearchParams({ csrf: csrfOf(page.text), name: 'Shop' }),
    );
    const [clientId = '', secret = '', payment = ''] = [
      ...registered.text.slice(registered.text.indexOf('id="keys"')).matchAll(/<code>(\w+)<\/code>/g),
    ].map(([, value]) => value!);
    const token = await fetch(`${service.baseUrl}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: secret,
      }),
    });
    const { access_token } = (await token.json()) as { access_token: string };
    const send = () =>
      service.call(
        'POST',
        '/orders/v1',
        orderBody([{ modelId: cube, materialId: 6, quantity: 1 }], payment, { metadata: metadata() }),
        { Authorization: `Bearer ${access_token}` },
      );
    expect(await send()).toMatchObject({
      status: 400,
      body: { reason: expect.stringContaining('/developer') },
    });
    const allow = new URLSearchParams({ csrf: csrfOf(page.text), clientId, metadata: '1' });
    expect((await browser.post('/developer/metadata', allow)).status).toBe(303);
    expect((await send()).status).toBe(200);
    // Nobody switches the applications of others, and nobody is made to by another site.
    const stranger = new BrowserSession(service.baseUrl);
    expect((await stranger.post('/developer/metadata', allow)).location).toContain('/sign-in');
    expect(
      (await browser.post('/developer/metadata', new URLSearchParams({ clientId, metadata: '0' }))).status,
    ).toBe(403);
    expect((await send()).status).toBe(200);
  });
});

const csrfOf = (text: string): string => /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? '';
