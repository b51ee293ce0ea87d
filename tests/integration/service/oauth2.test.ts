import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BrowserSession } from '../../support/browser-session.ts';
import { startService, type TestService } from '../../support/service.ts';

let service: TestService;
let now = Date.parse('2026-11-20T10:00:00Z');
beforeAll(async () => {
  service = await startService({ clock: () => now });
});
afterAll(() => service.close());

const callback = 'http://127.0.0.1:49152/callback';
const authorizePath = (others: Record<string, string> = {}) =>
  `/oauth2/authorize?${new URLSearchParams({
    response_type: 'code',
    client_id: service.credentials.client_id,
    redirect_uri: callback,
    state: 'xyz<">',
    ...others,
  })}`;

/** Signs in, allows, and gives the parameters that came back. */
async function allow(path: string, user = service.service.owner): Promise<URLSearchParams> {
  const browser = new BrowserSession(service.baseUrl);
  const consent = await browser.signIn(path, user.username, user.password);
  const back = await browser.submit(consent, { decision: 'allow' });
  return new URL(back.location ?? 'about:blank').searchParams;
}
async function token(fields: Record<string, string>, headers: Record<string, string> = {}) {
  const answer = await fetch(`${service.baseUrl}/oauth2/token`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(fields),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
}
const redeem = (code: string, others: Record<string, string> = {}) =>
  token({
    grant_type: 'authorization_code',
    code,
    client_id: service.credentials.client_id,
    client_secret: service.credentials.client_secret,
    redirect_uri: callback,
    ...others,
  });
const works = async (accessToken: string) =>
  (await fetch(`${service.baseUrl}/api/v1`, { headers: { Authorization: `Bearer ${accessToken}` } }))
    .status === 200;

describe('the authorization code flow', () => {
  it('The authorization flow asks to sign in and to allow, and returns with code and state.', async () => {
    const browser = new BrowserSession(service.baseUrl);
    const consent = await browser.signIn(authorizePath(), 'owner', service.service.owner.password);
    expect(consent.text).toContain('Allow Print service owner?');
    expect(consent.headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'/);
    expect(consent.headers.get('content-security-policy')).toMatch(
      /form-action 'self' http:\/\/127\.0\.0\.1:49152/,
    );
    expect(consent.text).not.toContain('xyz<">');
    const back = await browser.submit(consent, { decision: 'allow' });
    expect(back.status).toBe(303);
    const url = new URL(back.location!);
    expect(url.origin + url.pathname).toBe(callback);
    expect(url.searchParams.get('state')).toBe('xyz<">');
    const { status, body } = await redeem(url.searchParams.get('code')!);
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'bearer', expires_in: 3600, refresh_token: expect.any(String) });
    expect(await works(body['access_token']!)).toBe(true);
  });

  it('The authorization flow works without state.', async () => {
    const path = authorizePath().replace(/&state=[^&]*/, '');
    expect((await allow(path)).get('code')).toMatch(/^[A-Za-z0-9]{40}$/);
  });

  it('A denial and wrong parameters are reported to the application.', async () => {
    const browser = new BrowserSession(service.baseUrl);
    const consent = await browser.signIn(
      authorizePath({ state: 's' }),
      'owner',
      service.service.owner.password,
    );
    const denied = await browser.submit(consent, { decision: 'deny' });
    expect(denied.location).toMatch(
      /^http:\/\/127\.0\.0\.1:49152\/callback\?error=access_denied&.*&state=s$/,
    );
    const wrong = await browser.get(authorizePath({ response_type: 'token' }));
    expect(wrong.location).toMatch(/error=unsupported_response_type/);
    const plain = await browser.get(
      authorizePath({ code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' }),
    );
    expect(plain.location).toMatch(/error=invalid_request/);
  });

  it('The authorization flow never redirects to an unregistered address or for an unknown application.', async () => {
    const browser = new BrowserSession(service.baseUrl);
    for (const others of [{ redirect_uri: 'https://evil.example/' }, { client_id: 'nobody' }]) {
      const page = await browser.get(authorizePath(others));
      expect([page.status, page.location]).toEqual([400, null]);
      const post = await browser.post(
        '/oauth2/authorize',
        new URL(authorizePath(others), service.baseUrl).searchParams,
      );
      expect([post.status, post.location]).toEqual([400, null]);
    }
  });

  it("Access is allowed only by the form of the service's own page.", async () => {
    const browser = new BrowserSession(service.baseUrl);
    await browser.signIn(authorizePath(), 'owner', service.service.owner.password);
    const forged = new URL(authorizePath(), service.baseUrl).searchParams;
    forged.set('decision', 'allow');
    for (const csrf of ['', 'guessed']) {
      forged.set('csrf', csrf);
      const page = await browser.post('/oauth2/authorize', forged);
      expect([page.status, page.location]).toEqual([403, null]);
    }
  });

  it('The code of oob is shown on screen, only to the owner of the application.', async () => {
    const browser = new BrowserSession(service.baseUrl);
    const consent = await browser.signIn(
      authorizePath({ redirect_uri: 'oob' }),
      'owner',
      service.service.owner.password,
    );
    const page = await browser.submit(consent, { decision: 'allow' });
    const code = /id="code">([A-Za-z0-9]{40})</.exec(page.text)?.[1];
    expect((await redeem(code!, { redirect_uri: 'oob' })).status).toBe(200);

    const other = new BrowserSession(service.baseUrl);
    const form = await other.get('/sign-up');
    await other.submit(form, { username: 'visitor', password: 'a long password' });
    const refused = await other.get(authorizePath({ redirect_uri: 'oob' }));
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Only the owner')]);
    const theirs = await other.get(authorizePath());
    expect(theirs.text).toContain('visitor');
  });

  it('The token belongs to the person who allowed it, not to the application owner.', async () => {
    const browser = new BrowserSession(service.baseUrl);
    await browser.submit(await browser.get('/sign-up'), { username: 'grace', password: 'a long password' });
    const back = await browser.submit(await browser.get(authorizePath()), { decision: 'allow' });
    const { body } = await redeem(new URL(back.location!).searchParams.get('code')!);
    const headers = { Authorization: `Bearer ${body['access_token']}` };
    await service.call('POST', '/orders/cart/v1', { modelId: 1 });
    const cart = await (await fetch(`${service.baseUrl}/orders/cart/v1`, { headers })).json();
    expect(cart).toMatchObject({ itemCount: 0 });
  });
});

describe('codes', () => {
  it('An authorization code works once; a second use revokes what the first gave.', async () => {
    const code = (await allow(authorizePath())).get('code')!;
    const first = await redeem(code);
    expect(await works(first.body['access_token']!)).toBe(true);
    expect(await redeem(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await works(first.body['access_token']!)).toBe(false);
  });

  it('An authorization code works for one of 30 simultaneous requests.', async () => {
    const code = (await allow(authorizePath())).get('code')!;
    const answers = await Promise.all(Array.from({ length: 30 }, () => redeem(code)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  });

  it('An authorization code is bound to address, application, secret and minute.', async () => {
    const fresh = async () => (await allow(authorizePath())).get('code')!;
    expect((await redeem(await fresh(), { redirect_uri: 'http://127.0.0.1:1/callback' })).body['error']).toBe(
      'invalid_grant',
    );
    expect((await redeem(await fresh(), { client_secret: 'wrong' })).body['error']).toBe('invalid_client');
    const other = await service.service.issueApplication('Other', { redirectUris: [callback] });
    const crossed = await redeem(await fresh(), {
      client_id: other.client_id,
      client_secret: other.client_secret,
    });
    expect(crossed.body['error']).toBe('invalid_grant');
    const late = await fresh();
    now += 60_000;
    expect((await redeem(late)).body['error']).toBe('invalid_grant');
  });
});

describe('PKCE', () => {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = {
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };

  it('PKCE is required if the flow started with it.', async () => {
    const fresh = async () => (await allow(authorizePath(challenge))).get('code')!;
    expect((await redeem(await fresh(), { code_verifier: verifier })).status).toBe(200);
    expect((await redeem(await fresh())).status).toBe(400);
    expect(
      (await redeem(await fresh(), { code_verifier: randomBytes(32).toString('base64url') })).status,
    ).toBe(400);
    const without = (await allow(authorizePath())).get('code')!;
    expect((await redeem(without, { code_verifier: verifier })).status).toBe(400);
  });

  it('Public applications must use PKCE and need no secret.', async () => {
    const app = await service.service.issueApplication('Phone', { redirectUris: [callback], isPublic: true });
    const browser = new BrowserSession(service.baseUrl);
    const { username, password } = service.service.owner;
    const bare = await browser.signIn(authorizePath({ client_id: app.client_id }), username, password);
    expect(bare.location).toMatch(/error=invalid_request/);
    const code = (await allow(authorizePath({ client_id: app.client_id, ...challenge }))).get('code')!;
    const fields = {
      grant_type: 'authorization_code',
      code,
      client_id: app.client_id,
      redirect_uri: callback,
      code_verifier: verifier,
    };
    expect((await token(fields)).status).toBe(200);
    const own = await token({
      grant_type: 'client_credentials',
      client_id: app.client_id,
      client_secret: app.client_secret,
    });
    expect(own.body['error']).toBe('unauthorized_client');
  });
});

describe('refresh tokens', () => {
  const begin = async () => (await redeem((await allow(authorizePath())).get('code')!)).body;
  const refresh = (
    refreshToken: string,
    headers: Record<string, string>,
    fields: Record<string, string> = {},
  ) => token({ grant_type: 'refresh_token', refresh_token: refreshToken, ...fields }, headers);
  const spelled = () => {
    const { client_id, client_secret } = service.credentials;
    return {
      client_id,
      client_secret,
      basic: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`,
    };
  };

  it('Refresh tokens are accepted in the spelling of the spec and of the RFC, and rotate.', async () => {
    const { client_id, client_secret, basic } = spelled();
    let current = (await begin())['refresh_token']!;
    for (const [headers, fields] of [
      [{ Authorization: `Basic ${client_secret}` }, { client_id }],
      [{ Authorization: basic }, {}],
      [{}, { client_id, client_secret }],
    ] as const) {
      const { status, body } = await refresh(current, headers, fields);
      expect(status).toBe(200);
      expect(body['refresh_token']).not.toBe(current);
      expect(await works(body['access_token']!)).toBe(true);
      current = body['refresh_token']!;
    }
  });

  it('Using an old refresh token after a minute of grace ends the whole authorization.', async () => {
    const { basic } = spelled();
    const first = await begin();
    const second = (await refresh(first['refresh_token']!, { Authorization: basic })).body;
    expect((await refresh(first['refresh_token']!, { Authorization: basic })).status).toBe(200);
    now += 61_000;
    expect((await refresh(first['refresh_token']!, { Authorization: basic })).body['error']).toBe(
      'invalid_grant',
    );
    expect(await works(second['access_token']!)).toBe(false);
    expect((await refresh(second['refresh_token']!, { Authorization: basic })).body['error']).toBe(
      'invalid_grant',
    );
  });

  it('A refresh token belongs to one application.', async () => {
    const other = await service.service.issueApplication('Thief');
    const { refresh_token } = await begin();
    const stolen = await refresh(
      refresh_token!,
      {},
      { client_id: other.client_id, client_secret: other.client_secret },
    );
    expect(stolen.body['error']).toBe('invalid_grant');
  });
});

describe('signing in', () => {
  it('Signing in refuses wrong passwords and slows down guessing.', async () => {
    const browser = new BrowserSession(service.baseUrl);
    const page = await browser.get('/sign-in');
    for (let i = 0; i < 10; i++)
      expect((await browser.submit(page, { username: 'nobody-here', password: 'x' })).status).toBe(401);
    expect((await browser.submit(page, { username: 'nobody-here', password: 'x' })).status).toBe(429);
  });

  it('No more than ten passwords of a name guessed at once are checked, on pages and through SOAP.', async () => {
    const browser = new BrowserSession(service.baseUrl);
    const page = await browser.get('/sign-in');
    const guesses = Array.from({ length: 40 }, (_, i) =>
      browser.submit(page, { username: 'guessed-at-once', password: `guess ${i}` }),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
    const soap = await fetch(service.service.soapUrl(), {
      method: 'POST',
      headers: { 'Content-Type': 'text/xml' },
      body: '<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body><login><username>guessed-at-once</username><password>x</password></login></Body></Envelope>',
    });
    expect(await soap.text()).toContain('Too many attempts.');
  });

  it('A flood of guesses with many names is refused beyond a queue, and then signing in works again.', {
    tags: 'release',
  }, async () => {
    const guess = async (username: string, password: string) => {
      const body = new URLSearchParams({ username, password });
      const answer = await fetch(`${service.baseUrl}/sign-in`, { method: 'POST', body, redirect: 'manual' });
      return { status: answer.status, retry: answer.headers.get('retry-after') };
    };
    const flood = await Promise.all(Array.from({ length: 400 }, (_, i) => guess(`flood-${i}`, 'a guess')));
    expect(new Set(flood.map(({ status }) => status))).toEqual(new Set([401, 503]));
    expect(flood.find(({ status }) => status === 503)?.retry).toBe('5');
    const { username, password } = service.service.owner;
    expect((await guess(username, password)).status).toBe(303);
  });

  it.each(['cross-site', 'same-site'])('A form that is %s cannot sign a person in.', async (from) => {
    const { username, password } = service.service.owner;
    for (const path of ['/sign-in', '/sign-up']) {
      const answer = await fetch(`${service.baseUrl}${path}`, {
        method: 'POST',
        headers: { 'Sec-Fetch-Site': from },
        body: new URLSearchParams({ username, password }),
        redirect: 'manual',
      });
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null]);
    }
  });

  it('Signing in never redirects to another site.', async () => {
    for (const next of [
      '//evil.example',
      'https://evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      '/\n\\evil.example',
      '\t//evil.example',
      '/./\t//evil.example',
      `/in/${'a'.repeat(22)}//evil.example`,
    ]) {
      const browser = new BrowserSession(service.baseUrl);
      const page = await browser.get(`/sign-in?next=${encodeURIComponent(next)}`);
      const after = await browser.submit(page, {
        username: 'owner',
        password: service.service.owner.password,
        next,
      });
      expect(after.location).toMatch(/^\/in\/[A-Za-z0-9]{22}\/developer$/);
    }
  });

  it('Characters that no header may contain are escaped in the path after signing in.', async () => {
    const browser = new BrowserSession(service.baseUrl);
    const { username, password } = service.service.owner;
    const page = await browser.get('/sign-in');
    const after = await browser.submit(page, { username, password, next: '/a\0\r\nSet-Cookie: a=b?c=%2F' });
    expect(after.status).toBe(303);
    expect(after.location).toMatch(/^\/in\/[A-Za-z0-9]{22}\/a%00Set-Cookie:%20a=b\?c=%2F$/);
  });

  it('The session cookie is out of reach of scripts and other sites.', async () => {
    const browser = new BrowserSession(service.baseUrl);
    const after = await browser.submit(await browser.get('/sign-in'), {
      username: 'Owner',
      password: service.service.owner.password,
    });
    expect(after.headers.get('set-cookie')).toMatch(/; Path=\/in\/[A-Za-z0-9]{22}; HttpOnly; SameSite=Lax/);
  });

  it('The cookie alone, the path alone, and both of two sessions open nothing.', async () => {
    const enter = async () => {
      const browser = new BrowserSession(service.baseUrl);
      const { username, password } = service.service.owner;
      const { headers } = await browser.submit(await browser.get('/sign-in'), { username, password });
      const [, cookie = '', path = ''] = /^([^;]+); Path=([^;]+)/.exec(headers.get('set-cookie') ?? '') ?? [];
      return { cookie, path };
    };
    const [one, other] = [await enter(), await enter()];
    const open = async (path: string, cookie?: string) => {
      const headers: Record<string, string> = cookie === undefined ? {} : { Cookie: cookie };
      const answer = await fetch(`${service.baseUrl}${path}/developer`, { headers, redirect: 'manual' });
      return answer.status;
    };
    expect(await open(one.path, one.cookie)).toBe(200);
    expect(await open('', one.cookie)).toBe(303);
    expect(await open(one.path)).toBe(303);
    expect(await open(other.path, one.cookie)).toBe(303);
    // Only pages are there, and nothing of the interface for programs.
    const api = await fetch(`${service.baseUrl}${one.path}/materials/v1`, {
      headers: { Cookie: one.cookie },
    });
    expect(api.status).toBe(404);
  });

  it('Signing out ends the session of this browser, and only that.', async () => {
    const enter = async () => {
      const browser = new BrowserSession(service.baseUrl);
      const { username, password } = service.service.owner;
      return { browser, page: await browser.signIn('/developer', username, password) };
    };
    const [here, there] = [await enter(), await enter()];
    const csrf = /name="csrf" value="([^"]+)"/.exec(here.page.text)?.[1] ?? '';
    const path = here.browser.at('/developer');
    expect((await here.browser.post('/sign-out', new URLSearchParams({ csrf }))).location).toBe('/sign-in');
    expect((await here.browser.get(path)).status).toBe(303);
    expect((await there.browser.get('/developer')).status).toBe(200);
  });
});
