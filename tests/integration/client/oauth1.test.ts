/**
 * A user signs in by OAuth 1.0 and every call is signed: the whole client against the real service, whose own
 * pages are walked as a browser does (spec: Authentication > OAuth 1.0 endpoints; RFC 5849).
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Accounts, openAccounts } from '../../../src-main/accounts/accounts.ts';
import { createSignIns, type SignInRequest, type SignIns } from '../../../src-main/accounts/sign-ins.ts';
import { redact } from '../../../src-main/log.ts';
import { sessionStore } from '../../../src-main/secrets/secret-store.ts';
import { cubicMetres, metres, squareMetres } from '../../../src-shared/units/units.ts';
import { BrowserSession, unescapeHtml } from '../../support/browser-session.ts';
import { type MemoryDocuments, memoryDocuments } from '../../support/memory-documents.ts';
import { boxStl } from '../../support/models.ts';
import { startService, type TestService } from '../../support/service.ts';
import { anOrder, fileOf, openGate } from '../../unit/api-client/client-under-test.ts';

let service: TestService;
let documents: MemoryDocuments;
let accounts: Accounts;
let signIns: SignIns;
/** How far this machine's clock is ahead of the service's, ms. */
const time = { ahead: 0 };
const clock = { now: () => Date.now() + time.ahead };
let secrets = sessionStore();
const signals: string[] = [];

async function open(): Promise<void> {
  const common = { clock, userAgent: 'Fabdesk/test' };
  accounts = await openAccounts({
    ...common,
    documents,
    secrets,
    busy: () => false,
    consentAt: () => undefined,
    signalsFor: () => ({ onConnection: (state) => signals.push(state) }),
  });
  signIns = createSignIns({ ...common, accounts, done: () => {} });
}

// Without the hash of a body, this service takes no JSON that is signed.
beforeAll(async () => {
  service = await startService({ requireBodyHash: true });
});
afterAll(() => service.close());

beforeEach(async () => {
  time.ahead = 0;
  signals.length = 0;
  secrets = sessionStore();
  documents = memoryDocuments();
  await open();
});
afterEach(() => {
  signIns.close();
  accounts.close();
});

const request = (changes: Partial<SignInRequest> = {}): SignInRequest => ({
  name: 'Old shop',
  baseUrl: service.baseUrl,
  clientId: service.credentials.client_id,
  clientSecret: service.credentials.client_secret,
  paymentVerificationId: service.credentials.payment_verification_id,
  protocol: 'oauth1',
  redirect: 'loopback',
  ...changes,
});

async function allow(page: string) {
  const { pathname, search } = new URL(page);
  const browser = new BrowserSession(service.baseUrl);
  const { username, password } = service.service.owner;
  const consent = await browser.signIn(pathname + search, username, password);
  return browser.submit(consent, { decision: 'allow' });
}
async function signIn(changes: Partial<SignInRequest> = {}) {
  const { attemptId, authorizeUrl } = await signIns.start(request(changes));
  const back = (await allow(authorizeUrl)).location ?? '';
  const [account] = await Promise.all([signIns.finish(attemptId, undefined), fetch(back)]);
  return account;
}
const works = (id: string) => accounts.clientFor(id).getServiceInfo();

/** As the owner of the service would, who ends what an application may do. */
function revokeTokens() {
  const database = new Database(join(service.dataDir, 'service.sqlite'));
  database.prepare("DELETE FROM oauth1_token WHERE kind = 'access'").run();
  database.close();
}

describe('a sign-in by OAuth 1.0', () => {
  it('The browser comes back, the account works, and it still does after a restart.', async () => {
    const { attemptId, authorizeUrl, redirectUri } = await signIns.start(request());
    expect(new URL(redirectUri).hostname).toBe('127.0.0.1');
    const back = new URL((await allow(authorizeUrl)).location ?? '');
    // A redirect without this request token is not the answer.
    for (const other of ['', '?oauth_verifier=x', '?oauth_token=guess&oauth_verifier=x'])
      expect((await fetch(`${redirectUri}${other}`)).status).toBe(400);
    const page = await fetch(back);
    expect(await page.text()).toContain('You can close this window');
    const account = await signIns.finish(attemptId, undefined);
    expect(account).toMatchObject({ name: 'Old shop', userSignIn: 'valid', protocol: 'oauth1' });
    await works(account.id);
    accounts.close();
    await open();
    expect(accounts.list()[1]).toEqual(account);
    await works(account.id);
    const stored = JSON.parse((await secrets.get(`oauth1/${account.id}`)) ?? '');
    const kept = JSON.stringify([...documents.kept]);
    for (const secret of [service.credentials.client_secret, stored.token, stored.secret])
      expect(kept).not.toContain(secret);
  });

  it('With oob the verifier is pasted, also after a mistyped one, and works once.', async () => {
    const { attemptId, authorizeUrl, redirectUri } = await signIns.start(request({ redirect: 'oob' }));
    expect(redirectUri).toBe('oob');
    const page = await allow(authorizeUrl);
    const verifier = unescapeHtml(/id="code">([^<]+)</.exec(page.text)?.[1] ?? '');
    await expect(signIns.finish(attemptId, 'mistyped')).rejects.toMatchObject({ code: 'code-refused' });
    const account = await signIns.finish(attemptId, verifier);
    await works(account.id);
    const other = await signIns.start(request({ redirect: 'oob' }));
    await expect(signIns.finish(other.attemptId, verifier)).rejects.toMatchObject({ code: 'code-refused' });
  });

  it('Wrong keys, a missing secret and an address that is not registered are refused in words.', async () => {
    const wrong = request({ clientSecret: 'wrong' });
    await expect(signIns.start(wrong)).rejects.toMatchObject({ code: 'credentials-refused' });
    const none = request({ clientSecret: undefined });
    await expect(signIns.start(none)).rejects.toMatchObject({ code: 'bad-input' });
    const other = await service.service.issueApplication('Web shop', {
      redirectUris: ['https://shop.example/'],
      sealSecret: true,
    });
    const keys = { clientId: other.client_id, clientSecret: other.client_secret };
    await expect(signIns.start(request(keys))).rejects.toMatchObject({
      code: 'sign-in-refused',
      message: expect.stringContaining('redirect address'),
    });
    expect(accounts.list()).toHaveLength(1);
  });

  it('Removing the account removes its token and secrets.', async () => {
    const { id } = await signIn();
    expect(await secrets.get(`oauth1/${id}`)).not.toBeNull();
    await accounts.remove(id);
    for (const name of ['secret', 'payment', 'token', 'refresh', 'oauth1'])
      expect(await secrets.get(`${name}/${id}`)).toBeNull();
  });

  it('Its stored secret goes to no other address and to no sign-in of another kind.', async () => {
    const { id } = await signIn();
    for (const others of [{ baseUrl: 'https://evil.example' }, { clientId: 'x' }, { protocol: undefined }])
      await expect(signIns.start(request({ accountId: id, ...others }))).rejects.toMatchObject({
        code: 'bad-input',
      });
  });
});

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

/** Lists, prices, uploads, orders and cancels; every write once through its commit gate. */
async function buy(id: string) {
  const client = accounts.clientFor(id);
  expect((await client.listMaterials()).length).toBeGreaterThan(5);
  expect((await client.quote(geometry, [6]))['6']?.price).toBeGreaterThan(0);
  const { request: file, remove } = fileOf(Buffer.from(boxStl(10, 10, 10)));
  const picture = fileOf(onePixel);
  try {
    const progress: number[] = [];
    const { gate, passed } = openGate({ onProgress: (sent) => void progress.push(sent) });
    const uploaded = await client.uploadModel({ ...file, fileName: 'cube ä~.stl' }, gate);
    if (uploaded.kind !== 'answered') throw new Error(JSON.stringify(uploaded));
    expect(uploaded.value.fileMd5Checksum).toBe(file.md5);
    // The body was read twice, for its hash and to be sent; only what was sent is progress.
    expect(progress).toEqual([file.size]);
    const { modelId } = uploaded.value;
    const order = { ...anOrder, items: [{ modelId, materialId: 6, quantity: 2 }] };
    const paymentVerificationId = (await accounts.paymentId(id)) ?? '';
    const placed = await client.placeOrder({ ...order, paymentVerificationId }, gate);
    if (placed.kind !== 'answered') throw new Error(JSON.stringify(placed));
    const { orderId } = placed.value;
    const orders = await client.listOrders({ limit: 1, page: 1 });
    expect(orders.ordersInfo.map((one) => one.orderId)).toEqual([orderId]);
    expect((await client.getOrder(orderId, { city: anOrder.city })).ordersInfo).toHaveLength(1);
    expect(await client.cancelOrder(orderId, gate)).toMatchObject({ kind: 'answered' });
    expect(await client.editModel(modelId, { title: 'Ä & b+c %' }, gate)).toMatchObject({ kind: 'answered' });
    const photo = { ...picture.request, title: 'p', description: '', materialId: null };
    expect(await client.addPhoto(modelId, photo, gate)).toMatchObject({ kind: 'answered' });
    expect(await client.removeModel(modelId, gate)).toMatchObject({ kind: 'answered' });
    expect(passed).toHaveLength(6);
    for (const print of passed) expect(print).toMatch(/^[0-9a-f]{16}@\d{10}$/);
  } finally {
    remove();
    picture.remove();
  }
}
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('signed calls', () => {
  it('A model is priced, uploaded, ordered, edited and removed, each call signed with its body.', async () => {
    const { id } = await signIn();
    await buy(id);
    expect(signals).not.toContain('refused');
  });

  it.each([
    ['fast', 20 * 60_000],
    ['slow', -20 * 60_000],
  ])('A clock that is 20 minutes %s is corrected by the service’s date.', async (_word, off) => {
    time.ahead = off;
    const { id } = await signIn();
    await buy(id);
    // After the next start the difference is not known yet, and concurrent calls find out together.
    accounts.close();
    await open();
    const client = accounts.clientFor(id);
    await Promise.all([client.listMaterials(), client.listPrinters(), client.listModels(1), works(id)]);
    expect(accounts.list()[1]).toMatchObject({ userSignIn: 'valid' });
    expect(signals).not.toContain('refused');
  });

  it('A paid write that is refused for its timestamp certainly did nothing, and leaves once more when it is sent again.', async () => {
    const { id } = await signIn();
    time.ahead = 20 * 60_000;
    const { gate } = openGate();
    const order = { ...anOrder, items: [{ modelId: 1, materialId: 6, quantity: 1 }] };
    const client = accounts.clientFor(id);
    const first = await client.placeOrder(order, gate);
    expect(first).toMatchObject({ kind: 'refused', status: 401, error: { code: 'token-expired' } });
    const second = await client.placeOrder(order, gate);
    // Not for its signature any more: there is no such model.
    expect(second).toMatchObject({ kind: 'refused', status: 400 });
    expect(accounts.list()[1]).toMatchObject({ userSignIn: 'valid' });
  });

  it('A revoked token ends the sign-in; the user signs in again to the same account.', async () => {
    const { id } = await signIn();
    revokeTokens();
    await expect(works(id)).rejects.toMatchObject({
      code: 'credentials-refused',
      message: expect.stringContaining('Sign in again'),
    });
    expect(accounts.list()[1]).toMatchObject({ userSignIn: 'ended', secretStorage: 'missing' });
    expect(signals.at(-1)).toBe('refused');
    const again = await signIn({
      accountId: id,
      clientSecret: undefined,
      paymentVerificationId: undefined,
    });
    expect(again).toMatchObject({ id, userSignIn: 'valid', hasPaymentId: true, protocol: 'oauth1' });
    await works(id);
  });
});

describe('whether a call that was sent can still arrive', () => {
  /** The fingerprint of an attempt that left so many ms ago. */
  async function attempt(id: string, ago: number) {
    const { gate, passed } = openGate();
    time.ahead = -ago;
    await accounts.clientFor(id).cancelOrder(1, gate);
    time.ahead = 0;
    return passed[0] ?? '';
  }
  const probe = async (id: string, print: string) => (await accounts.clientFor(id).probeToken(print)).token;

  it('It can while the service accepts its timestamp, and cannot once the service refuses it.', async () => {
    const { id } = await signIn();
    expect(await probe(id, await attempt(id, 0))).toBe('accepted');
    expect(await probe(id, await attempt(id, 4 * 60_000))).toBe('accepted');
    const print = await attempt(id, 6 * 60_000);
    expect(await probe(id, print)).toBe('refused');
    // The account does not count as refused, and a restart changes nothing: the token is the same.
    await works(id);
    accounts.close();
    await open();
    expect(await probe(id, print)).toBe('refused');
    expect(accounts.list()[1]).toMatchObject({ userSignIn: 'valid' });
  });

  it('A timestamp that is still to come counts as accepted, although the service refuses it now.', async () => {
    const { id } = await signIn();
    expect(await probe(id, await attempt(id, -20 * 60_000))).toBe('accepted');
  });

  it('Another sign-in cannot tell, so the job asks.', async () => {
    const { id } = await signIn();
    const print = await attempt(id, 0);
    await signIn({ accountId: id });
    expect(await probe(id, print)).toBe('lost');
    expect(await probe(id, '')).toBe('lost');
  });
});

it('The log has no secret, signature or verifier of a sign-in.', async () => {
  const { id } = await signIn();
  const stored = JSON.parse((await secrets.get(`oauth1/${id}`)) ?? '');
  const lines = [
    `Authorization: OAuth oauth_consumer_key="key", oauth_token="${stored.token}", oauth_signature="c2lnbmF0dXJl%3D"`,
    `oauth_token=${stored.token}&oauth_token_secret=${stored.secret}`,
    `http://127.0.0.1:1/callback?oauth_token=${stored.token}&oauth_verifier=veri5`,
    JSON.stringify({ ...stored, clientSecret: service.credentials.client_secret }),
  ];
  const logged = lines.map(redact).join('\n');
  for (const secret of [stored.token, stored.secret, 'c2lnbmF0dXJl', 'veri5'])
    expect(logged).not.toContain(secret);
});
