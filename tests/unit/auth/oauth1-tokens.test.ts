/**
 * The token of an account by OAuth 1.0, and the sign-in that obtains it, against answers that a test writes.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readOAuth1Answer } from '../../../src-main/auth/oauth1-authorization.ts';
import { requestOAuth1Token } from '../../../src-main/auth/oauth1-endpoints.ts';
import { createOAuth1Tokens, hasOAuth1Token } from '../../../src-main/auth/oauth1-tokens.ts';
import { sessionStore } from '../../../src-main/secrets/secret-store.ts';
import { CodedError } from '../../../src-shared/result.ts';
import { clientUnderTest, codeOf } from '../api-client/client-under-test.ts';
import { json, type Reply, type WireServer, wireServer } from '../api-client/wire-server.ts';

const start = Date.UTC(2026, 10, 20, 9);
const dated = (ms = start) => ({ Date: new Date(ms).toUTCString() });
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
const revoked = (headers: Record<string, string> = {}) =>
  json(401, 'oauth_problem=token_revoked', {
    ...dated(),
    'Content-Type': 'application/x-www-form-urlencoded',
    ...headers,
  });
const hotel = () => json(401, '<html>Sign in to the hotel</html>', dated());

let server: WireServer;
let reply: (header: string) => Reply;
const time = { now: start };
const clock = { now: () => time.now };
const states: string[] = [];
let secrets = sessionStore();
beforeEach(async () => {
  time.now = start;
  states.length = 0;
  secrets = sessionStore();
  reply = () => json(200, info, dated());
  server = await wireServer(({ headers }) => reply(headers['authorization'] ?? ''));
});
afterEach(() => server.close());

const tokensOf = (secretName = 'oauth1/a') =>
  createOAuth1Tokens({
    baseUrl: server.baseUrl,
    clock,
    userAgent: 'Fabdesk/test',
    secrets,
    secretName,
    client: async () => ({ clientId: 'key', clientSecret: 'secret' }),
    changed: (state) => states.push(state),
  });
async function signedIn() {
  const tokens = tokensOf();
  await tokens.begin({ token: 'token-1', secret: 'token-secret' });
  const { client, signalled } = clientUnderTest(server.baseUrl, { auth: tokens, clock });
  return { tokens, client, signalled };
}
const timestampOf = (header: string) => Number(/oauth_timestamp="(\d+)"/.exec(header)?.[1]);

describe('a token of OAuth 1.0', () => {
  it('Two requests at the same moment have different nonces and neither repeats.', async () => {
    const { client } = await signedIn();
    await Promise.all([client.getServiceInfo(), client.getServiceInfo()]);
    const nonces = server.complete.map(({ headers }) =>
      /oauth_nonce="(\d+)"/.exec(headers['authorization'] ?? ''),
    );
    expect(new Set(nonces.map((found) => found?.[1])).size).toBe(2);
  });

  it('A refusal that names its problem in a form or in the challenge ends the sign-in, and the token is kept.', async () => {
    const challenge = { 'WWW-Authenticate': 'OAuth realm="x", oauth_problem="token_rejected"' };
    for (const refusal of [revoked(), json(401, 'No.', { ...dated(), ...challenge })]) {
      const { client, signalled } = await signedIn();
      reply = () => refusal;
      states.length = 0;
      expect(await codeOf(client.getServiceInfo())).toBe('credentials-refused');
      expect(states).toEqual(['ended']);
      expect(signalled.connection.at(-1)).toBe('refused credentials-refused');
      expect(await hasOAuth1Token(secrets, 'oauth1/a')).toBe(true);
      // The service accepts it again, so the sign-in continues automatically.
      reply = () => json(200, info, dated());
      expect(await codeOf(client.getServiceInfo())).toBe('resolved');
      expect(states.at(-1)).toBe('stored');
    }
  });

  it('The page of a hotel does not end the sign-in.', async () => {
    const { client } = await signedIn();
    reply = hotel;
    states.length = 0;
    expect(await codeOf(client.getServiceInfo())).toBe('bad-answer');
    expect(states).toEqual([]);
  });

  it('One call that the service refuses for itself does not end the sign-in.', async () => {
    await server.close();
    server = await wireServer(({ path }) =>
      path === '/materials/v1' ? revoked() : json(200, info, dated()),
    );
    const { client } = await signedIn();
    states.length = 0;
    expect(await codeOf(client.listMaterials())).toBe('credentials-refused');
    expect(states).not.toContain('ended');
    expect(await codeOf(client.getServiceInfo())).toBe('resolved');
  });

  it('A clock that is wrong is corrected once; where the service refuses even then, nothing goes round in circles.', async () => {
    const window = (header: string) => Math.abs(timestampOf(header) * 1000 - start) < 300_000;
    const { client } = await signedIn();
    time.now = start + 20 * 60_000;
    reply = (header) => (window(header) ? json(200, info, dated()) : revoked());
    expect(await codeOf(client.getServiceInfo())).toBe('resolved');
    const before = server.complete.length;
    reply = () => revoked(dated(start - 3_600_000));
    expect(await codeOf(client.getServiceInfo())).toBe('credentials-refused');
    expect(server.complete.length - before).toBeLessThanOrEqual(3);
  });

  it('A locked keychain does not end the sign-in, and another client does not use its token.', async () => {
    await signedIn();
    const tokens = tokensOf();
    const { get } = secrets;
    secrets = Object.assign(secrets, {
      get: () => Promise.reject(new CodedError('keychain-unavailable', 'Locked.')),
    });
    states.length = 0;
    expect(await codeOf(tokens.get())).toBe('keychain-unavailable');
    expect(states).toEqual([]);
    secrets = Object.assign(secrets, { get });
    await secrets.set('oauth1/a', JSON.stringify({ token: 't', secret: 's', clientId: 'other' }));
    expect(await codeOf(tokensOf().get())).toBe('credentials-refused');
    await secrets.set('oauth1/a', 'broken');
    expect(await codeOf(tokensOf().get())).toBe('credentials-refused');
  });
});

describe('what an old timestamp proves', () => {
  const minute = 60_000;
  it.each([
    [6, 'refused', 'refused'],
    [59, 'accepted', 'accepted'],
    [61, 'accepted', 'endless'],
    [-1, 'refused', 'accepted'],
  ] as const)('%d minutes old and %s: %s', async (age, answer, verdict) => {
    const { tokens, client } = await signedIn();
    await tokens.get();
    const { tokenFingerprint } = await tokens.authorize('0', { method: 'GET', url: new URL(server.baseUrl) });
    const now = start + age * minute;
    time.now = now;
    reply = (header) =>
      answer === 'refused' && timestampOf(header) * 1000 === start
        ? revoked(dated(now))
        : json(200, info, dated(now));
    expect(await client.probeToken(tokenFingerprint)).toEqual({ token: verdict, serverDate: now });
    expect(timestampOf(server.complete.at(-1)?.headers['authorization'] ?? '') * 1000).toBe(start);
    expect(server.complete.at(-1)?.method).toBe('GET');
  });
});

describe('the request token', () => {
  const ask = () =>
    requestOAuth1Token(
      { baseUrl: server.baseUrl, clock, userAgent: 'Fabdesk/test' },
      { clientId: 'key', clientSecret: 'secret' },
      'oob',
    );
  const fields = { oauth_token: 'r', oauth_token_secret: 's', oauth_callback_confirmed: 'true' };
  const form = (more: Record<string, string>) => {
    const all = new URLSearchParams({ ...fields, ...more });
    for (const [name, value] of [...all]) if (value === '') all.delete(name);
    return json(200, all.toString(), dated());
  };

  it('Without an address for it, the page is /oauth1/authorize; an address without the token gets it.', async () => {
    reply = () => form({});
    expect((await ask()).page).toBe(`${server.baseUrl}/oauth1/authorize?oauth_token=r`);
    reply = () => form({ authentication_url: `${server.baseUrl}/login` });
    expect((await ask()).page).toBe(`${server.baseUrl}/login?oauth_token=r`);
  });

  it.each([
    ['of another website', { authentication_url: 'https://evil.example/?oauth_token=r' }, 'sign-in-refused'],
    ['that is none', { authentication_url: 'javascript:alert(1)//?oauth_token=r' }, 'sign-in-refused'],
    ['without a token', { oauth_token: '' }, 'bad-answer'],
    ['without a secret', { oauth_token_secret: '' }, 'bad-answer'],
    ['of the first version, without a confirmed callback', { oauth_callback_confirmed: '' }, 'bad-answer'],
  ])('An answer with a page %s is refused.', async (_what, more, code) => {
    reply = () => form(more as Record<string, string>);
    expect(await codeOf(ask())).toBe(code);
  });

  it('A wrong clock is corrected once.', async () => {
    time.now = start - 20 * 60_000;
    reply = (header) => (Math.abs(timestampOf(header) * 1000 - start) < 300_000 ? form({}) : revoked());
    expect((await ask()).ahead).toBe(20 * 60_000);
    expect(server.complete).toHaveLength(2);
    reply = () => revoked();
    expect(await codeOf(ask())).toBe('credentials-refused');
    expect(server.complete).toHaveLength(4);
  });
});

describe('what the browser brings back', () => {
  const read = (query: string) => readOAuth1Answer(new URLSearchParams(query), 'r');
  it('Only the verifier of this request token is taken; a refusal is told in our words.', () => {
    expect(read('oauth_token=r&oauth_verifier=v')).toEqual({ kind: 'code', code: 'v' });
    for (const foreign of [
      '',
      'oauth_verifier=v',
      'oauth_token=x&oauth_verifier=v',
      'oauth_token=r&oauth_token=r&oauth_verifier=v',
    ])
      expect(read(foreign)).toEqual({ kind: 'foreign' });
    expect(read('oauth_token=r')).toMatchObject({ kind: 'refused', error: { code: 'sign-in-refused' } });
    const denied = read('oauth_token=r&oauth_problem=permission_denied%20<b>');
    expect(denied).toMatchObject({ kind: 'refused', error: { code: 'sign-in-denied' } });
    expect(JSON.stringify(denied)).not.toContain('<b>');
  });
});
