/**
 * A user signs in: the whole application's accounts and queue against the real service, whose own pages are
 * walked as a browser does (spec: Authentication > Flow B; Authentication > Refreshing).
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Accounts, openAccounts } from '../../../src-main/accounts/accounts.ts';
import { createSignIns, type SignInRequest, type SignIns } from '../../../src-main/accounts/sign-ins.ts';
import { type App, createApp } from '../../../src-main/app.ts';
import { sessionStore } from '../../../src-main/secrets/secret-store.ts';
import { BrowserSession, unescapeHtml } from '../../support/browser-session.ts';
import { type MemoryDocuments, memoryDocuments } from '../../support/memory-documents.ts';
import { removeFolder } from '../../support/remove-folder.ts';
import { startService, type TestService } from '../../support/service.ts';

let service: TestService;
let documents: MemoryDocuments;
let accounts: Accounts;
let signIns: SignIns;
/** Between this machine's clock and the test's, ms; the service's clock is the test's too. */
const time = { ahead: 0 };
const clock = { now: () => Date.now() + time.ahead };
const secrets = sessionStore();
const signals: string[] = [];
let changes = 0;

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
  accounts.signInChanged.subscribe(() => {
    changes++;
  });
  signIns = createSignIns({ ...common, accounts, done: () => {} });
}

beforeAll(async () => {
  service = await startService({ clock: clock.now });
});
afterAll(() => service.close());

beforeEach(async () => {
  signals.length = 0;
  documents = memoryDocuments();
  await open();
});
afterEach(() => {
  signIns.close();
  accounts.close();
});

const request = (changes: Partial<SignInRequest> = {}): SignInRequest => ({
  name: 'Ada',
  baseUrl: service.baseUrl,
  clientId: service.credentials.client_id,
  clientSecret: service.credentials.client_secret,
  paymentVerificationId: service.credentials.payment_verification_id,
  redirect: 'loopback',
  ...changes,
});

/**
 * Signs in on the service's pages, decides, and returns the address to which the browser is sent, or the
 * page.
 */
async function walk(authorizeUrl: string, decision = 'allow', of = service) {
  const { pathname, search } = new URL(authorizeUrl);
  const browser = new BrowserSession(of.baseUrl);
  const { username, password } = of.service.owner;
  return browser.submit(await browser.signIn(pathname + search, username, password), { decision });
}
async function comeBack(authorizeUrl: string, decision?: string): Promise<Response> {
  return fetch((await walk(authorizeUrl, decision)).location ?? '');
}
/** Somebody else brings the code of this answer to the service. */
const redeem = (back: URL) =>
  fetch(`${service.baseUrl}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      client_id: service.credentials.client_id,
      client_secret: service.credentials.client_secret,
      redirect_uri: `${back.origin}${back.pathname}`,
    }),
  });
async function signIn(changes: Partial<SignInRequest> = {}) {
  const { attemptId, authorizeUrl } = await signIns.start(request(changes));
  const [account] = await Promise.all([signIns.finish(attemptId, undefined), comeBack(authorizeUrl)]);
  return account;
}
const works = (id: string) => accounts.clientFor(id).getServiceInfo();

describe('by loopback', () => {
  it('A sign-in by loopback gives a working account, and leaves no secret in the documents.', async () => {
    const { attemptId, authorizeUrl, redirectUri, opened } = await signIns.start(request());
    expect([opened, new URL(redirectUri).hostname]).toEqual([false, '127.0.0.1']);
    const waiting = signIns.finish(attemptId, undefined);
    const page = await comeBack(authorizeUrl);
    expect(await page.text()).toContain('You can close this window');
    const account = await waiting;
    expect(account).toMatchObject({ name: 'Ada', userSignIn: 'valid', hasPaymentId: true, isLocal: false });
    expect(await works(account.id)).toMatchObject({ remaining: expect.any(Number) });
    expect(await accounts.paymentId(account.id)).toBe(service.credentials.payment_verification_id);
    expect(await signIns.finish(attemptId, undefined)).toEqual(account);
    const kept = JSON.stringify([...documents.kept]);
    const secret = await secrets.get(`refresh/${account.id}`);
    expect(secret).not.toBeNull();
    for (const canary of [service.credentials.client_secret, JSON.parse(secret ?? '').token])
      expect(kept).not.toContain(canary);
  });

  it('A sign-in works for a public application, which has no secret.', async () => {
    const app = await service.service.issueApplication('Desk', {
      redirectUris: ['http://127.0.0.1/callback'],
      isPublic: true,
    });
    const account = await signIn({ clientId: app.client_id, clientSecret: undefined });
    time.ahead += 3_600_000;
    await works(account.id);
  });

  it('A sign-in ends with a text when the user says no.', async () => {
    const { attemptId, authorizeUrl } = await signIns.start(request());
    const [page] = await Promise.all([
      comeBack(authorizeUrl, 'deny'),
      expect(signIns.finish(attemptId, undefined)).rejects.toMatchObject({ code: 'sign-in-denied' }),
    ]);
    expect(page.status).toBe(200);
    expect(accounts.list()).toHaveLength(1);
  });

  it('A sign-in accepts only its own answer, not probes, a guessed state or another sign-in’s code.', async () => {
    const first = await signIns.start(request());
    const second = await signIns.start(request({ name: 'Grace' }));
    const { port } = new URL(first.redirectUri);
    for (const path of [
      '/',
      '/callback',
      '/callback?code=stolen',
      '/callback?code=stolen&state=guessed',
      '/x?code=y',
    ])
      expect((await fetch(`http://127.0.0.1:${port}${path}`)).ok).toBe(false);
    // The answer to the second sign-in, given to the first: this would replace the session by an attacker's.
    const back = new URL((await walk(second.authorizeUrl)).location ?? '');
    const swapped = new URL(back);
    swapped.port = port;
    expect((await fetch(swapped)).status).toBe(400);
    expect(accounts.list()).toHaveLength(1);
    await Promise.all([signIns.finish(second.attemptId, undefined), fetch(back)]);
    await Promise.all([signIns.finish(first.attemptId, undefined), comeBack(first.authorizeUrl)]);
    expect(accounts.list().map(({ name }) => name)).toEqual(['Local print service', 'Grace', 'Ada']);
  });

  it('A sign-in refuses an answer that names another service.', async () => {
    const { attemptId, authorizeUrl } = await signIns.start(request());
    const back = new URL((await walk(authorizeUrl)).location ?? '');
    back.searchParams.set('iss', 'https://evil.example');
    const end = expect(signIns.finish(attemptId, undefined)).rejects.toMatchObject({
      code: 'sign-in-refused',
    });
    await fetch(back);
    await end;
  });

  it('A sign-in notices a code that somebody used before.', async () => {
    const { attemptId, authorizeUrl } = await signIns.start(request());
    const back = new URL((await walk(authorizeUrl)).location ?? '');
    await redeem(back);
    const end = expect(signIns.finish(attemptId, undefined)).rejects.toMatchObject({ code: 'code-refused' });
    await fetch(back);
    await end;
    expect(accounts.list()).toHaveLength(1);
  });

  it('A stopped sign-in closes its port.', async () => {
    const { attemptId, redirectUri } = await signIns.start(request());
    const waiting = expect(signIns.finish(attemptId, undefined)).rejects.toMatchObject({ code: 'cancelled' });
    signIns.cancel(attemptId);
    await waiting;
    await expect(fetch(redirectUri)).rejects.toThrow();
    await expect(signIns.finish(attemptId, undefined)).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('by a code that is pasted', () => {
  it('A sign-in accepts the code from the screen, also after a mistyped one.', async () => {
    const { attemptId, authorizeUrl, redirectUri } = await signIns.start(request({ redirect: 'oob' }));
    expect(redirectUri).toBe('oob');
    await expect(signIns.finish(attemptId, undefined)).rejects.toMatchObject({ code: 'bad-input' });
    await expect(signIns.finish(attemptId, 'mistyped')).rejects.toMatchObject({ code: 'code-refused' });
    const page = await walk(authorizeUrl);
    const code = unescapeHtml(/id="code">([^<]+)</.exec(page.text)?.[1] ?? '');
    const account = await signIns.finish(attemptId, code);
    await works(account.id);
    // The code works once.
    const other = await signIns.start(request({ redirect: 'oob' }));
    await expect(signIns.finish(other.attemptId, code)).rejects.toMatchObject({ code: 'code-refused' });
  });
});

describe('an account that is signed in', () => {
  it('A sign-in is refreshed across restarts, each refresh token once.', async () => {
    const { id } = await signIn();
    const seen = new Set([await secrets.get(`refresh/${id}`)]);
    for (let restart = 0; restart < 3; restart++) {
      time.ahead += 3_600_000;
      accounts.close();
      await open();
      expect(accounts.list()[1]).toMatchObject({ id, userSignIn: 'valid' });
      await works(id);
      seen.add(await secrets.get(`refresh/${id}`));
    }
    expect(seen.size).toBe(4);
    expect(signals).not.toContain('refused');
  });

  it('A refresh token that was used twice ends the sign-in, and signing in again keeps the account.', async () => {
    const { id } = await signIn();
    const old = await secrets.get(`refresh/${id}`);
    time.ahead += 3_600_000;
    await works(id);
    // A restored copy of the data folder has the old refresh token.
    accounts.close();
    await open();
    await secrets.set(`refresh/${id}`, old ?? '');
    time.ahead += 3_600_000;
    changes = 0;
    await expect(works(id)).rejects.toMatchObject({
      code: 'credentials-refused',
      message: expect.stringContaining('Sign in again'),
    });
    expect(accounts.list()[1]).toMatchObject({ userSignIn: 'ended', secretStorage: 'missing' });
    expect(changes).toBe(1);
    expect(signals.at(-1)).toBe('refused');
    const again = await signIn({ accountId: id, clientSecret: undefined, paymentVerificationId: undefined });
    expect(again).toMatchObject({ id, userSignIn: 'valid', hasPaymentId: true });
    expect(accounts.list()).toHaveLength(2);
    await works(id);
  });

  it('A stored secret is never sent to another address or under another client id.', async () => {
    const { id } = await signIn();
    for (const others of [{ baseUrl: 'https://evil.example' }, { clientId: 'other' }])
      await expect(signIns.start(request({ accountId: id, ...others }))).rejects.toMatchObject({
        code: 'bad-input',
      });
    await expect(signIns.start(request({ accountId: 'local' }))).rejects.toMatchObject({ code: 'bad-input' });
  });

  it('A user’s account exists beside the application’s own, and is removed completely.', async () => {
    const { id } = await signIn();
    const own = await accounts.add({
      ...request(),
      clientSecret: service.credentials.client_secret,
      paymentVerificationId: '',
    });
    expect(own.id).not.toBe(id);
    expect(own.userSignIn).toBeUndefined();
    await works(id);
    await accounts.remove(id);
    for (const name of ['secret', 'payment', 'token', 'refresh'])
      expect(await secrets.get(`${name}/${id}`)).toBeNull();
  });
});

describe('the whole application', () => {
  let folder = '';
  let app: App;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'fabdesk-sign-in-'));
    app = await createApp({ dataDir: folder, host: 'cli', version: '0.0.0-test' });
  });
  afterEach(async () => {
    await app.close();
    removeFolder(folder);
  });
  async function ask(name: string, input: unknown = {}) {
    const result = await app.call(name, input);
    if (!result.ok) throw Object.assign(new Error(result.error.message), result.error);
    // biome-ignore lint/suspicious/noExplicitAny: answers are asserted field by field
    return result.value as any;
  }
  const until = (is: (job: { state: string; wait: string | null }) => boolean, jobId: string) =>
    new Promise<void>((resolve) => {
      const stop = app.onEvent((name, payload) => {
        if (name !== 'job' || (payload as { id: string }).id !== jobId || !is(payload as never)) return;
        stop();
        resolve();
      });
    });

  it('The queue is kept while the user is signed out, and continues afterwards.', async () => {
    const events: string[] = [];
    app.onEvent((name) => events.push(name));
    const { accountId: _, ...fresh } = request();
    const { attemptId, authorizeUrl } = await ask('accounts.signIn', fresh);
    const back = new URL((await walk(authorizeUrl)).location ?? '');
    const [account] = await Promise.all([ask('accounts.finishSignIn', { attemptId }), fetch(back)]);
    expect(events).toContain('accounts');
    await ask('accounts.select', { accountId: account.id });
    await ask('accounts.setConsent', { accountId: account.id, given: true });
    // Somebody else has the code too and uses it: the service revokes everything that it gave (RFC 6749
    // 4.1.2).
    await redeem(back);
    const file = await ask('files.importSample');
    const job = await ask('queue.enqueueUpload', { file, uploadScale: 0.001, title: 'Waits' });
    await until(({ wait }) => wait === 'sign-in', job.id);
    expect(await ask('accounts.list')).toContainEqual(
      expect.objectContaining({ id: account.id, userSignIn: 'ended' }),
    );
    expect(await ask('app.status')).toMatchObject({ connection: 'refused' });

    const again = await ask('accounts.signIn', { ...fresh, accountId: account.id });
    const ended = until(({ state }) => state === 'done', job.id);
    await Promise.all([
      ask('accounts.finishSignIn', { attemptId: again.attemptId }),
      comeBack(again.authorizeUrl),
    ]);
    await ended;
  });
});
