import { afterEach, describe, expect, it } from 'vitest';
import { anOrder, clientUnderTest, codeOf, openGate } from './client-under-test.ts';
import { json, type WireServer, wireServer } from './wire-server.ts';

let server: WireServer;
afterEach(() => server.close());

const date = 'Fri, 20 Nov 2026 09:00:00 GMT';
const info = {
  result: 'success',
  nextActionSuggestions: [],
  rateLimit: {
    retryInSeconds: 0,
    retryTimestamp: 0,
    windowInSeconds: 300,
    limit: 150,
    remaining: 150,
    history: [],
  },
};
const failure = { result: 'failure', reason: 'Invalid Token Error: expired.' };

describe('asking about one token', () => {
  /** Refuses `t1` from the moment of `isOver` on. */
  const setUp = async () => {
    const state = { isOver: false };
    server = await wireServer(({ headers }) =>
      state.isOver && headers['authorization'] === 'Bearer t1'
        ? json(401, failure, { Date: date })
        : json(200, info, { Date: date }),
    );
    return { state, ...clientUnderTest(server.baseUrl) };
  };

  it('A probe sends a GET with exactly that token, and reports the service’s answer and its date.', async () => {
    const { client, state, tokens } = await setUp();
    await client.getServiceInfo();
    expect(await client.probeToken('print-of-t1')).toEqual({
      token: 'accepted',
      serverDate: Date.parse(date),
    });
    state.isOver = true;
    tokens.invalidate('t1');
    await client.getServiceInfo();
    expect(await client.probeToken('print-of-t1')).toEqual({
      token: 'refused',
      serverDate: Date.parse(date),
    });
    const last = server.complete.at(-1);
    expect([last?.method, last?.path, last?.headers['authorization']]).toEqual([
      'GET',
      '/api/v1/',
      'Bearer t1',
    ]);
    // The account does not count as refused because of an old token.
    expect(await codeOf(client.getServiceInfo())).toBe('resolved');
  });

  it('A probe reads only the date if it no longer has that token.', async () => {
    const { client } = await setUp();
    expect(await client.probeToken('print-of-somebody')).toEqual({
      token: 'lost',
      serverDate: Date.parse(date),
    });
  });

  it('Only the service’s own answer counts as a refusal of a token.', async () => {
    server = await wireServer(() => json(401, '<html>Sign in to the hotel</html>'));
    const { client, tokens } = clientUnderTest(server.baseUrl);
    await tokens.get();
    expect(await codeOf(client.probeToken('print-of-t1'))).toBe('bad-answer');
  });

  it('A third party’s page does not count as the service, whatever its status.', async () => {
    server = await wireServer(() => json(200, '<html>Sign in to the hotel</html>'));
    const { client, tokens } = clientUnderTest(server.baseUrl);
    await tokens.get();
    expect(await codeOf(client.probeToken('print-of-t1'))).toBe('bad-answer');
  });
});

describe('the gate', () => {
  it('The commit gate learns until when the sent token can be valid.', async () => {
    server = await wireServer(() => json(400, { result: 'failure', reason: 'No.' }));
    const { client, tokens } = clientUnderTest(server.baseUrl);
    tokens.ends.set('t1', 1234);
    const ends: unknown[] = [];
    const { gate } = openGate({ beforeLastByte: ({ tokenEndsAt }) => void ends.push(tokenEndsAt) });
    await client.placeOrder(anOrder, gate);
    expect(ends).toEqual([1234]);
  });
});

describe('pages of orders', () => {
  it('Pages of orders are requested by limit and page, and the first request is the spec’s.', async () => {
    const list = {
      result: 'success',
      ordersCount: {},
      ordersStatus: {},
      ordersInfo: [],
      nextActionSuggestions: {},
    };
    server = await wireServer(() => json(200, list));
    const { client } = clientUnderTest(server.baseUrl);
    await client.listOrders();
    await client.listOrders({ limit: 100, page: 2 });
    expect(server.complete.map(({ path }) => path)).toEqual(['/orders/v1', '/orders/v1?limit=100&page=2']);
  });
});
