import { afterEach, describe, expect, it } from 'vitest';
import { cubicMetres, metres, squareMetres } from '../../../src-shared/units/units.ts';
import { anOrder, clientUnderTest, codeOf, openGate } from './client-under-test.ts';
import { json, type Reply, type WireServer, wireServer } from './wire-server.ts';

let server: WireServer;
afterEach(() => server.close());

const printers = {
  result: 'success',
  printers: [
    {
      printerId: '3',
      title: 'P3',
      xBoundMin: 0.1,
      xBoundMax: 65,
      yBoundMin: 0.1,
      yBoundMax: 35,
      zBoundMin: 0.1,
      zBoundMax: 55,
    },
  ],
  nextActionSuggestions: [],
};
const failure = { result: 'failure', reason: 'Invalid Token Error' };

describe('reads', () => {
  it('Reads share a connection.', async () => {
    server = await wireServer(() => json(200, printers));
    const { client } = clientUnderTest(server.baseUrl);
    const warnings: string[] = [];
    const onWarning = (warning: Error) => void warnings.push(warning.name);
    process.on('warning', onWarning);
    for (let turn = 0; turn < 30; turn += 1) {
      expect((await client.listPrinters())[0]).toMatchObject({ printerId: 3, xBoundMax: 65 });
    }
    process.off('warning', onWarning);
    expect(server.connections()).toBe(1);
    // Listeners left on the shared connection would cause a warning.
    expect(warnings).toEqual([]);
    client.close();
  });

  it('A read is repeated once on a new connection if the shared one broke before an answer.', async () => {
    server = await wireServer((_, nth) => (nth === 2 ? { after: 'reset' } : json(200, printers)));
    const { client } = clientUnderTest(server.baseUrl);
    await client.listPrinters();
    expect(await client.listPrinters()).toHaveLength(1);
    expect(server.complete).toHaveLength(3);
    expect(server.connections()).toBe(2);
  });

  it('A read fails after the second broken connection.', async () => {
    server = await wireServer(() => ({ after: 'reset' }));
    const { client, signalled } = clientUnderTest(server.baseUrl);
    expect(await codeOf(client.listPrinters())).toBe('network');
    expect(server.complete).toHaveLength(2);
    expect(signalled.connection.at(-1)).toBe('offline network');
  });

  it('A read refreshes an expired token once and is repeated.', async () => {
    server = await wireServer(({ headers }) =>
      headers['authorization'] === 'Bearer t1' ? json(401, failure) : json(200, printers),
    );
    const { client, tokens } = clientUnderTest(server.baseUrl);
    const lists = await Promise.all([client.listPrinters(), client.listPrinters(), client.listPrinters()]);
    expect(lists.every((list) => list.length === 1)).toBe(true);
    expect(tokens.issued).toBe(2);
  });

  it('A read reports refused credentials if a fresh token is refused too.', async () => {
    server = await wireServer(() => json(401, failure));
    const { client, signalled } = clientUnderTest(server.baseUrl);
    expect(await codeOf(client.listPrinters())).toBe('credentials-refused');
    expect(server.complete).toHaveLength(2);
    expect(signalled.connection).toEqual(['refused credentials-refused']);
  });

  const answers: [string, Reply, string][] = [
    ['403', json(403, failure), 'refused'],
    ['404', json(404, failure), 'not-found'],
    ['404 in the words of a gateway', json(404, { error: 'no route' }), 'refused'],
    ['500', json(500, failure), 'service-error'],
    ['502 of a proxy', json(502, 'Bad gateway'), 'service-error'],
    ['a redirect', json(302, '', { Location: 'http://127.0.0.1:1/' }), 'bad-answer'],
    ['HTML', json(200, '<html></html>'), 'bad-answer'],
    ['HTML with 404', json(404, '<html></html>'), 'bad-answer'],
    ['a failure with 200', json(200, failure), 'refused'],
    [
      'an answer of the wrong shape',
      json(200, { result: 'success', printers: [{ title: 'x' }] }),
      'bad-answer',
    ],
    ['a compressed answer', json(200, printers, { 'Content-Encoding': 'gzip' }), 'bad-answer'],
    ['a huge answer', json(200, { ...printers, more: 'x'.repeat(5000) }), 'too-large'],
    ['silence', {}, 'timeout'],
    ['a cut body', { bytes: 'HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{"re', after: 'end' }, 'network'],
  ];
  it.each(answers)('A read distinguishes %s.', async (_, reply, code) => {
    server = await wireServer(() => reply);
    const { client } = clientUnderTest(server.baseUrl, {
      limits: reply.bytes ? { answerBytes: 2_000 } : { answer: 300 },
    });
    expect(await codeOf(client.listPrinters())).toBe(code);
    expect(server.complete).toHaveLength(1);
  });

  it('An answer 511 is never the words of the service.', async () => {
    server = await wireServer(() => json(511, { error: 'login', error_description: 'Sign in.' }));
    const { client } = clientUnderTest(server.baseUrl);
    await expect(client.listPrinters()).rejects.toMatchObject({
      code: 'bad-answer',
      text: { key: 'service.networkSignIn' },
    });
  });

  it.each([302, 511])('An answer %i that only a network gives asks to sign in to it.', async (status) => {
    server = await wireServer(() => json(status, '', { Location: 'http://portal.example/' }));
    const { client } = clientUnderTest(server.baseUrl);
    await expect(client.listPrinters()).rejects.toThrow(/network .*sign(ed)? in/);
  });

  it.each([200, 404, 511])('A web page that answers with %i is named by its title.', async (status) => {
    const page = '<html><head><title lang="en">Welcome to Hotel Astoria</title></head></html>';
    server = await wireServer(() => json(status, page, { 'Content-Type': 'text/html' }));
    const { client } = clientUnderTest(server.baseUrl);
    await expect(client.listPrinters()).rejects.toThrow(/Welcome to Hotel Astoria.*sign in/s);
  });

  it('A large web page with an odd number of quotes is named by its title too.', async () => {
    const page = `<html><title>Hotel Astoria</title><p title="${'x'.repeat(300_000)}`;
    server = await wireServer(() => json(200, page, { 'Content-Type': 'text/html' }));
    const { client } = clientUnderTest(server.baseUrl);
    await expect(client.listPrinters()).rejects.toThrow(/Hotel Astoria.*sign in/s);
  });

  it('A read stops when it is aborted.', async () => {
    const controller = new AbortController();
    server = await wireServer(() => {
      controller.abort();
      return {};
    });
    const { client, signalled } = clientUnderTest(server.baseUrl);
    await expect(client.getServiceInfo(controller.signal)).rejects.toMatchObject({ name: 'AbortError' });
    expect(server.complete).toHaveLength(1);
    expect(signalled.connection).toEqual([]);
  });

  it('The token cache learns the service’s date from reads.', async () => {
    server = await wireServer(() => json(200, printers, { Date: 'Fri, 20 Nov 2026 09:00:05 GMT' }));
    const { client, tokens } = clientUnderTest(server.baseUrl);
    await client.listPrinters();
    expect(tokens.serverDates).toEqual([Date.UTC(2026, 10, 20, 9, 0, 5)]);
  });

  it('No read leaves while the user works offline.', async () => {
    server = await wireServer(() => json(200, printers));
    const { client, tokens } = clientUnderTest(server.baseUrl, {
      permit: () => {
        throw new Error('paused');
      },
    });
    await expect(client.listPrinters()).rejects.toThrow('paused');
    expect(tokens.issued).toBe(0);
    expect(server.connections()).toBe(0);
  });
});

describe('prices', () => {
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
  it('Prices are requested as in the spec, and without a list for all materials.', async () => {
    const prices = { '6': { price: '4.25', currency: 'USD' } };
    server = await wireServer(() => json(200, { result: 'success', prices, nextActionSuggestions: [] }));
    const { client } = clientUnderTest(server.baseUrl);
    expect(await client.quote(geometry, [])).toMatchObject({ '6': { price: 4.25, currency: 'USD' } });
    await client.quote(geometry, [6, 7]);
    const bodies = server.complete.map(({ body }) => JSON.parse(body.toString()));
    expect(bodies).toEqual([geometry, { ...geometry, materials: [6, 7] }]);
    expect(server.complete[0]).toMatchObject({ method: 'POST', path: '/price/v1' });
  });
});

describe('changes', () => {
  it('An order is cancelled as in the spec.', async () => {
    server = await wireServer(() => json(200, { result: 'success', orderId: 9, nextActionSuggestions: [] }));
    const { client } = clientUnderTest(server.baseUrl);
    expect((await client.cancelOrder(9, openGate().gate)).kind).toBe('answered');
    expect(server.complete[0]).toMatchObject({ method: 'PUT', path: '/orders/9/v1' });
    expect(JSON.parse(server.complete[0]?.body.toString() ?? '')).toEqual({ status: 'cancelled' });
  });

  it('A change is sent once, and a lost answer is reported as unknown.', async () => {
    server = await wireServer(() => ({ after: 'reset' }));
    const { client } = clientUnderTest(server.baseUrl);
    expect(await codeOf(client.deleteModel(4))).toBe('outcome-unknown');
    expect((await client.cancelOrder(4, openGate().gate)).kind).toBe('unknown');
    expect(server.begun).toEqual([
      { method: 'DELETE', path: '/models/4/v1' },
      { method: 'PUT', path: '/orders/4/v1' },
    ]);
  });

  it('A change is repeated after an expired token was refused.', async () => {
    server = await wireServer((_, nth) =>
      nth === 1 ? json(401, failure) : json(200, { result: 'success', modelId: 4 }),
    );
    const { client } = clientUnderTest(server.baseUrl);
    await client.deleteModel(4);
    expect(server.complete).toHaveLength(2);
  });
});

describe('the rate window', () => {
  const rateLimit = {
    retryInSeconds: 0,
    retryTimestamp: 0,
    windowInSeconds: 300,
    limit: 150,
    remaining: 149,
    history: [1],
  };

  it('The rate window is read from every answer.', async () => {
    const headers = {
      'X-RateLimit-Limit': '150',
      'X-RateLimit-Remaining': '12',
      'X-RateLimit-Window-InSeconds': '300',
      'X-RateLimit-Retry-InSeconds': '3',
    };
    server = await wireServer(() => json(200, printers, headers));
    const { client, signalled } = clientUnderTest(server.baseUrl);
    await client.listPrinters();
    expect(signalled.rates).toEqual([{ limit: 150, remaining: 12, windowInSeconds: 300, retryAt: null }]);
    await client.listPrinters();
    expect(server.complete).toHaveLength(2);
  });

  it.each([
    ['Retry-After in seconds', { 'Retry-After': '40' }, 40_000],
    [
      'Retry-After as a date, by the clock of the service',
      { Date: 'Fri, 20 Nov 2026 11:00:00 GMT', 'Retry-After': 'Fri, 20 Nov 2026 11:00:20 GMT' },
      20_000,
    ],
    ['its own header', { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Retry-InSeconds': '7' }, 7_000],
    ['no time at all', {}, 30_000],
    ['a time beyond reason', { 'Retry-After': '9999999' }, 24 * 3_600_000],
  ])('The rate limit holds all requests after a 429 with %s.', async (_, headers, wait) => {
    server = await wireServer((_request, nth) =>
      nth === 1 ? json(429, { result: 'failure', reason: 'Rate limit' }, headers) : json(200, printers),
    );
    const { client, time } = clientUnderTest(server.baseUrl);
    const retryAt = time.now + wait;
    await expect(client.listPrinters()).rejects.toMatchObject({ code: 'rate-limited', retryAt });
    time.now = retryAt - 1;
    await expect(client.listPrinters()).rejects.toMatchObject({ code: 'rate-limited', retryAt });
    expect(server.complete).toHaveLength(1);
    time.now = retryAt;
    expect(await client.listPrinters()).toHaveLength(1);
  });

  it('The rate limit holds an order as unsent.', async () => {
    server = await wireServer(() => json(429, failure, { 'Retry-After': '40' }));
    const { client, time } = clientUnderTest(server.baseUrl);
    await codeOf(client.listPrinters());
    const { gate, passed } = openGate();
    expect(await client.placeOrder(anOrder, gate)).toMatchObject({
      kind: 'unsent',
      error: { code: 'rate-limited', retryAt: time.now + 40_000 },
    });
    expect(passed).toEqual([]);
    expect(server.complete).toHaveLength(1);
  });

  it('The rateLimit object is obeyed: the later of both times, by the service’s clock.', async () => {
    const date = 'Fri, 20 Nov 2026 12:00:00 GMT';
    const retryTimestamp = Date.parse(date) / 1000 + 25;
    server = await wireServer(() =>
      json(
        200,
        { result: 'success', rateLimit: { ...rateLimit, remaining: 0, retryInSeconds: 5, retryTimestamp } },
        { Date: date },
      ),
    );
    const { client, time, signalled } = clientUnderTest(server.baseUrl);
    expect(await client.getServiceInfo()).toMatchObject({ limit: 150, remaining: 0 });
    expect(signalled.rates.at(-1)).toEqual({
      limit: 150,
      remaining: 0,
      windowInSeconds: 300,
      retryAt: time.now + 25_000,
    });
    await expect(client.getServiceInfo()).rejects.toMatchObject({ code: 'rate-limited' });
  });

  it('Requests are allowed while calls are left, even if the timestamp is a second ahead of the Date header.', async () => {
    const date = 'Fri, 20 Nov 2026 12:00:00 GMT';
    const free = { ...rateLimit, retryTimestamp: Date.parse(date) / 1000 + 1 };
    server = await wireServer(() => json(200, { result: 'success', rateLimit: free }, { Date: date }));
    const { client, signalled } = clientUnderTest(server.baseUrl);
    await client.getServiceInfo();
    await client.getServiceInfo();
    expect(signalled.rates.at(-1)?.retryAt).toBeNull();
  });

  it('The rate limit does not hold forever if this machine’s clock is set back.', async () => {
    server = await wireServer((_, nth) =>
      nth === 1 ? json(429, failure, { 'Retry-After': '40' }) : json(200, printers),
    );
    const { client, time } = clientUnderTest(server.baseUrl);
    await codeOf(client.listPrinters());
    time.now -= 365 * 24 * 3_600_000;
    expect(await client.listPrinters()).toHaveLength(1);
  });
});
