/**
 * The token endpoint, asked for a code and for a refresh (spec: Authentication > Flow B > Token request;
 * Authentication > Refreshing; RFC 6749 4.1.3, 5.2, 6).
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exchangeCode, refreshTokens } from '../../../src-main/auth/grants.ts';
import { createUserTokens, type SignInState } from '../../../src-main/auth/user-tokens.ts';
import { type SecretStore, sessionStore } from '../../../src-main/secrets/secret-store.ts';
import { CodedError } from '../../../src-shared/result.ts';

interface Asked {
  readonly authorization: string | undefined;
  readonly form: Record<string, string>;
}
type Reply = { status: number; body: unknown } | 'lost';

const asked: Asked[] = [];
let decide: (request: Asked) => Reply;
let server: http.Server;
let baseUrl = '';
beforeEach(async () => {
  asked.length = 0;
  server = http.createServer((incoming, outgoing) => {
    let body = '';
    incoming.on('data', (part) => {
      body += part;
    });
    incoming.on('end', () => {
      const request = {
        authorization: incoming.headers.authorization,
        form: Object.fromEntries(new URLSearchParams(body)),
      };
      asked.push(request);
      const reply = decide(request);
      if (reply === 'lost') return incoming.socket.destroy();
      outgoing.writeHead(reply.status, { 'Content-Type': 'application/json' });
      return outgoing.end(JSON.stringify(reply.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const endpoint = () => ({ baseUrl, userAgent: 'Fabdesk/test', clock: { now: () => Date.now() } });
const client = { clientId: 'app', clientSecret: 's3cret' };
const publicClient = { clientId: 'app', clientSecret: null };
const granted = (n: number | string) => ({
  status: 200,
  body: {
    access_token: `access-${n}`,
    token_type: 'bearer',
    expires_in: 3600,
    refresh_token: `refresh-${n}`,
  },
});
const error = (status: number, code: string): Reply => ({
  status,
  body: { error: code, error_description: 'Because.' },
});
const basicHeader = `Basic ${Buffer.from('app:s3cret').toString('base64')}`;

describe('a code', () => {
  const facts = { code: 'c0de', redirectUri: 'http://127.0.0.1:4000/callback', verifier: 'v'.repeat(43) };
  const form = {
    grant_type: 'authorization_code',
    code: 'c0de',
    client_id: 'app',
    redirect_uri: facts.redirectUri,
    code_verifier: facts.verifier,
  };

  it('A code is exchanged with the fields of the spec and the verifier.', async () => {
    decide = () => granted(1);
    const { grant } = await exchangeCode(endpoint(), client, facts);
    expect(grant).toMatchObject({ access_token: 'access-1', refresh_token: 'refresh-1' });
    expect(asked).toEqual([{ authorization: undefined, form: { ...form, client_secret: 's3cret' } }]);
  });

  it('A code is exchanged without a secret if the client has none.', async () => {
    decide = () => granted(1);
    await exchangeCode(endpoint(), publicClient, facts);
    expect(asked).toEqual([{ authorization: undefined, form }]);
    decide = () => error(401, 'invalid_client');
    await expect(exchangeCode(endpoint(), publicClient, facts)).rejects.toMatchObject({
      code: 'credentials-refused',
    });
    expect(asked).toHaveLength(2);
  });

  it('A code is exchanged by Basic if the service accepts clients only so.', async () => {
    decide = ({ authorization }) => (authorization ? granted(1) : error(401, 'invalid_client'));
    await exchangeCode(endpoint(), client, facts);
    expect(asked[1]).toEqual({ authorization: basicHeader, form });
  });

  it('A refused code, or one whose answer is lost, is not sent again.', async () => {
    decide = () => error(400, 'invalid_grant');
    await expect(exchangeCode(endpoint(), client, facts)).rejects.toMatchObject({ code: 'code-refused' });
    decide = () => 'lost';
    await expect(exchangeCode(endpoint(), client, facts)).rejects.toMatchObject({ code: 'network' });
    expect(asked).toHaveLength(2);
  });
});

describe('a refresh', () => {
  const form = { grant_type: 'refresh_token', refresh_token: 'r', client_id: 'app' };
  const ask = (
    who: { clientId: string; clientSecret: string | null } = client,
    before: 'secret' | null = null,
  ) => refreshTokens(endpoint(), who, 'r', before);

  it('A refresh is sent in the standard form first, then as in the spec.', async () => {
    decide = ({ authorization }) =>
      authorization === 'Basic s3cret' ? granted(1) : error(401, 'invalid_client');
    expect(await ask()).toMatchObject({ way: 'secret' });
    expect(asked).toEqual([
      { authorization: basicHeader, form },
      { authorization: 'Basic s3cret', form },
    ]);
    expect(await ask(client, 'secret')).toMatchObject({ way: 'secret' });
    expect(asked).toHaveLength(3);
  });

  it('A refresh is sent in form fields last, and for a public client only so, without a secret.', async () => {
    decide = (request) => (request.form['client_secret'] ? granted(1) : error(400, 'invalid_request'));
    expect(await ask()).toMatchObject({ way: 'form' });
    expect(asked).toHaveLength(3);
    decide = () => granted(2);
    expect(await ask(publicClient)).toMatchObject({ way: 'form' });
    expect(asked[3]).toEqual({ authorization: undefined, form });
  });

  it('A refresh puts no secret unquoted into a header that cannot hold it.', async () => {
    decide = () => error(401, 'invalid_client');
    await expect(ask({ clientId: 'app', clientSecret: 'zwölf\r\nX: y' })).rejects.toMatchObject({
      code: 'credentials-refused',
    });
    expect(asked).toHaveLength(2);
  });

  it('A refresh with a token that the service no longer accepts ends at once.', async () => {
    decide = () => error(400, 'invalid_grant');
    await expect(ask()).rejects.toMatchObject({ code: 'sign-in-ended' });
    expect(asked).toHaveLength(1);
  });

  it('A refresh whose answer is lost is repeated once.', async () => {
    decide = () => (asked.length === 1 ? 'lost' : granted(1));
    expect(await ask()).toMatchObject({ way: 'basic' });
    expect(asked).toHaveLength(2);
    decide = () => 'lost';
    await expect(ask()).rejects.toMatchObject({ code: 'network' });
    expect(asked).toHaveLength(4);
  });
});

describe('the tokens of a user', () => {
  const states: SignInState[] = [];
  let now = Date.now();
  const open = (secrets: SecretStore) =>
    createUserTokens({
      ...endpoint(),
      clock: { now: () => now },
      client: async () => client,
      secrets,
      secretNames: { token: 'token/a', refresh: 'refresh/a' },
      changed: (state) => states.push(state),
    });
  const begin = async (secrets: SecretStore, n: number | string = 0) => {
    decide = () => granted(n);
    const tokens = open(secrets);
    await tokens.begin(
      await exchangeCode(endpoint(), client, { code: 'c', redirectUri: 'oob', verifier: 'v' }),
      now,
    );
    asked.length = 0;
    return tokens;
  };
  beforeEach(() => {
    states.length = 0;
    now = Date.now();
  });

  it('Refresh tokens rotate across restarts: each is used once.', async () => {
    const secrets = sessionStore();
    await begin(secrets);
    decide = ({ form }) => granted(Number(form['refresh_token']?.split('-')[1]) + 1);
    for (let n = 1; n <= 3; n++) {
      now += 3_600_000;
      expect(await open(secrets).get()).toBe(`access-${n}`);
    }
    expect(asked.map(({ form }) => form['refresh_token'])).toEqual(['refresh-0', 'refresh-1', 'refresh-2']);
    expect(new Set(states)).toEqual(new Set(['stored']));
  });

  it('User tokens are renewed once for simultaneous callers, and after the service refused one.', async () => {
    const tokens = await begin(sessionStore());
    const first = await tokens.get();
    expect(asked).toEqual([]);
    decide = () => granted(1);
    tokens.invalidate(first);
    expect(new Set(await Promise.all([tokens.get(), tokens.get(), tokens.get()]))).toEqual(
      new Set(['access-1']),
    );
    expect(asked).toHaveLength(1);
    expect(tokens.named(tokens.fingerprint(first))).toBe(first);
  });

  it('User tokens end when the service ends them, and are deleted.', async () => {
    const secrets = sessionStore();
    const tokens = await begin(secrets);
    decide = () => error(400, 'invalid_grant');
    now += 3_600_000;
    for (let i = 0; i < 2; i++)
      await expect(tokens.get()).rejects.toMatchObject({
        code: 'credentials-refused',
        message: expect.stringContaining('Sign in again'),
      });
    expect(asked).toHaveLength(1);
    expect(states.at(-1)).toBe('ended');
    expect(await secrets.get('refresh/a')).toBeNull();
  });

  it('User tokens do not end because of a problem of the network, the service or the keychain.', async () => {
    const secrets = sessionStore();
    const tokens = await begin(secrets);
    now += 3_600_000;
    decide = () => ({ status: 503, body: {} });
    await expect(tokens.get()).rejects.toMatchObject({ code: 'service-error' });
    const locked = open({
      ...secrets,
      get: () => Promise.reject(new CodedError('keychain-unavailable', 'Locked.')),
    });
    await expect(locked.get()).rejects.toMatchObject({ code: 'keychain-unavailable' });
    expect(states).toEqual(['stored']);
    decide = () => granted(1);
    expect(await tokens.get()).toBe('access-1');
  });

  it('User tokens are stored in two entries, and in memory if one is too long for a keychain.', async () => {
    const secrets = sessionStore();
    const long = 'x'.repeat(1100);
    await begin(secrets, long);
    expect(states).toEqual(['stored']);
    for (const name of ['token/a', 'refresh/a'])
      expect((await secrets.get(name))?.length).toBeLessThanOrEqual(1280);
    const tokens = await begin(secrets, 'y'.repeat(1300));
    expect(states.at(-1)).toBe('held');
    decide = ({ form }) => granted(form['refresh_token'] === `refresh-${'y'.repeat(1300)}` ? 1 : 'wrong');
    now += 3_600_000;
    expect(await tokens.get()).toBe('access-1');
  });

  it('Without a refresh token, a sign-in lasts as long as the access token.', async () => {
    const secrets = sessionStore();
    const tokens = open(secrets);
    decide = () => ({ status: 200, body: { access_token: 'only', token_type: 'bearer', expires_in: 3600 } });
    const facts = { code: 'c', redirectUri: 'oob', verifier: 'v' };
    await tokens.begin(await exchangeCode(endpoint(), client, facts), now);
    expect(await tokens.get()).toBe('only');
    now += 3_600_000;
    await expect(tokens.get()).rejects.toMatchObject({ code: 'credentials-refused' });
    expect(states).toEqual(['held', 'ended']);
  });
});
