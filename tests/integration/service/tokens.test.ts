import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../../support/service.ts';
import { onPostgres } from '../../support/stores/test-database.ts';

let service: TestService;
let now = Date.parse('2026-11-20T10:00:00Z');
beforeAll(async () => {
  service = await startService({ clock: () => now });
});
afterAll(() => service.close());

const ask = (body: BodyInit | null, headers: Record<string, string> = {}) =>
  fetch(`${service.baseUrl}/oauth2/token`, { method: 'POST', body, headers });
const basic = (id: string, secret: string) => ({
  Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});
const form = (fields: Record<string, string>) => new URLSearchParams(fields);

/** All stored data: the files of SQLite, or every row of PostgreSQL. */
async function storedBytes(): Promise<Buffer[]> {
  if (!onPostgres) {
    const names = (await readdir(service.dataDir)).filter((name) => name.startsWith('service.sqlite'));
    return Promise.all(names.map((name) => readFile(`${service.dataDir}/${name}`)));
  }
  const tables = await service.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  );
  const rows = tables.map(({ name }) =>
    service.query<{ row: string }>(`select t::text as row from ${name} t`),
  );
  return (await Promise.all(rows)).map((all) => Buffer.from(all.map(({ row }) => row).join('\n')));
}

describe('POST /oauth2/token by client credentials', () => {
  it('The token endpoint takes id and secret as HTTP Basic.', async () => {
    const { client_id, client_secret } = service.credentials;
    const answer = await ask(form({ grant_type: 'client_credentials' }), basic(client_id, client_secret));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toEqual({
      access_token: expect.stringMatching(/^[A-Za-z0-9]{32,219}$/),
      token_type: 'bearer',
      expires_in: 3600,
    });
  });

  it('The token endpoint takes id and secret as form fields, multipart fields and JSON.', async () => {
    const { client_id, client_secret } = service.credentials;
    const fields = { grant_type: 'client_credentials', client_id, client_secret };
    const multipart = new FormData();
    for (const [name, value] of Object.entries(fields)) multipart.set(name, value);
    for (const body of [form(fields), multipart, JSON.stringify(fields)])
      expect((await ask(body)).status).toBe(200);
    const mislabelled = await ask(JSON.stringify(fields), {
      'Content-Type': 'application/x-www-form-urlencoded',
    });
    expect(mislabelled.status).toBe(200);
  });

  it('The token endpoint takes the spec’s Basic <CLIENT_SECRET>, also of a secret that looks like an encoded pair.', async () => {
    // "user:pass", twice.
    const clientSecret = 'dXNlcjpwYXNzdXNlcjpwYXNz';
    const own = await startService({ provision: { clientId: 'shop', clientSecret } });
    try {
      const ask = async (basic: string, client_id: string) =>
        (
          await fetch(`${own.baseUrl}/oauth2/token`, {
            method: 'POST',
            headers: { Authorization: `Basic ${basic}` },
            body: new URLSearchParams({ grant_type: 'client_credentials', client_id }),
          })
        ).status;
      expect(await ask(clientSecret, 'shop')).toBe(200);
      const pair = Buffer.from(`shop:${clientSecret}`).toString('base64');
      expect([await ask(pair, 'shop'), await ask(pair, 'other')]).toEqual([200, 401]);
    } finally {
      await own.close();
    }
  });

  it('A wrong secret and an unknown client get invalid_client.', async () => {
    const { client_id } = service.credentials;
    for (const [id, secret] of [
      [client_id, 'wrong'],
      ['nobody', 'wrong'],
      [client_id, ''],
    ] as const) {
      const answer = await ask(form({ grant_type: 'client_credentials' }), basic(id, secret));
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Basic/);
      expect(await answer.json()).toMatchObject({ error: 'invalid_client', result: 'failure' });
    }
  });

  it('A missing and an unknown grant get the errors of RFC 6749.', async () => {
    const { client_id, client_secret } = service.credentials;
    const headers = basic(client_id, client_secret);
    const missing = await ask(form({ scope: 'x' }), headers);
    expect([missing.status, await missing.json()]).toMatchObject([400, { error: 'invalid_request' }]);
    const unknown = await ask(form({ grant_type: 'password' }), headers);
    expect([unknown.status, await unknown.json()]).toMatchObject([400, { error: 'unsupported_grant_type' }]);
  });
});

describe('bearer tokens', () => {
  const get = (authorization?: string) =>
    fetch(`${service.baseUrl}/api/v1/`, authorization ? { headers: { Authorization: authorization } } : {});

  it('Every resource needs a bearer token.', async () => {
    for (const path of ['/api/v1/', '/materials/v1', '/models/v1', '/orders/v1', '/printers/5/v1']) {
      const answer = await fetch(`${service.baseUrl}${path}`);
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
      expect(await answer.json()).toMatchObject({
        result: 'failure',
        reason: expect.stringMatching(/Invalid Token Error/),
      });
    }
  });

  it('The case of the word bearer does not matter.', async () => {
    const token = await service.token();
    for (const word of ['Bearer', 'bearer', 'BEARER'])
      expect((await get(`${word} ${token}`)).status).toBe(200);
  });

  it('A wrong bearer token is refused; one older than 3600 s gets Invalid Token Error.', async () => {
    const token = await service.token();
    expect((await get(`Bearer ${token}x`)).status).toBe(401);
    now += 3_599_000;
    expect((await get(`Bearer ${token}`)).status).toBe(200);
    now += 1_000;
    const expired = await get(`Bearer ${token}`);
    expect(expired.status).toBe(401);
    expect(expired.headers.get('www-authenticate')).toMatch(/error="invalid_token"/);
    expect(await expired.json()).toMatchObject({
      reason: expect.stringMatching(/^Invalid Token Error.*expired/),
    });
  });

  it('Bearer tokens and credentials survive a restart.', async () => {
    const token = await service.token();
    const before = service.credentials;
    service = await service.restart();
    expect(service.credentials).toEqual(before);
    const answer = await fetch(`${service.baseUrl}/api/v1/`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(200);
  });

  it('The database holds tokens only as digests and the secret only sealed.', async () => {
    const token = await service.token();
    const contents = await storedBytes();
    expect(contents.length).toBeGreaterThan(0);
    for (const bytes of contents) {
      expect(bytes.includes(token)).toBe(false);
      expect(bytes.includes(service.credentials.client_secret)).toBe(false);
      expect(bytes.includes(service.credentials.payment_verification_id)).toBe(false);
    }
  });

  it('Further applications get tokens, each with its own secret.', async () => {
    const other = await service.service.issueApplication('Fabdesk');
    const answer = await ask(
      form({ grant_type: 'client_credentials' }),
      basic(other.client_id, other.client_secret),
    );
    expect(answer.status).toBe(200);
    const crossed = await ask(
      form({ grant_type: 'client_credentials' }),
      basic(other.client_id, service.credentials.client_secret),
    );
    expect(crossed.status).toBe(401);
  });
});

it('Access tokens live as long as the operator says.', async () => {
  let time = Date.parse('2026-11-20T10:00:00Z');
  const short = await startService({ clock: () => time, tokenSeconds: 120 });
  try {
    const { client_id, client_secret } = short.credentials;
    const answer = await fetch(`${short.baseUrl}/oauth2/token`, {
      method: 'POST',
      headers: basic(client_id, client_secret),
      body: form({ grant_type: 'client_credentials' }),
    });
    expect(await answer.json()).toMatchObject({ expires_in: 120 });
    expect((await short.call('GET', '/api/v1')).status).toBe(200);
    time += 119_000;
    expect((await short.call('GET', '/api/v1')).status).toBe(200);
    time += 2_000;
    expect((await short.call('GET', '/api/v1')).status).toBe(401);
  } finally {
    await short.close();
  }
});
