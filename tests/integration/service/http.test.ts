/** The common parts of every answer, whatever the resource: envelope, rate headers, 404, 405, 429. */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../../support/service.ts';

let service: TestService;
let now = Date.parse('2026-11-20T10:00:00Z');
beforeAll(async () => {
  service = await startService({ clock: () => now, rateLimit: { calls: 4, windowSeconds: 120 } });
});
afterAll(() => service.close());

describe('the rate limit', () => {
  it('The rate limit is in the headers of every answer, and 429 refuses when it is used up.', async () => {
    const seen: (string | null)[] = [];
    for (let i = 0; i < 4; i++) {
      const { status, headers } = await service.call('GET', '/categories/v1');
      expect(status).toBe(200);
      expect(headers.get('x-ratelimit-limit')).toBe('4');
      expect(headers.get('x-ratelimit-window-inseconds')).toBe('120');
      expect(headers.get('x-ratelimit-window-inminutes')).toBe('2');
      seen.push(headers.get('x-ratelimit-remaining'));
      now += 1000;
    }
    expect(seen).toEqual(['3', '2', '1', '0']);
    const { status, headers, body } = await service.call('GET', '/api/v1/');
    expect(status).toBe(429);
    expect(headers.get('retry-after')).toBe('116');
    expect(headers.get('x-ratelimit-retry-inseconds')).toBe('116');
    expect(headers.get('x-ratelimit-oktogo-inseconds')).toBe('116');
    expect(body).toMatchObject({
      result: 'failure',
      reason: expect.stringMatching(/limit of 4 calls in 120 seconds.*Call again in 116 seconds/),
      rateLimit: { remaining: 0, retryInSeconds: 116, retryTimestamp: Math.floor(now / 1000) + 116 },
    });
    now += 116_000;
    expect((await service.call('GET', '/api/v1/')).status).toBe(200);
  });

  it('The rate limit of one application does not affect others.', async () => {
    const other = await service.service.issueApplication('Another');
    const answer = await fetch(`${service.baseUrl}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: other.client_id,
        client_secret: other.client_secret,
      }),
    });
    const { access_token } = (await answer.json()) as { access_token: string };
    const info = await fetch(`${service.baseUrl}/api/v1`, {
      headers: { Authorization: `Bearer ${access_token}` },
    });
    expect(info.headers.get('x-ratelimit-remaining')).toBe('3');
  });
});

describe('answers of every kind', () => {
  it('A missing path gets the failure shape and the rate headers.', async () => {
    const answer = await fetch(`${service.baseUrl}/nowhere/v1?token=abc`);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('x-ratelimit-limit')).toBe('4');
    const body = (await answer.json()) as { result: string; reason: string };
    expect(body.result).toBe('failure');
    expect(body.reason).not.toContain('abc');
  });

  it('405 names the possible methods.', async () => {
    for (const [method, path, allow] of [
      ['DELETE', '/materials/v1', /GET/],
      ['PUT', '/price/v1', /POST/],
      ['PATCH', '/orders/5/v1', /GET.*PUT|PUT.*GET/],
      ['GET', '/oauth2/token', /POST/],
    ] as const) {
      const answer = await fetch(`${service.baseUrl}${path}`, { method });
      expect(answer.status, `${method} ${path}`).toBe(405);
      expect(answer.headers.get('allow')).toMatch(allow);
      expect(await answer.json()).toMatchObject({ result: 'failure' });
    }
  });

  it('A wrong method is named before a body that cannot be read.', async () => {
    const answer = await fetch(`${service.baseUrl}/materials/v1`, { method: 'POST', body: '<a/>' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('The rate limit is shown even for a path that cannot be decoded.', async () => {
    const answer = await fetch(`${service.baseUrl}/models/%ff/v1`);
    expect([answer.status, answer.headers.get('X-RateLimit-Limit')]).toEqual([400, '4']);
  });

  it('A GET with a body that cannot be read gets 400, and the service lives on.', async () => {
    const getWithBody = (path: string) =>
      new Promise<number>((resolve, reject) => {
        const sent = request(`${service.baseUrl}${path}`, { headers: { 'Content-Length': 3 } });
        sent.on('response', (answer) => resolve(answer.resume().statusCode ?? 0)).on('error', reject);
        sent.end('{a}');
      });
    // The second is for people, so no token is asked for first.
    expect(await getWithBody('/sign-in')).toBe(400);
    expect(await getWithBody('/model/1')).toBe(400);
    expect((await fetch(`${service.baseUrl}/sign-in`)).status).toBe(200);
  });

  it('Broken requests get answers in the usual shape.', async () => {
    for (const path of ['/%', '/%ff/v1', '/materials/%00/v1', `/materials/${'9'.repeat(300)}/v1`]) {
      const answer = await fetch(`${service.baseUrl}${path}`);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(await answer.json()).toMatchObject({ result: 'failure', reason: expect.any(String) });
    }
  });
});
