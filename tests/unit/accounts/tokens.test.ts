import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClientCredentialsTokens } from '../../../src-main/auth/client-credentials.ts';
import type { SecretStore } from '../../../src-main/secrets/secret-store.ts';
import { sessionStore } from '../../../src-main/secrets/secret-store.ts';
import { type TokenServer, tokenServer } from './token-server.ts';

let server: TokenServer;
beforeEach(async () => {
  server = await tokenServer();
});
afterEach(() => server.close());

const time = { now: Date.UTC(2026, 10, 20, 9) };
function signerIn(secrets: SecretStore = sessionStore(), clientId = 'app') {
  server.date ??= time.now;
  return createClientCredentialsTokens({
    baseUrl: `${server.baseUrl}/`,
    userAgent: 'Fabdesk/test',
    clock: { now: () => time.now },
    credentials: async () => ({ clientId, clientSecret: 'p&ss w=rd' }),
    secrets,
    secretName: 'token/a',
  });
}

describe('signing in', () => {
  it('Simultaneous callers share one sign-in, which is not repeated while the token is valid.', async () => {
    const tokens = signerIn();
    const all = await Promise.all(Array.from({ length: 20 }, () => tokens.get()));
    expect(new Set(all)).toEqual(new Set(['token-1']));
    expect(await tokens.get()).toBe('token-1');
    expect(server.asked).toEqual(['basic app:p&ss w=rd']);
  });

  it('Signing in uses form fields if the service does not accept Basic.', async () => {
    server.takes = 'form';
    expect(await signerIn().get()).toBe('token-2');
    expect(server.asked).toEqual(['basic app:p&ss w=rd', 'form app:p&ss w=rd']);
  });

  it('Signing in is repeated after a failure.', async () => {
    const tokens = signerIn();
    server.instead = { status: 503, body: 'busy' };
    await expect(tokens.get()).rejects.toMatchObject({ code: 'service-error' });
    server.instead = null;
    expect(await tokens.get()).toBe('token-2');
  });

  it.each([
    [401, '{"error":"invalid_client"}', 'credentials-refused'],
    [400, '{"error":"unauthorized_client","error_description":"No."}', 'credentials-refused'],
    [401, '{"result":"failure","reason":"Unknown application"}', 'credentials-refused'],
    [429, '{"result":"failure","reason":"Slow down"}', 'rate-limited'],
    [404, '<html>Not here</html>', 'bad-answer'],
    [200, '<html>Welcome</html>', 'bad-answer'],
    [200, '{"access_token":"x","token_type":"mac","expires_in":1}', 'bad-answer'],
  ])('A %i with %s is distinguished.', async (status, body, code) => {
    server.instead = { status, body };
    await expect(signerIn().get()).rejects.toMatchObject({ code });
  });

  it('Signing in says so if nothing answers.', async () => {
    const tokens = signerIn();
    await server.close();
    await expect(tokens.get()).rejects.toMatchObject({ code: 'network' });
  });
});

describe('a token', () => {
  it('A token is renewed a minute before its end by the service’s clock.', async () => {
    const start = time.now;
    const tokens = signerIn();
    server.date = start + 5 * 3_600_000;
    await tokens.get();
    time.now = start + 3_600_000 - 61_000;
    expect(await tokens.get()).toBe('token-1');
    tokens.noteServerDate(time.now + 5 * 3_600_000);
    expect(await tokens.get()).toBe('token-1');
    time.now = start + 3_600_000 - 60_000;
    server.date = time.now + 5 * 3_600_000;
    expect(await tokens.get()).toBe('token-2');
  });

  it('The token cache follows the dates of later answers.', async () => {
    const tokens = signerIn();
    await tokens.get();
    tokens.noteServerDate(time.now + 2 * 3_600_000);
    expect(await tokens.get()).toBe('token-2');
  });

  it('A short-lived token is used for nine tenths of its lifetime.', async () => {
    server.expiresIn = 10;
    const start = time.now;
    const tokens = signerIn();
    await tokens.get();
    time.now = start + 8_900;
    expect(await tokens.get()).toBe('token-1');
    time.now = start + 9_100;
    expect(await tokens.get()).toBe('token-2');
  });

  it('A refused token is replaced once, whoever noticed.', async () => {
    const tokens = signerIn();
    const token = await tokens.get();
    tokens.invalidate(token);
    tokens.invalidate(token);
    expect(await Promise.all([tokens.get(), tokens.get()])).toEqual(['token-2', 'token-2']);
    tokens.invalidate(token);
    expect(await tokens.get()).toBe('token-2');
  });

  it('A token survives a restart, without an unneeded refresh token, but not another client id.', async () => {
    const secrets = sessionStore();
    await signerIn(secrets).get();
    expect(await signerIn(secrets).get()).toBe('token-1');
    expect(await secrets.get('token/a')).not.toContain('refresh-1');
    expect(await signerIn(secrets, 'other').get()).toBe('token-2');
  });

  it('A token that expired while Fabdesk was closed is renewed, by the service’s clock.', async () => {
    const secrets = sessionStore();
    server.date = time.now + 5 * 3_600_000;
    await signerIn(secrets).get();
    time.now += 3_590_000;
    expect(await signerIn(secrets).get()).toBe('token-2');
  });

  it('A refused token is not read again after a restart.', async () => {
    const secrets = sessionStore();
    const tokens = signerIn(secrets);
    tokens.invalidate(await tokens.get());
    expect(await signerIn(secrets).get()).toBe('token-2');
  });

  it('A token is held in memory if the keychain fails, also after it was refused.', async () => {
    const fails = () => Promise.reject(new Error('locked'));
    const stuck = JSON.stringify({
      token: 'old',
      clientId: 'app',
      expiresAt: time.now + 9e6,
      life: 9e6,
      ahead: 0,
    });
    const secrets: SecretStore = { ...sessionStore(), get: async () => stuck, set: fails, delete: fails };
    const tokens = signerIn(secrets);
    expect(await tokens.get()).toBe('old');
    tokens.invalidate('old');
    expect(await tokens.get()).toBe('token-1');
    expect(await tokens.get()).toBe('token-1');
  });

  it('A used token is remembered with its latest possible end, also across a restart.', async () => {
    const secrets = sessionStore();
    const start = time.now;
    const tokens = signerIn(secrets);
    server.date = start;
    const first = await tokens.get();
    const print = tokens.fingerprint(first);
    expect(tokens.named('unknown')).toBeNull();
    tokens.invalidate(first);
    expect(tokens.named(print)).toBe(first);
    const second = await tokens.get();
    // Whole seconds of the Date header, and an hour.
    expect(tokens.endOf(second)).toBe(Math.floor(start / 1000) * 1000 + 1000 + 3_600_000);
    const again = signerIn(secrets);
    await again.get();
    expect(again.named(again.fingerprint(second))).toBe(second);
    expect(again.endOf(second)).toBe(tokens.endOf(second));
    expect(again.named(print)).toBeNull();
  });

  it('A token has a short fingerprint that reveals nothing.', () => {
    const tokens = signerIn();
    expect(tokens.fingerprint('token-1')).toMatch(/^[0-9a-f]{16}$/);
    expect(tokens.fingerprint('token-1')).not.toBe(tokens.fingerprint('token-2'));
  });
});
