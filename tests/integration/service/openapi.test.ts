/** The description is served, complete, and true: every answer fits what it says. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { png } from '../../support/images.ts';
import { boxStl } from '../../support/models.ts';
import { orderBody } from '../../support/order.ts';
import { startService, type TestService } from '../../support/service.ts';
import { uploadBody } from '../../support/upload.ts';

let service: TestService;
// biome-ignore lint/suspicious/noExplicitAny: a free-form document
let document: any;
beforeAll(async () => {
  service = await startService();
  document = await (await fetch(`${service.baseUrl}/openapi.json`)).json();
});
afterAll(() => service.close());

/** As `METHOD /path/{parameter}`. */
const described = (): string[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
  );

/** Routes that the description leaves out, and why. */
const undescribed: readonly (readonly [route: RegExp, why: string])[] = [
  [/^HEAD /, 'Fastify adds it to every GET route.'],
  [/^\w+ \/openapi.json$/, 'The description itself.'],
  [
    /^\w+ \/(oauth1|oauth2\/authorize|login|soap|v1\/wsdl.php)/,
    'OAuth 1.0, the page of OAuth 2.0 and SOAP: not JSON.',
  ],
  [/^\w+ \/(developer|sign-(in|up|out)|model\/|checkout|tracking)/, 'A page for people.'],
  [/^GET \/(swatches|photos)\//, 'A picture.'],
  [
    /^(PUT|POST) \/models\/:modelId\/v1$|^POST \/models\/:modelId\/info\/v1$/,
    'A spelling of old clients (compatibility: Paths).',
  ],
];

describe('the OpenAPI description', () => {
  it('The OpenAPI description names every route, and every endpoint of the interface.', () => {
    const routes = service.service.routes.filter((route) => !undescribed.some(([left]) => left.test(route)));
    expect(described().sort()).toEqual(routes.map((route) => route.replaceAll(/:(\w+)/g, '{$1}')).sort());
    const page = readFileSync(new URL('../../../docs/interface.md', import.meta.url), 'utf8');
    const documented = [...page.matchAll(/^#### ((?:GET|POST|PUT|DELETE) \/(?!oauth1)\S+)$/gm)].map(
      ([, endpoint = '']) => endpoint.replaceAll(/&lt;(\w+)&gt;/g, '{$1}').replace(/\/$/, ''),
    );
    expect([...documented, 'POST /oauth2/token'].sort()).toEqual(described().sort());
    expect(document.openapi).toBe('3.1.0');
    expect(document.servers).toEqual([{ url: service.baseUrl }]);
  });

  it('The OpenAPI description fits the answers of every endpoint.', async () => {
    const seen = new Set<string>(['POST /oauth2/token']);
    const check = async (method: string, path: string, template: string, body?: unknown) => {
      const answer = await service.call(method, path, body);
      const operation = document.paths[template][method.toLowerCase()];
      const schema = operation.responses[answer.status]?.content['application/json'].schema;
      expect(schema, `${method} ${template} ${answer.status}`).toBeDefined();
      const parsed = z.fromJSONSchema(schema).safeParse(answer.body);
      expect(parsed.error?.issues ?? [], `${method} ${template}`).toEqual([]);
      expect(answer.status).toBe(200);
      if (operation.requestBody && body !== undefined) {
        const sent = z
          .fromJSONSchema(operation.requestBody.content['application/json'].schema)
          .safeParse(body);
        expect(sent.error?.issues ?? [], `body of ${method} ${template}`).toEqual([]);
      }
      seen.add(`${method} ${template}`);
      return answer.body;
    };
    await check('GET', '/api/v1/', '/api/v1');
    await check('GET', '/materials/v1', '/materials/v1');
    await check('GET', '/materials/6/v1', '/materials/{materialId}/v1');
    await check('GET', '/printers/v1', '/printers/v1');
    await check('GET', '/printers/5/v1', '/printers/{printerId}/v1');
    await check('GET', '/categories/v1', '/categories/v1');
    await check('GET', '/categories/100/v1', '/categories/{categoryId}/v1');
    await check('POST', '/price/v1', '/price/v1', { volume: 1e-6, area: 6e-4, materials: [6] });
    const cube = boxStl(10, 10, 10);
    const { modelId, spin } = await check(
      'POST',
      '/models/v1',
      '/models/v1',
      uploadBody(cube, { tags: ['a'] }),
    );
    await check('GET', '/models/v1', '/models/v1');
    await check('GET', `/models/${modelId}/v1`, '/models/{modelId}/v1');
    await check('GET', `/models/${modelId}/info/v1`, '/models/{modelId}/info/v1');
    await check('PUT', `/models/${modelId}/info/v1`, '/models/{modelId}/info/v1', {
      title: 'x',
      categories: [100],
    });
    await check('POST', `/models/${modelId}/files/v1`, '/models/{modelId}/files/v1', uploadBody(cube));
    await check('GET', `/models/${modelId}/files/0/v1?file=1`, '/models/{modelId}/files/{fileVersion}/v1');
    const photo = { file: png(3, 3).toString('base64') };
    await check('POST', `/models/${modelId}/photos/v1`, '/models/{modelId}/photos/v1', photo);
    await check('POST', '/orders/cart/v1', '/orders/cart/v1', { modelId });
    await check('GET', '/orders/cart/v1', '/orders/cart/v1');
    const item = { modelId, materialId: 6, quantity: 2 };
    const order = orderBody([item], service.credentials.payment_verification_id);
    const { orderId, productionOrderIds } = await check('POST', '/orders/v1', '/orders/v1', order);
    await check('GET', '/orders/v1', '/orders/v1');
    await check('GET', `/orders/${orderId}/v1`, '/orders/{orderId}/v1');
    await check('POST', `/orders/${orderId}/reprint/v1`, '/orders/{orderId}/reprint/v1', {
      orderProductId: productionOrderIds[0],
      reprintReasonId: 503,
      reprintComment: 'It broke on the way.',
      quantity: 1,
    });
    await check('PUT', `/orders/${orderId}/v1`, '/orders/{orderId}/v1', { status: 'cancelled' });
    const { orderId: other } = (await service.call('POST', '/orders/v1', order)).body;
    await check('PUT', '/orders/v1', '/orders/v1', { orderId: other, status: 'cancelled' });
    const prices = '/cart/shipping-options/v1';
    await check('GET', `${prices}?country=US`, prices);
    await check('POST', '/shapejs/v1', '/shapejs/v1', { spin, customParams: { text: 'A' } });
    await check('DELETE', `/models/${modelId}/v1`, '/models/{modelId}/v1');
    expect([...seen].sort()).toEqual(described().sort());
  });

  it('The OpenAPI description fits the failures too.', async () => {
    const failure = z.fromJSONSchema(document.components.schemas.Failure);
    for (const path of ['/models/999/v1', '/nowhere']) {
      const { body } = await service.call('GET', path);
      expect(failure.safeParse(body).success).toBe(true);
    }
    expect(failure.safeParse({ result: 'success' }).success).toBe(false);
  });

  it('The OpenAPI description is strict enough to refuse a wrong answer.', () => {
    const schema = document.paths['/price/v1'].post.responses[200].content['application/json'].schema;
    const fits = (body: unknown) => z.fromJSONSchema(schema).safeParse(body).success;
    expect(fits({ result: 'success', prices: { 6: { price: 2.9, currency: 'USD' } } })).toBe(true);
    expect(fits({ result: 'success', prices: { 6: { price: [], currency: 'USD' } } })).toBe(false);
    expect(fits({ prices: {} })).toBe(false);
  });
});
