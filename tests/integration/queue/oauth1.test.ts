/**
 * An order by OAuth 1.0 whose answer is lost: the whole queue and client, a proxy that drops answers, and the
 * real service (reliability: R11).
 */
import type { AddressInfo } from 'node:net';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSignIns } from '../../../src-main/accounts/sign-ins.ts';
import { systemClock } from '../../../src-main/queue/core/clock.ts';
import { BrowserSession } from '../../support/browser-session.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { type Lie, LyingProxy } from '../../support/lying-proxy.ts';
import { startService, type TestService } from '../../support/service.ts';
import { openQueueApp } from './queue-app.ts';

let service: TestService;
let proxy: LyingProxy;
let lies: Lie[];
let baseUrl: string;
beforeEach(async () => {
  lies = [];
  let target = '';
  proxy = new LyingProxy({
    get target() {
      return target;
    },
    lie: () => lies.shift() ?? 'none',
    delay: () => 0,
  });
  baseUrl = await proxy.listen();
  // Signatures cover the address. Without the hash of a body, this service takes no JSON that is signed.
  service = await startService({ requireBodyHash: true, publicUrl: baseUrl });
  const { port } = service.service.fastify.server.address() as AddressInfo;
  target = `http://127.0.0.1:${port}`;
});
afterEach(async () => {
  await proxy.close();
  await service.close();
});

/** The queue of a user who signed in by OAuth 1.0, through the proxy. */
async function openSignedIn() {
  const { client_id: clientId, client_secret: clientSecret, payment_verification_id } = service.credentials;
  const keys = { clientId, clientSecret, paymentVerificationId: payment_verification_id };
  const app = await openQueueApp(temporaryFolder(), { baseUrl, ...keys });
  const { accounts } = app;
  const signIns = createSignIns({ accounts, clock: systemClock, userAgent: 'Fabdesk/test', done: () => {} });
  const request = { name: 'Old shop', baseUrl, ...keys, protocol: 'oauth1', redirect: 'loopback' } as const;
  const { attemptId, authorizeUrl } = await signIns.start(request);
  const { pathname, search } = new URL(authorizeUrl);
  const browser = new BrowserSession(service.baseUrl);
  const { username, password } = service.service.owner;
  const consent = await browser.signIn(pathname + search, username, password);
  const { location } = await browser.submit(consent, { decision: 'allow' });
  const [account] = await Promise.all([signIns.finish(attemptId, undefined), fetch(location ?? '')]);
  app.queue.start();
  const close = async () => {
    signIns.close();
    await app.close();
  };
  return { ...app, accountId: account.id, close };
}

/** What the service made, and what it charged, in dollars. */
function books() {
  const database = new Sqlite(`${service.dataDir}/service.sqlite`, { readonly: true });
  const orders = database.prepare('SELECT order_id FROM print_order').pluck().all();
  const total = database.prepare('SELECT sum(unit_price_cents * quantity) FROM order_product').pluck().get();
  const parts = database.prepare("SELECT sum(cents) FROM ledger WHERE kind = 'charge'").pluck().get();
  database.close();
  return { orders, total, parts };
}

it('A signed order whose answer is lost is found by its reference, and is neither sent nor charged twice.', {
  tags: 'release',
  timeout: 60_000,
}, async () => {
  const app = await openSignedIn();
  // Two uploads; then the service places the order, and its answer does not come back.
  lies = ['none', 'none', 'drop-answer'];
  const { id } = await app.orderCubes('Lost', 6, app.accountId);
  await expect.poll(() => app.queue.get(id).state, { timeout: 30_000 }).toBe('done');
  expect(app.events.some((job) => job.id === id && job.state === 'unknown')).toBe(true);
  expect(proxy.writes.filter(({ path }) => path === '/orders/v1')).toHaveLength(1);
  const { orders, total, parts } = books();
  expect(app.queue.get(id).result).toMatchObject({ orderId: orders[0] });
  expect(orders).toHaveLength(1);
  expect(parts).toBe(total);
  await app.close();
});

it('A signed order that never arrived is not sent again on a person’s word while it may still arrive.', async () => {
  const app = await openSignedIn();
  lies = ['none', 'none', 'drop-request'];
  const { id } = await app.orderCubes('Gone', 6, app.accountId);
  await expect.poll(() => app.queue.get(id).state, { timeout: 30_000 }).toBe('unknown');
  await expect(app.queue.resolve(id, { kind: 'place-again', confirmedTotal: 10_000 })).rejects.toMatchObject({
    code: 'still-looking',
  });
  expect(proxy.writes.filter(({ path }) => path === '/orders/v1')).toHaveLength(1);
  expect(books().orders).toEqual([]);
  await app.close();
}, 60_000);
