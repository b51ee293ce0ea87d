/**
 * Fifty calls at once for every endpoint that writes. Afterwards the books must add up
 * (tests/support/books.ts), nothing is left over on the disk, and the service has not failed. A route without
 * a race here fails the first test.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { baseString, percentEncode, signingKey } from '../../../src-shared/api/oauth1-base-string.ts';
import type { OperatorAction } from '../../../src-shared/api/operator.ts';
import { faultsInBooks, leftOverContents } from '../../support/books.ts';
import { BrowserSession, type Page } from '../../support/browser-session.ts';
import { png } from '../../support/images.ts';
import { boxStl } from '../../support/models.ts';
import { orderBody } from '../../support/order.ts';
import { someOf } from '../../support/rounds.ts';
import { startService, type TestService } from '../../support/service.ts';
import { processCount } from '../../support/stores/more-processes.ts';
import { upload, uploadBody } from '../../support/upload.ts';

let service: TestService;
let now = Date.parse('2026-11-20T10:00:00Z');
beforeAll(async () => {
  service = await startService({ clock: () => now });
  const browser = await signedUp();
  for (const page of ['/developer', '/sign-in']) await browser.get(page);
});
afterAll(() => service.close());
/** Faults of an earlier race are reported by that race alone. */
const reported = new Set<string>();
afterEach(async () => {
  const faults = (await faultsInBooks(service.dataDir)).filter((fault) => !reported.has(fault));
  for (const fault of faults) reported.add(fault);
  expect(faults).toEqual([]);
  const leftOver = async () => {
    const noted = await notedContents();
    return (await leftOverContents(service.dataDir)).filter(
      (fault) => !reported.has(fault) && !noted.some((sha256) => fault.includes(sha256)),
    );
  };
  try {
    await expect.poll(leftOver).toEqual([]);
  } finally {
    for (const fault of await leftOver()) reported.add(fault);
  }
});

/** Several processes give each other an hour before they remove what is noted as unused. */
async function notedContents(): Promise<string[]> {
  if (processCount < 2) return [];
  const rows = await service.query<{ sha256: string }>('select sha256 from unused_file');
  return rows.map(({ sha256 }) => sha256);
}

interface Answered {
  readonly status: number;
  readonly text: string;
}

const fifty = 50;

/** Sends them at once. No answer may say that the service failed. */
async function atOnce<T extends Answered>(send: (i: number) => Promise<T>, count = fifty): Promise<T[]> {
  const answers = await Promise.all(Array.from({ length: count }, (_, i) => send(i)));
  for (const { status, text } of answers)
    if (status >= 500 && !text.includes('SOAP-ENV:Client')) throw new Error(`${status}: ${text}`);
  return answers;
}
const statuses = (answers: readonly Answered[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
const times = (answers: readonly Answered[], status: number) => statuses(answers)[status] ?? 0;

/** A JSON call of the first application. */
async function json(method: string, path: string, body?: unknown) {
  const answer = await service.call(method, path, body);
  return { status: answer.status, text: JSON.stringify(answer.body), body: answer.body };
}
const rows = <T>(text: string, ...values: unknown[]): Promise<T[]> => service.query<T>(text, ...values);
const cube = () => boxStl(10, 10, 10, randomBytes(4).toString('hex'));
const model = (others: Record<string, unknown> = {}) => upload(service, cube(), others);
const payment = () => service.credentials.payment_verification_id;
async function order(quantity = 1, modelId?: number) {
  const items = [{ modelId: modelId ?? (await model()), materialId: 6, quantity }];
  const { body } = await service.call('POST', '/orders/v1', orderBody(items, payment()));
  return { orderId: body.orderId as number, orderProductId: body.productionOrderIds[0] as number };
}

let people = 0;
const password = 'a long password';
async function signedUp(): Promise<BrowserSession> {
  const browser = new BrowserSession(service.baseUrl);
  await browser.submit(await browser.get('/sign-up'), { username: `person-${people++}`, password });
  return browser;
}
async function owner(path = '/developer'): Promise<{ browser: BrowserSession; page: Page }> {
  const browser = new BrowserSession(service.baseUrl);
  const { username, password: own } = service.service.owner;
  return { browser, page: await browser.signIn(path, username, own) };
}
const csrfOf = (page: Page): string => /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
const post = (browser: BrowserSession, path: string, fields: Record<string, string>) =>
  browser.post(path, new URLSearchParams(fields));

async function form(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const answer = await fetch(`${service.baseUrl}${path}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  return { status: answer.status, text: await answer.text(), body: null };
}
const client = () => ({
  client_id: service.credentials.client_id,
  client_secret: service.credentials.client_secret,
});
const callback = 'http://127.0.0.1:49152/callback';
const authorizePath = () =>
  `/oauth2/authorize?${new URLSearchParams({ response_type: 'code', client_id: client().client_id, redirect_uri: callback })}`;
async function code(): Promise<string> {
  const { browser, page } = await owner(authorizePath());
  const back = await browser.submit(page, { decision: 'allow' });
  return new URL(back.location ?? '').searchParams.get('code') ?? '';
}
const redeem = (value: string) =>
  form('/oauth2/token', {
    grant_type: 'authorization_code',
    code: value,
    redirect_uri: callback,
    ...client(),
  });
const refresh = (value: string) =>
  form('/oauth2/token', { grant_type: 'refresh_token', refresh_token: value, ...client() });
const works = async (token: string) =>
  (await fetch(`${service.baseUrl}/api/v1/`, { headers: { Authorization: `Bearer ${token}` } })).ok;

interface Token {
  readonly token: string;
  readonly secret: string;
}
async function signed(method: string, path: string, own: Record<string, string> = {}, token?: Token) {
  const oauth: Record<string, string> = {
    oauth_consumer_key: client().client_id,
    oauth_nonce: randomBytes(8).toString('hex'),
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: String(Math.floor(now / 1000)),
    ...(token && { oauth_token: token.token }),
    ...own,
  };
  const base = baseString(method, `${service.baseUrl}${path}`, Object.entries(oauth));
  const key = signingKey(client().client_secret, token?.secret ?? '');
  oauth['oauth_signature'] = createHmac('sha1', key).update(base).digest('base64');
  const header = Object.entries(oauth).map(([name, value]) => `${name}="${percentEncode(value)}"`);
  const answer = await fetch(`${service.baseUrl}${path}`, {
    method,
    headers: { Authorization: `OAuth ${header.join(', ')}` },
  });
  return { status: answer.status, text: await answer.text() };
}
async function requestToken(): Promise<Token> {
  const { text } = await signed('GET', '/oauth1/request_token/v1');
  const answer = new URLSearchParams(text);
  return { token: answer.get('oauth_token') ?? '', secret: answer.get('oauth_token_secret') ?? '' };
}
const consentPath = ({ token }: Token) => `/oauth1/authorize?oauth_token=${token}`;
async function allowedToken() {
  const token = await requestToken();
  const { browser, page } = await owner(consentPath(token));
  const { text } = await browser.submit(page, { decision: 'allow' });
  return { token, verifier: /id="code">([A-Za-z0-9]+)</.exec(text)?.[1] ?? '' };
}
/** One verifier gives one token. */
async function exchangeRace(method: string): Promise<void> {
  const { token, verifier } = await allowedToken();
  const path = '/oauth1/access_token/v1';
  const answers = await atOnce(() => signed(method, path, { oauth_verifier: verifier }, token));
  expect(statuses(answers)).toEqual({ 200: 1, 401: 49 });
}
/** A nonce works once. */
async function nonceRace(method: string): Promise<void> {
  const answers = await atOnce(() =>
    signed(method, '/oauth1/request_token/v1', { oauth_nonce: `same-${method}` }),
  );
  expect(statuses(answers)).toEqual({ 200: 1, 401: 49 });
}

async function soap(body: string) {
  const answer = await fetch(service.service.soapUrl(), {
    method: 'POST',
    headers: { 'Content-Type': 'text/xml' },
    body: `<E:Envelope xmlns:E="http://schemas.xmlsoap.org/soap/envelope/"><E:Body>${body}</E:Body></E:Envelope>`,
  });
  return { status: answer.status, text: await answer.text() };
}
async function operate(action: OperatorAction): Promise<Answered> {
  const done = service.service.operator.act(action);
  return done.then(
    () => ({ status: 200, text: '' }),
    (error: { code: string; message: string }) => ({
      status: error.code === 'server' ? 500 : 400,
      text: `${error.code}: ${error.message}`,
    }),
  );
}
const reprintBody = (orderProductId: number) => ({
  orderProductId,
  reprintReasonId: 503,
  reprintComment: 'It broke.',
  quantity: 1,
});

/** Half of the changes make the model claimable, the other half public: it must never be both. */
async function flagRace(method: string, pathOf: (modelId: number) => string): Promise<void> {
  const modelId = await model();
  const answers = await atOnce((i) =>
    json(method, pathOf(modelId), i % 2 === 0 ? { isClaimable: 1 } : { isPublic: 1, isForSale: 1 }),
  );
  expect(statuses(answers)).toEqual({ 200: 25, 400: 25 });
}
async function photoRace(pathOf: (modelId: number) => string): Promise<void> {
  const modelId = await model();
  const picture = png(3, 2).toString('base64');
  const answers = await atOnce(() => json('POST', pathOf(modelId), { file: picture }));
  expect(times(answers, 200)).toBe(fifty);
  expect(new Set(answers.map(({ body }) => body.photoCount)).size).toBe(fifty);
}
async function cancelRace(cancel: (orderId: number) => Promise<Answered>): Promise<void> {
  const { orderId, orderProductId } = await order(50);
  const answers = await atOnce((i) =>
    i % 5 === 0
      ? json('POST', `/orders/${orderId}/reprint/v1`, reprintBody(orderProductId))
      : cancel(orderId),
  );
  expect(times(answers, 200)).toBeGreaterThanOrEqual(40);
  const { orderId: begun } = await order();
  await atOnce((i) => (i === 25 ? operate({ act: 'start', orderId: begun }) : cancel(begun)));
}
/** The act at once with cancellations by the customer and with the other acts on the same order. */
async function operatorRace(action: (orderId: number) => OperatorAction): Promise<void> {
  const { orderId, orderProductId } = await order(3);
  const others: readonly OperatorAction[] = [
    { act: 'start', orderId },
    { act: 'complete', orderId, orderProductId },
    { act: 'reject', orderId, orderProductId, reasons: ['Too thin.'], affectedMaterials: [] },
    { act: 'lose', orderId },
    { act: 'find', orderId },
  ];
  await atOnce((i) => {
    if (i % 10 === 3) return json('PUT', `/orders/${orderId}/v1`, { status: 'cancelled' });
    if (i % 10 === 6) return json('POST', `/orders/${orderId}/reprint/v1`, reprintBody(orderProductId));
    return operate(i % 2 === 0 ? action(orderId) : others[Math.floor(i / 2) % others.length]!);
  });
}

const races: Readonly<Record<string, () => Promise<void>>> = {
  'POST /oauth2/token': async () => {
    const value = await code();
    const redeemed = await atOnce(() => redeem(value));
    expect(statuses(redeemed)).toEqual({ 200: 1, 400: 49 });
    const won = JSON.parse(redeemed.find(({ status }) => status === 200)?.text ?? '{}');
    // The code was used again, so what it gave is worth nothing.
    expect(await works(won.access_token)).toBe(false);
    expect((await refresh(won.refresh_token)).status).toBe(400);

    const first = JSON.parse((await redeem(await code())).text);
    const within = await atOnce(() => refresh(first.refresh_token));
    expect(statuses(within)).toEqual({ 200: fifty });
    now += 61_000;
    const late = await atOnce(() => refresh(first.refresh_token));
    expect(statuses(late)).toEqual({ 400: fifty });
    for (const { text } of within.slice(0, 3)) expect(await works(JSON.parse(text).access_token)).toBe(false);
  },
  'POST /oauth2/authorize': async () => {
    const { browser, page } = await owner(authorizePath());
    const sent = await atOnce(() => browser.submit(page, { decision: 'allow' }));
    const codes = sent.map(({ location }) => new URL(location ?? '').searchParams.get('code'));
    expect(new Set(codes).size).toBe(fifty);
  },
  'POST /sign-in': async () => {
    const browser = await signedUp();
    const username = `person-${people - 1}`;
    const fields = (i: number) => ({ username, password: i === 30 ? password : 'a wrong password' });
    const answers = await atOnce((i) => form('/sign-in', fields(i)));
    expect(times(answers, 401)).toBeLessThanOrEqual(10);
    expect(times(answers, 429)).toBeGreaterThanOrEqual(39);
    expect((await browser.get('/developer')).status).toBe(200);
  },
  'POST /sign-up': async () => {
    const username = `same-name-${people++}`;
    const answers = await atOnce(() => form('/sign-up', { username, password }));
    expect(statuses(answers)).toEqual({ 303: 1, 400: 49 });
    expect(await rows('select account_id from account where username = ?', username)).toHaveLength(1);
  },
  'POST /sign-out': async () => {
    const browser = await signedUp();
    const csrf = csrfOf(await browser.get('/developer'));
    await atOnce(() => post(browser, '/sign-out', { csrf }));
    expect((await browser.get('/developer')).status).toBe(303);
  },
  'GET /oauth1/request_token/v1': () => nonceRace('GET'),
  'POST /oauth1/request_token/v1': () => nonceRace('POST'),
  'GET /oauth1/access_token/v1': () => exchangeRace('GET'),
  'POST /oauth1/access_token/v1': () => exchangeRace('POST'),
  'POST /oauth1/authorize': async () => {
    const token = await requestToken();
    const { browser, page } = await owner(consentPath(token));
    const answers = await atOnce(() => browser.submit(page, { decision: 'allow' }));
    expect(statuses(answers)).toEqual({ 200: 1, 400: 49 });
  },
  'POST /developer': async () => {
    const browser = await signedUp();
    const csrf = csrfOf(await browser.get('/developer'));
    const answers = await atOnce((i) => post(browser, '/developer', { csrf, name: `App ${i}` }), 110);
    expect(statuses(answers)).toEqual({ 200: 100, 400: 10 });
  },
  'POST /developer/metadata': async () => {
    const { browser, page } = await owner();
    const fields = { csrf: csrfOf(page), clientId: client().client_id };
    const answers = await atOnce((i) =>
      post(browser, '/developer/metadata', { ...fields, metadata: String(i % 2) }),
    );
    expect(statuses(answers)).toEqual({ 303: fifty });
  },
  'POST /model/:modelId/edit': async () => {
    const modelId = await model({ isClaimable: 1 });
    const claimed = await rows<{ claim_key: string }>(
      'select claim_key from model where model_id = ?',
      modelId,
    );
    const taker = await signedUp();
    const question = await taker.get(`/model/claim/${modelId}?key=${claimed[0]?.claim_key}`);
    const { browser, page } = await owner(`/model/${modelId}/edit`);
    const fields = { csrf: csrfOf(page), title: 'Mine', description: 'of the former owner' };
    const answers = await atOnce((i) => {
      if (i !== 20) return post(browser, `/model/${modelId}/edit`, fields);
      return taker.submit(question, {});
    });
    expect(answers[20]?.status).toBe(303);
    const late = await post(browser, `/model/${modelId}/edit`, { ...fields, description: 'after the claim' });
    expect(late.status).toBe(404);
    expect(await rows('select description, claim_key from model where model_id = ?', modelId)).toMatchObject([
      { description: expect.not.stringContaining('after'), claim_key: '' },
    ]);
  },
  'POST /model/claim/:modelId': async () => {
    const modelId = await model({ isClaimable: 1 });
    const [found] = await rows<{ claim_key: string }>(
      'select claim_key from model where model_id = ?',
      modelId,
    );
    const takers = await Promise.all(Array.from({ length: 5 }, signedUp));
    const questions = await Promise.all(
      takers.map((taker) => taker.get(`/model/claim/${modelId}?key=${found?.claim_key}`)),
    );
    const answers = await atOnce((i) => takers[i % 5]!.submit(questions[i % 5]!, {}));
    expect(statuses(answers)).toEqual({ 303: 1, 404: 49 });
  },
  'POST /soap/v1': async () => {
    await signedUp();
    const guess = `<login><username>person-${people - 1}</username><password>no</password></login>`;
    const guesses = await atOnce(() => soap(guess));
    expect(guesses.filter(({ text }) => text.includes('Too many'))).toHaveLength(40);
    const { username, password: own } = service.service.owner;
    const answer = await soap(`<login><username>${username}</username><password>${own}</password></login>`);
    const session = /<loginReturn[^>]*>([^<]+)</.exec(answer.text)?.[1];
    const file = Buffer.from(cube()).toString('base64');
    const submit = `<submitModel><session_id>${session}</session_id><model><file>${file}</file><filename>a.stl</filename></model></submitModel>`;
    const made = await atOnce(() => soap(submit));
    expect(new Set(made.map(({ text }) => /<response[^>]*>(\d+)</.exec(text)?.[1])).size).toBe(fifty);
  },
  'POST /price/v1': async () => {
    const geometry = {
      volume: 1e-6,
      area: 6e-4,
      xBoundMin: 0,
      xBoundMax: 0.01,
      yBoundMin: 0,
      yBoundMax: 0.01,
      zBoundMin: 0,
      zBoundMax: 0.01,
    };
    const answers = await atOnce(() => json('POST', '/price/v1', geometry));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  },
  'POST /models/v1': async () => {
    const same = uploadBody(cube());
    const answers = await atOnce(() => json('POST', '/models/v1', same));
    expect(new Set(answers.map(({ body }) => body.modelId)).size).toBe(fifty);
  },
  'PUT /models/:modelId/info/v1': async () => {
    await flagRace('PUT', (modelId) => `/models/${modelId}/info/v1`);
    const modelId = await model();
    const ids = [6, 25];
    await atOnce((i) =>
      json('PUT', `/models/${modelId}/info/v1`, { materials: { [ids[i % 2]!]: { markup: 1 + i } } }),
    );
    const { body } = await json('GET', `/models/${modelId}/info/v1`);
    for (const id of ids) expect(body.materials[id].markup, `material ${id}`).toBeGreaterThan(0);
  },
  'PUT /models/:modelId/v1': () => flagRace('PUT', (modelId) => `/models/${modelId}/v1`),
  'POST /models/:modelId/info/v1': () => flagRace('POST', (modelId) => `/models/${modelId}/info/v1`),
  'DELETE /models/:modelId/v1': async () => {
    const modelId = await model();
    const at = `/models/${modelId}`;
    const picture = png(3, 2).toString('base64');
    const item = { modelId, materialId: 6, quantity: 1 };
    const writes = [
      () => json('DELETE', `${at}/v1`),
      () => json('POST', `${at}/files/v1`, uploadBody(cube())),
      () => json('POST', `${at}/photos/v1`, { file: picture }),
      () => json('PUT', `${at}/info/v1`, { title: 'Another' }),
      () => json('POST', '/orders/cart/v1', item),
      () => json('POST', '/orders/v1', orderBody([item], payment())),
      () => json('GET', `${at}/v1`),
      () => json('POST', '/shapejs/v1', { spin: String(100_000_000 + modelId) }),
    ];
    // Uploads and photos wait for each other, so the removal overtakes some that have been admitted.
    const admitted: Promise<Answered>[] = [];
    const answers = await atOnce((i) => {
      if (i >= 24) return Promise.race(admitted).then(() => writes[i % writes.length]!());
      admitted.push(writes[1 + (i % 2)]!());
      return admitted[i]!;
    });
    expect(times(answers, 200)).toBeGreaterThan(0);
    expect((await json('GET', `${at}/v1`)).status).toBe(404);
  },
  'POST /models/:modelId/files/v1': async () => {
    const modelId = await model();
    const answers = await atOnce(() => json('POST', `/models/${modelId}/files/v1`, uploadBody(cube())));
    expect(answers.map(({ body }) => body.modelVersion).sort((a, b) => a - b)).toEqual(
      Array.from({ length: fifty }, (_, i) => i + 1),
    );
  },
  'POST /models/:modelId/photos/v1': () => photoRace((modelId) => `/models/${modelId}/photos/v1`),
  'POST /models/:modelId/v1': () => photoRace((modelId) => `/models/${modelId}/v1`),
  'POST /orders/cart/v1': async () => {
    const modelId = await model();
    await atOnce(() => json('POST', '/orders/cart/v1', { modelId, materialId: 6, quantity: 2 }));
    const { body } = await json('GET', '/orders/cart/v1');
    expect(body.items).toContainEqual(expect.objectContaining({ modelId, quantity: 100 }));
  },
  'POST /orders/v1': async () => {
    const modelId = await model();
    const items = [{ modelId, materialId: 6, quantity: 2 }];
    const answers = await atOnce((i) =>
      i % 10 === 5
        ? json('PUT', `/models/${modelId}/info/v1`, { materials: { 6: { markup: i } } })
        : json('POST', '/orders/v1', orderBody(items, payment())),
    );
    expect(times(answers, 200)).toBe(fifty);
    let withholding: Promise<unknown> = Promise.resolve();
    const withheld = await atOnce((i) => {
      const place = () => json('POST', '/orders/v1', orderBody(items, payment()));
      if (i !== 10) return i < 40 ? place() : withholding.then(place);
      const change = json('PUT', `/models/${modelId}/info/v1`, { materials: { 6: { isActive: 0 } } });
      withholding = change;
      return change;
    });
    // An order at the same moment may be in time; an order after the answer is not.
    expect(statuses(withheld.slice(40))).toEqual({ 400: 10 });
  },
  'PUT /orders/:orderId/v1': () =>
    cancelRace((orderId) => json('PUT', `/orders/${orderId}/v1`, { status: 'cancelled' })),
  'PUT /orders/v1': () =>
    cancelRace((orderId) => json('PUT', '/orders/v1', { orderId, status: 'cancelled' })),
  'POST /orders/:orderId/reprint/v1': async () => {
    const { orderId, orderProductId } = await order(20);
    const first = await json('POST', `/orders/${orderId}/reprint/v1`, reprintBody(orderProductId));
    const copyId = first.body.orderId as number;
    const [copy] = await rows<{ id: number }>(
      'select order_product_id as id from order_product where order_id = ?',
      copyId,
    );
    const answers = await atOnce((i) =>
      // Every other one asks for a copy of the free copy.
      i % 2 === 0
        ? json('POST', `/orders/${orderId}/reprint/v1`, reprintBody(orderProductId))
        : json('POST', `/orders/${copyId}/reprint/v1`, reprintBody(copy?.id ?? 0)),
    );
    expect(statuses(answers)).toEqual({ 200: 19, 400: 31 });
  },
  'POST /shapejs/v1': async () => {
    const modelId = await model();
    const answers = await atOnce(() => json('POST', '/shapejs/v1', { spin: String(100_000_000 + modelId) }));
    expect(new Set(answers.map(({ body }) => body.modelId)).size).toBe(fifty);
  },
  'operator POST /clock': async () => {
    const before = (await service.service.operator.act({ act: 'look' })).clockOffsetSeconds;
    await atOnce(() => operate({ act: 'advance', seconds: 60 }));
    const [stored] = await rows<{ value: string }>("select value from setting where name = 'clock-offset'");
    expect(Number(stored?.value)).toBe((before + 50 * 60) * 1000);
    // The times of OAuth 1.0 are those of the service.
    now -= 50 * 60_000;
  },
  'operator POST /orders/:orderId/start': () => operatorRace((orderId) => ({ act: 'start', orderId })),
  'operator POST /orders/:orderId/complete': () => operatorRace((orderId) => ({ act: 'complete', orderId })),
  'operator POST /orders/:orderId/ship': () => operatorRace((orderId) => ({ act: 'ship', orderId })),
  'operator POST /orders/:orderId/reject': () =>
    operatorRace((orderId) => ({ act: 'reject', orderId, reasons: ['Too thin.'], affectedMaterials: [] })),
  'operator POST /orders/:orderId/lose': () => operatorRace((orderId) => ({ act: 'lose', orderId })),
  'operator POST /orders/:orderId/find': () => operatorRace((orderId) => ({ act: 'find', orderId })),
  'operator POST /faults': async () => {
    const fault = {
      kind: 'stale-lists',
      path: '/nowhere',
      times: 1,
      status: 503,
      delayMs: 0,
      staleSeconds: 60,
    } as const;
    await atOnce(() => operate({ act: 'add-fault', fault }));
    expect((await service.service.operator.act({ act: 'look' })).faults).toHaveLength(fifty);
  },
  'operator DELETE /faults': async () => {
    await atOnce(() => operate({ act: 'clear-faults' }));
    expect((await service.service.operator.act({ act: 'look' })).faults).toEqual([]);
  },
};

/** The token endpoints of OAuth 1.0 write although they are read with GET. */
const isWriting = (route: string): boolean =>
  !/^(GET|HEAD|OPTIONS) /.test(route) || /^GET \/oauth1\/\w+_token\//.test(route);

describe('fifty calls at once', () => {
  it('Every endpoint that writes has a race of fifty calls.', () => {
    const { routes, operator } = service.service;
    const writing = [...routes, ...operator.routes.map((route) => `operator ${route}`)].filter((route) =>
      isWriting(route.replace('operator ', '')),
    );
    expect(Object.keys(races).sort()).toEqual(writing.sort());
    expect(writing.length).toBeGreaterThan(30);
  });

  it.each(someOf(Object.entries(races)))(
    'The books add up after fifty calls at once of %s.',
    (_route, race) => race(),
  );
});
