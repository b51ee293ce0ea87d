import { createHash, createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeBinaryStl } from '../../../src-shared/geometry/writers/write-stl.ts';
import { makeTorus } from '../../fixtures/geometry/solids.ts';
import { BrowserSession } from '../../support/browser-session.ts';
import { boxStl } from '../../support/models.ts';
import { startService, type TestService } from '../../support/service.ts';
import { upload, uploadBody } from '../../support/upload.ts';

let service: TestService;
let now = Date.parse('2026-11-20T10:00:00Z');
beforeAll(async () => {
  service = await startService({ clock: () => now, redirectUris: ['shapeways-api://callback'] });
});
afterAll(() => service.close());

// A separate signer, so that a mistake in the service's is not repeated here.
const enc = (text: string) =>
  [...Buffer.from(text)]
    .map((b) =>
      /[A-Za-z0-9\-._~]/.test(String.fromCharCode(b))
        ? String.fromCharCode(b)
        : `%${b.toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('');

interface Call {
  method?: string;
  path: string;
  token?: { token: string; secret: string };
  oauth?: Record<string, string>;
  body?: string;
  contentType?: string;
  form?: Record<string, string>;
  where?: 'header' | 'query' | 'body';
  secret?: string;
  /** The protocol parameter that is not sent. */
  without?: string;
}

async function send(call: Call) {
  const { client_id, client_secret } = service.credentials;
  const method = call.method ?? 'GET';
  const oauth: Record<string, string> = {
    oauth_consumer_key: client_id,
    oauth_nonce: randomBytes(8).toString('hex'),
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: String(Math.floor(now / 1000)),
    oauth_version: '1.0',
    ...(call.token ? { oauth_token: call.token.token } : {}),
    ...call.oauth,
  };
  if (call.without !== undefined) delete oauth[call.without];
  const url = new URL(call.path, service.baseUrl);
  const all = [...Object.entries(oauth), ...url.searchParams, ...Object.entries(call.form ?? {})]
    .map(([name, value]) => `${enc(name)}=${enc(value)}`)
    .sort()
    .join('&');
  const base = `${method}&${enc(url.origin + url.pathname)}&${enc(all)}`;
  const key = `${enc(call.secret ?? client_secret)}&${enc(call.token?.secret ?? '')}`;
  oauth['oauth_signature'] ??= createHmac('sha1', key).update(base).digest('base64');
  const where = call.where ?? 'header';
  let body = call.body ?? (call.form && new URLSearchParams(call.form).toString());
  const headers: Record<string, string> = {};
  if (where === 'header')
    headers['Authorization'] = `OAuth realm="x", ${Object.entries(oauth)
      .map(([name, value]) => `${enc(name)}="${enc(value)}"`)
      .join(', ')}`;
  else if (where === 'query')
    for (const [name, value] of Object.entries(oauth)) url.searchParams.set(name, value);
  else body = new URLSearchParams({ ...call.form, ...oauth }).toString();
  if (body !== undefined) headers['Content-Type'] = call.contentType ?? 'application/x-www-form-urlencoded';
  const answer = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
  return { status: answer.status, text: await answer.text(), oauth };
}
const owner = () => service.service.oauth1;

async function accessToken(): Promise<{ token: string; secret: string }> {
  const first = await send({ path: '/oauth1/request_token/v1' });
  const request = new URLSearchParams(first.text);
  const page = request.get('authentication_url')!;
  const browser = new BrowserSession(service.baseUrl);
  const consent = await browser.signIn(
    new URL(page).pathname + new URL(page).search,
    'owner',
    service.service.owner.password,
  );
  const shown = await browser.submit(consent, { decision: 'allow' });
  const verifier = /id="code">([A-Za-z0-9]+)</.exec(shown.text)![1]!;
  const second = await send({
    path: '/oauth1/access_token/v1',
    token: { token: request.get('oauth_token')!, secret: request.get('oauth_token_secret')! },
    oauth: { oauth_verifier: verifier },
  });
  const access = new URLSearchParams(second.text);
  return { token: access.get('oauth_token')!, secret: access.get('oauth_token_secret')! };
}

describe('the three steps', () => {
  it('The request token is answered in the order that clients read.', async () => {
    const { status, text } = await send({ path: '/oauth1/request_token/v1' });
    expect(status).toBe(200);
    const match =
      /^authentication_url=([^&]+)&oauth_token=([A-Za-z0-9]+)&oauth_token_secret=([A-Za-z0-9]+)&oauth_callback_confirmed=true$/.exec(
        text,
      );
    expect(decodeURIComponent(match![1]!)).toBe(
      `${service.baseUrl}/oauth1/authorize?oauth_token=${match![2]}`,
    );
  });

  it.each(['header', 'query', 'body'] as const)(
    'The three steps accept the parameters in the %s.',
    async (where) => {
      const method = where === 'body' ? 'POST' : 'GET';
      expect((await send({ path: '/oauth1/request_token/v1', where, method })).status).toBe(200);
    },
  );

  it('The three steps give a token that signs every resource.', async () => {
    const token = await accessToken();
    for (const path of ['/api/v1/', '/materials/v1', '/models/v1?page=1', '/orders/v1?firstName=A%20b'])
      expect((await send({ path, token })).status, path).toBe(200);
  });

  it.each(['http://127.0.0.1:4711/callback', 'shapeways-api://callback'])(
    'The registered callback %s gets a verifier, and no other does.',
    async (callback) => {
      const { text } = await send({ path: '/oauth1/request_token/v1', oauth: { oauth_callback: callback } });
      const token = new URLSearchParams(text).get('oauth_token');
      const browser = new BrowserSession(service.baseUrl);
      // Old clients write the parameter twice and add more.
      const path = `/oauth1/authorize?oauth_token=${token}?oauth_token=${token}&oauth_consumer_key=x&oauth_callback=`;
      const consent = await browser.signIn(path, 'owner', service.service.owner.password);
      const back = await browser.submit(consent, { decision: 'allow' });
      expect(back.location).toMatch(
        new RegExp(`^${callback.replaceAll('.', '\\.')}\\?oauth_token=${token}&oauth_verifier=`),
      );
      const evil = await send({
        path: '/oauth1/request_token/v1',
        oauth: { oauth_callback: 'https://evil.example/' },
      });
      expect(evil.status).toBe(400);
    },
  );

  it('The steps work at /login too, which some clients open, and keep the query of the callback.', async () => {
    const asked = await send({
      path: '/oauth1/request_token/v1',
      oauth: { oauth_callback: 'http://127.0.0.1:4711/callback?cart=7' },
    });
    const token = new URLSearchParams(asked.text).get('oauth_token');
    const browser = new BrowserSession(service.baseUrl);
    const path = `/login?oauth_token=${token}`;
    const consent = await browser.signIn(path, 'owner', service.service.owner.password);
    const back = await browser.submit(consent, { decision: 'allow' });
    expect(back.location).toMatch(
      new RegExp(`^http://127\\.0\\.0\\.1:4711/callback\\?cart=7&oauth_token=${token}&oauth_verifier=`),
    );
  });

  it('A wrong verifier, and a token that nobody allowed, are refused.', async () => {
    const request = new URLSearchParams((await send({ path: '/oauth1/request_token/v1' })).text);
    const token = { token: request.get('oauth_token')!, secret: request.get('oauth_token_secret')! };
    expect(
      (await send({ path: '/oauth1/access_token/v1', token, oauth: { oauth_verifier: 'guess' } })).status,
    ).toBe(401);
    expect((await send({ path: '/oauth1/access_token/v1', token })).status).toBe(400);
    expect((await send({ path: '/materials/v1', token })).status).toBe(401);
  });
});

describe('signed calls', () => {
  const incoming = () => readdirSync(join(service.dataDir, 'uploads', 'incoming'));

  it('A signature covers a real form, and not JSON labelled as one.', async () => {
    const form = { volume: '0.000001', area: '0.0006', 'materials[]': '63' };
    const signed = await send({ method: 'POST', path: '/price/v1', token: owner(), form });
    expect(JSON.parse(signed.text).prices['63'].price).toBe(1.08);
    const json = JSON.stringify({ volume: 1e-6, area: 6e-4, materials: [63] });
    for (const contentType of ['application/x-www-form-urlencoded', 'application/json'])
      expect(
        (await send({ method: 'POST', path: '/price/v1', token: owner(), body: json, contentType })).status,
      ).toBe(200);
  });

  it('A signed body that is no form is accepted unchanged if its hash is sent.', async () => {
    const modelId = await upload(service, boxStl(10, 10, 10));
    const json = (quantity: number) => JSON.stringify({ modelId, materialId: 6, quantity });
    const hashOf = (body: string) => createHash('sha1').update(body).digest('base64');
    const add = (body: string | undefined, hash: string, query = '') =>
      send({
        method: 'POST',
        path: `/orders/cart/v1${query}`,
        token: owner(),
        ...(body !== undefined && { body, contentType: 'application/json' }),
        oauth: { oauth_body_hash: hash },
      });
    expect((await add(json(1), hashOf(json(1)))).status).toBe(200);
    expect((await add(json(1), hashOf(json(1)), '?x=1')).status).toBe(200);
    for (const [body, hash] of [
      [json(77), hashOf(json(1))],
      [json(77), ''],
      [undefined, hashOf(json(1))],
    ] as const)
      expect((await add(body, hash)).status).toBe(401);
    const file = JSON.stringify(uploadBody(boxStl(9, 9, 9)));
    const sendFile = (body: string) =>
      send({
        method: 'POST',
        path: '/models/v1',
        token: owner(),
        body,
        oauth: { oauth_body_hash: hashOf(file) },
      });
    expect((await sendFile(file)).status).toBe(200);
    expect((await sendFile(file.replace('cube.stl', 'tube.stl'))).status).toBe(401);
    await expect.poll(incoming).toEqual([]);
  });

  it('The pairs of a captured form cannot be moved into the query of another body.', async () => {
    const modelId = await upload(service, boxStl(10, 10, 10));
    const form = { modelId: String(modelId), materialId: '6', quantity: '1' };
    // A request that was captured on the way and never arrived.
    const forged = await send({
      method: 'POST',
      path: `/orders/cart/v1?${new URLSearchParams(form)}`,
      token: owner(),
      body: JSON.stringify({ quantity: 77 }),
      contentType: 'application/json',
    });
    expect([forged.status, forged.text]).toEqual([401, expect.stringContaining('oauth_body_hash')]);
    const cart = JSON.parse((await send({ path: '/orders/cart/v1', token: owner() })).text);
    expect(cart.items.filter((item: { modelId: number }) => item.modelId === modelId)).toEqual([]);
    // Old clients send the query alone.
    const plain = await send({
      method: 'POST',
      path: `/orders/cart/v1?${new URLSearchParams(form)}`,
      token: owner(),
    });
    expect(plain.status).toBe(200);
  });

  it('Signed calls upload models.', async () => {
    const body = JSON.stringify(uploadBody(boxStl(10, 10, 10)));
    const answer = await send({ method: 'POST', path: '/models/v1', token: owner(), body });
    expect(JSON.parse(answer.text)).toMatchObject({ result: 'success', printable: 'yes' });
  });

  const fields = { hasRightsToModel: '1', acceptTermsAndConditions: '1', fileName: 'part.stl' };

  it('Signed calls upload models as a form whose signature covers the file.', {
    tags: 'release',
  }, async () => {
    const file = Buffer.from(writeBinaryStl(makeTorus(20, 5, 300, 100)));
    const form = { ...fields, file: file.toString('base64'), title: 'A & b*', uploadScale: '0.001' };
    const answer = await send({ method: 'POST', path: '/models/v1', token: owner(), form });
    expect(JSON.parse(answer.text)).toMatchObject({
      title: 'A & b*',
      contentLength: file.length,
      fileMd5Checksum: createHash('md5').update(file).digest('hex'),
    });
    // Whatever way the form is written, the value is what is signed.
    const lines = boxStl(7, 7, 7);
    const broken = Buffer.from(lines).toString('base64').replaceAll(/.{60}/g, '$&\r\n');
    const escaped = encodeURIComponent(broken).replaceAll(/%../g, (hex) => hex.toLowerCase());
    const body = `title=x&file=${escaped}&${new URLSearchParams(fields)}`;
    const other = { ...fields, file: broken, title: 'x' };
    const sent = await send({ method: 'POST', path: '/models/v1', token: owner(), form: other, body });
    expect(JSON.parse(sent.text).contentLength).toBe(lines.length);
    await expect.poll(incoming).toEqual([]);
  });

  it('Nothing stays of a form whose file was changed on the way.', async () => {
    const form = { ...fields, file: Buffer.from(boxStl(8, 8, 8)).toString('base64') };
    const body = new URLSearchParams({ ...form, file: Buffer.from(boxStl(8, 8, 9)).toString('base64') });
    const before = JSON.parse((await send({ path: '/models/v1', token: owner() })).text).models.length;
    const call = { method: 'POST', path: '/models/v1', token: owner(), form };
    expect((await send({ ...call, body: body.toString() })).status).toBe(401);
    expect((await send({ ...call, form: { ...form, file: 'no base64!' } })).status).toBe(400);
    expect(JSON.parse((await send({ path: '/models/v1', token: owner() })).text).models).toHaveLength(before);
    await expect.poll(incoming).toEqual([]);
  });

  it('A form of an unknown caller is not read.', async () => {
    const head =
      'POST /models/v1 HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 60000000\r\n' +
      `Authorization: OAuth oauth_consumer_key="${service.credentials.client_id}", oauth_token="guess", oauth_nonce="1", ` +
      `oauth_timestamp="${Math.floor(now / 1000)}", oauth_signature_method="HMAC-SHA1", oauth_signature="x"\r\n\r\n`;
    const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
    socket.write(head);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('oauth_version is accepted in the spellings of old clients, and may be missing.', async () => {
    for (const version of ['1.0', '1.0A', '1.0a'])
      expect(
        (await send({ path: '/materials/v1', token: owner(), oauth: { oauth_version: version } })).status,
      ).toBe(200);
    const none = await send({ path: '/materials/v1', token: owner(), without: 'oauth_version' });
    expect(none.status).toBe(200);
  });

  it('A nonce of 254 characters is accepted.', async () => {
    const answer = await send({
      path: '/materials/v1',
      token: owner(),
      oauth: { oauth_nonce: 'n'.repeat(254) },
    });
    expect(answer.status).toBe(200);
  });

  it.each([
    ['a wrong consumer secret', { secret: 'wrong' }, 401],
    ['an unknown consumer', { oauth: { oauth_consumer_key: 'nobody' } }, 401],
    ['a changed signature', { oauth: { oauth_signature: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=' } }, 401],
    ['another method of signing', { oauth: { oauth_signature_method: 'PLAINTEXT' } }, 400],
    ['no consumer key', { without: 'oauth_consumer_key' }, 400],
    ['no method of signing', { without: 'oauth_signature_method' }, 400],
    ['no timestamp', { without: 'oauth_timestamp' }, 400],
    ['no token', { without: 'oauth_token' }, 400],
    ['no nonce', { without: 'oauth_nonce' }, 400],
    ['an empty nonce', { oauth: { oauth_nonce: '' } }, 400],
    ['a nonce of 255 characters', { oauth: { oauth_nonce: 'x'.repeat(255) } }, 400],
    [
      'an old timestamp',
      { oauth: { oauth_timestamp: String(Date.parse('2026-11-20T09:54:59Z') / 1000) } },
      401,
    ],
    ['a timestamp that is none', { oauth: { oauth_timestamp: 'soon' } }, 401],
    ['version 2', { oauth: { oauth_version: '2.0' } }, 400],
  ])('Signed calls are refused with %s.', async (_, change, status) => {
    const answer = await send({ path: '/materials/v1', token: owner(), ...change });
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text).reason).toMatch(/OAuth Error/);
  });

  it('A signed call works once: a replay is refused, after a restart too.', async () => {
    const { oauth, status } = await send({ path: '/materials/v1', token: owner() });
    expect(status).toBe(200);
    expect((await send({ path: '/materials/v1', token: owner(), oauth })).status).toBe(401);
    const token = owner();
    service = await service.restart();
    expect(owner()).toEqual(token);
    const fresh = await send({ path: '/materials/v1', token });
    expect(fresh.status).toBe(200);
    // Another port is another base address, so the nonce alone is repeated, with a fitting signature.
    const { oauth_signature: _, ...sameNonce } = oauth;
    const replay = await send({ path: '/materials/v1', token, oauth: sameNonce });
    expect([replay.status, JSON.parse(replay.text).reason]).toEqual([
      401,
      expect.stringMatching(/nonce was used/),
    ]);
  });

  it('A replay is refused although the clock of another process is 20 minutes ahead.', async () => {
    const before = now;
    const at = Math.ceil(now / 16_000) * 16;
    const { oauth, status } = await send({ path: '/materials/v1', token: owner() });
    expect(status).toBe(200);
    now += 1_200_000;
    // A timestamp that is divisible by 16 removes old nonces.
    const ahead = { oauth_timestamp: String(at + 1200) };
    expect((await send({ path: '/materials/v1', token: owner(), oauth: ahead })).status).toBe(200);
    now = before;
    expect((await send({ path: '/materials/v1', token: owner(), oauth })).status).toBe(401);
  });

  it('Of 20 simultaneous calls with one nonce, one is accepted.', async () => {
    const oauth = { oauth_nonce: 'same-nonce' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send({ path: '/materials/v1', token: owner(), oauth })),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    now += 1000;
    expect((await send({ path: '/materials/v1', token: owner(), oauth })).status).toBe(200);
  });
});

describe('the developer page', () => {
  it('The developer page registers an application whose keys work.', async () => {
    const browser = new BrowserSession(service.baseUrl);
    const page = await browser.signIn('/developer', 'owner', service.service.owner.password);
    const wrong = await browser.submit(page, { name: 'My app', redirectUris: 'http://shop.example/' });
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('not encrypted')]);
    const made = await browser.submit(page, {
      name: '<b>My app</b>',
      redirectUris: 'https://shop.example/back\noob',
    });
    expect(made.text).toContain('&lt;b&gt;My app');
    expect(made.text).not.toContain('<b>My app');
    const [id, secret] = [...made.text.matchAll(/<td><code>([A-Za-z0-9]{20,60})<\/code><\/td><\/tr>/g)]
      .map((m) => m[1]!)
      .slice(-3);
    const answer = await fetch(`${service.baseUrl}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id: id!, client_secret: secret! }),
    });
    expect(answer.status).toBe(200);
  });
});

describe('claiming a model', () => {
  it('Claiming moves a model to the account that has the key.', async () => {
    const { body } = await service.call(
      'POST',
      '/models/v1',
      uploadBody(boxStl(5, 5, 5), { isClaimable: 1 }),
    );
    const browser = new BrowserSession(service.baseUrl);
    await browser.submit(await browser.get('/sign-up'), { username: 'claimer', password: 'a long password' });
    expect((await browser.get(`/model/claim/${body.modelId}?key=wrong`)).status).toBe(404);
    const page = await browser.get(`/model/claim/${body.modelId}?key=${body.claimKey}`);
    const after = await browser.submit(page, {});
    expect(after.location).toBe(browser.at(`/model/${body.modelId}/edit`));
    expect((await browser.get(after.location!)).status).toBe(200);
    expect((await service.call('GET', `/models/${body.modelId}/v1`)).status).toBe(404);
    expect((await browser.get(`/model/claim/${body.modelId}?key=${body.claimKey}`)).status).toBe(404);
  });
});

describe('seeing a model', () => {
  it('A model is visible to its owner, to anyone with the key, and to everyone if public.', async () => {
    const { body } = await service.call(
      'POST',
      '/models/v1',
      uploadBody(boxStl(5, 5, 5), { title: 'Secret <part>' }),
    );
    const stranger = new BrowserSession(service.baseUrl);
    expect((await stranger.get(`/model/${body.modelId}`)).status).toBe(404);
    const byKey = await stranger.get(
      new URL(body.urls.privateProductUrl.address).pathname +
        new URL(body.urls.privateProductUrl.address).search,
    );
    expect([byKey.status, byKey.text]).toEqual([200, expect.stringContaining('Secret &lt;part&gt;')]);
    await service.call('PUT', `/models/${body.modelId}/info/v1`, { isPublic: 1 });
    expect((await stranger.get(`/model/${body.modelId}`)).status).toBe(200);
  });
});
