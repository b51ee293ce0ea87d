/** The smaller attacks of docs/security.md, each against the running service. */
import { chmodSync, mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BrowserSession } from '../../support/browser-session.ts';
import { startService, type TestService } from '../../support/service.ts';
import { onPostgres } from '../../support/stores/test-database.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const owner = () => service.service.owner;

describe('addresses after signing in', () => {
  it.each([
    '/%09/evil.example',
    '/%0a/evil.example',
    '/%0d%0a%20evil',
    '/%00',
    '/%5cevil.example',
    '/%2f/evil.example',
  ])(
    'A path of %s in the query of the sign-in page leads to this service, without a failure.',
    async (next) => {
      // Raw and escaped once more: the query is decoded once.
      for (const query of [next, encodeURIComponent(next), encodeURIComponent(decodeURIComponent(next))]) {
        const browser = new BrowserSession(service.baseUrl);
        const page = await browser.get(`/sign-in?next=${query}`);
        expect(page.status).toBe(200);
        const after = await browser.submit(page, { username: owner().username, password: owner().password });
        expect(after.status).toBe(303);
        const target = new URL(after.location ?? '', service.baseUrl);
        expect(target.origin).toBe(new URL(service.baseUrl).origin);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is searched for
        expect(after.location).not.toMatch(/[\u0000-\u001f\\]|^\/\//);
      }
    },
  );
});

describe('redirects of authorization errors', () => {
  const path = (clientId: string, uri: string) =>
    `/oauth2/authorize?${new URLSearchParams({ response_type: 'token', client_id: clientId, redirect_uri: uri })}`;
  const application = (uri: string) => service.service.issueApplication('Any', { redirectUris: [uri] });

  it('An error leads nowhere else before somebody has signed in.', async () => {
    const uri = 'https://shop.example/back';
    const { client_id } = await application(uri);
    const browser = new BrowserSession(service.baseUrl);
    const stranger = await browser.get(path(client_id, uri));
    expect(stranger.location).toMatch(/^\/sign-in\?next=/);
    const known = await browser.signIn(path(client_id, uri), owner().username, owner().password);
    expect(known.location).toMatch(/^https:\/\/shop\.example\/back\?error=unsupported_response_type/);
  });

  it.each(['ms-settings:privacy', 'search-ms:query=x', 'myapp:/back'])(
    'An address of the scheme of %s is not registered, and no error leads to one registered before.',
    async (uri) => {
      const { client_id } = await application(uri);
      const browser = new BrowserSession(service.baseUrl);
      await browser.signIn('/developer', owner().username, owner().password);
      const refused = await browser.get(path(client_id, uri));
      expect([refused.status, refused.location]).toEqual([400, null]);
      const form = await browser.get('/developer');
      const answer = await browser.submit(form, { name: 'Other', redirectUris: uri });
      expect(answer.status).toBe(400);
    },
  );

  it('A host with a semicolon adds nothing to the policy of the consent page.', async () => {
    const uri = 'https://a;sandbox.example/';
    const { client_id } = await application(uri);
    const browser = new BrowserSession(service.baseUrl);
    const consent = await browser.signIn(
      path(client_id, uri).replace('response_type=token', 'response_type=code'),
      owner().username,
      owner().password,
    );
    expect(consent.status).toBe(200);
    const policy = consent.headers.get('content-security-policy') ?? '';
    expect(policy.split(';').map((part) => part.trim().split(' ')[0])).toEqual([
      'default-src',
      'style-src',
      'img-src',
      'form-action',
      'base-uri',
      'frame-ancestors',
    ]);
  });
});

it.skipIf(process.platform === 'win32')(
  'A data folder that others could read is closed at the start, with its lock.',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'fabdesk-open-'));
    chmodSync(dataDir, 0o755);
    const other = await startService({ dataDir });
    const modeOf = (name: string) => (statSync(join(dataDir, name)).mode & 0o777).toString(8);
    const ofDatabase = onPostgres ? 'service.database' : 'service.sqlite';
    expect([modeOf('.'), modeOf('service.lock'), modeOf(ofDatabase)]).toEqual(['700', '600', '600']);
    await other.close();
  },
);
