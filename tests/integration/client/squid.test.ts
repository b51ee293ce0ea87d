/**
 * A network behind a proxy, here Squid and an authority of our own in the system's certificates. Skipped
 * where Squid or openssl is missing.
 * @release
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccounts } from '../../../src-main/accounts/accounts.ts';
import { Network } from '../../../src-main/network/network.ts';
import { testConnection } from '../../../src-main/network/test-connection.ts';
import { sessionStore } from '../../../src-main/secrets/secret-store.ts';
import { cubeStl } from '../../support/cube-stl.ts';
import { memoryDocuments } from '../../support/memory-documents.ts';
import { passOn } from '../../support/pass-on.ts';
import { hasOpenssl, issuer, makeCertificate } from '../../support/private-ca.ts';
import { removeFolder } from '../../support/remove-folder.ts';
import { startService, type TestService } from '../../support/service.ts';
import { anOrder, fileOf, openGate } from '../../unit/api-client/client-under-test.ts';

const squid = ['/usr/sbin/squid', '/usr/local/sbin/squid'].find(
  (path) => spawnSync(path, ['-v']).status === 0,
);
const checksPasswords = '/usr/lib/squid/basic_ncsa_auth';
const host = 'prints.test';
let folder: string;
let service: TestService;
let front: https.Server;
let address: string;
const proxies: ChildProcess[] = [];

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

/** Returns its address, with what it logs. `rules`: who may pass. */
async function startSquid(name: string, rules: string): Promise<{ at: string; log: () => string }> {
  const port = await freePort();
  const file = (ending: string) => join(folder, `${name}.${ending}`);
  writeFileSync(
    file('conf'),
    `http_port 127.0.0.1:${port}
hosts_file ${join(folder, 'hosts')}
pid_filename ${file('pid')}
cache_log ${file('cache.log')}
access_log stdio:${file('log')} logformat=common
cache deny all
shutdown_lifetime 0 seconds
${rules}
`,
  );
  const child = spawn(squid ?? '', ['-N', '-n', `${name}${process.pid}`, '-f', file('conf')], {
    stdio: 'ignore',
  });
  proxies.push(child);
  for (let tries = 0; tries < 200 && child.exitCode === null; tries++) {
    const stands = await new Promise<boolean>((done) => {
      const socket = net.connect(port, '127.0.0.1', () => done(true));
      socket.on('error', () => done(false)).on('connect', () => socket.destroy());
    });
    if (stands) return { at: `127.0.0.1:${port}`, log: () => readFileSync(file('log'), 'utf8') };
    await later(100);
  }
  throw new Error(`Squid did not start: ${readFileSync(file('cache.log'), 'utf8')}`);
}

const isHere = squid !== undefined && hasOpenssl;

beforeAll(async () => {
  if (!isHere) return;
  folder = mkdtempSync(join(tmpdir(), 'squid-'));
  // Started by root, Squid runs as a user of its own.
  chmodSync(folder, 0o777);
  writeFileSync(join(folder, 'hosts'), `127.0.0.1 ${host}\n`);
  const made = makeCertificate(folder, host);
  // Read once by the process, when a certificate is first not known.
  process.env['SSL_CERT_FILE'] = made.ca;
  service = await startService();
  front = https.createServer(made, async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const answer = await passOn(request, Buffer.concat(parts), service.baseUrl);
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((done) => front.listen(0, '127.0.0.1', done));
  address = `https://${host}:${(front.address() as AddressInfo).port}`;
});

afterAll(async () => {
  if (!isHere) return;
  // It removes what it has in shared memory.
  await Promise.all(
    proxies.map((child) => {
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      return child.exitCode ?? ended;
    }),
  );
  front.closeAllConnections();
  front.close();
  await service.close();
  await removeFolder(folder);
});

const networkBy = (env: Record<string, string>) =>
  new Network({ settings: () => undefined, secrets: sessionStore(), env });

async function accountsBy(network: Network) {
  const accounts = await openAccounts({
    documents: memoryDocuments(),
    secrets: sessionStore(),
    clock: { now: () => Date.now() },
    userAgent: 'Fabdesk/test',
    consentAt: () => undefined,
    signalsFor: () => ({}),
    busy: () => false,
    exchange: network.exchange,
  });
  const { client_id: clientId, client_secret: clientSecret, ...more } = service.credentials;
  const { payment_verification_id: paymentVerificationId } = more;
  const add = () =>
    accounts.add({ name: 'Works', baseUrl: address, clientId, clientSecret, paymentVerificationId });
  return { accounts, add, paymentVerificationId };
}

/** An upload and an order; returns the number of the order. */
async function buy(network: Network): Promise<number> {
  const { accounts, add, paymentVerificationId } = await accountsBy(network);
  const client = accounts.clientFor((await add()).id);
  const { request, remove } = fileOf(Buffer.from(cubeStl('squid')));
  try {
    const model = await client.uploadModel(
      { ...request, fileName: 'cube.stl', title: 'Cube' },
      openGate().gate,
    );
    if (model.kind !== 'answered') throw new Error(JSON.stringify(model));
    const items = [{ modelId: model.value.modelId, materialId: 6, quantity: 2 }];
    const order = await client.placeOrder({ ...anOrder, items, paymentVerificationId }, openGate().gate);
    if (order.kind !== 'answered') throw new Error(JSON.stringify(order));
    return order.value.orderId;
  } finally {
    remove();
    accounts.close();
  }
}

describe.skipIf(!isHere)('Squid (needs the squid and openssl programs)', () => {
  it('Without a sign-in: an unknown authority is named; known to the system, account, upload and order pass.', async () => {
    const { at, log } = await startSquid('open', 'http_access allow all');
    const network = networkBy({ https_proxy: `http://${at}` });
    const usual = tls.getCACertificates('default');
    const file = process.env['SSL_CERT_FILE'] ?? '';
    const { add } = await accountsBy(network);
    expect((await add()).name).toBe('Works');
    const before = log().split('CONNECT').length;
    expect(await buy(network)).toBeGreaterThan(0);
    expect(log()).toContain(`CONNECT ${new URL(address).host}`);
    expect(log()).not.toMatch(/POST|GET/);
    expect(log().split('CONNECT').length - before).toBeGreaterThan(3);
    tls.setDefaultCACertificates(usual);
    const report = await testConnection(
      network,
      () => address,
      async () => {
        const result = await network.exchange({
          method: 'GET',
          url: new URL(address),
          headers: {},
          limits: { connect: 5_000, idle: 5_000, answer: 5_000, total: 9_000, answerBytes: 10_000 },
        });
        if (result.kind === 'failed') throw result.thrown;
      },
    );
    expect(report).toMatchObject({ proxy: at, issuer: `${issuer}, Example Works` });
    tls.setDefaultCACertificates([...usual, readFileSync(file, 'utf8')]);
  });

  it('With a sign-in: asked for, refused, and accepted, from the keychain and from the environment.', async () => {
    const hash = execFileSync('openssl', ['passwd', '-apr1', 'a:b@c']).toString().trim();
    writeFileSync(join(folder, 'passwords'), `ada:${hash}\n`);
    const { at, log } = await startSquid(
      'closed',
      `auth_param basic program ${checksPasswords} ${join(folder, 'passwords')}
auth_param basic realm works
acl known proxy_auth REQUIRED
http_access allow known
http_access deny all`,
    );
    const network = networkBy({ HTTPS_PROXY: at });
    const { add } = await accountsBy(network);
    await expect(add()).rejects.toMatchObject({ text: { key: 'errors.network.proxySignIn' } });
    await network.setSignIn({ proxy: at, username: 'ada', password: 'wrong' });
    await expect(add()).rejects.toMatchObject({ text: { key: 'errors.network.proxyRefused' } });
    await network.setSignIn({ proxy: at, username: 'ada', password: 'a:b@c' });
    expect(await buy(network)).toBeGreaterThan(0);
    expect(await buy(networkBy({ https_proxy: `http://ada:a%3Ab%40c@${at}` }))).toBeGreaterThan(0);
    expect(log()).not.toContain('a:b@c');
  });

  it('What Squid forbids, cannot find or cannot reach is certainly not sent.', async () => {
    const { at } = await startSquid(
      'strict',
      `acl ours dstdomain ${host}\nhttp_access allow ours\nhttp_access deny all`,
    );
    const network = networkBy({ https_proxy: at });
    for (const url of ['https://other.test/', `https://${host}:1/`]) {
      const { gate } = openGate();
      const result = await network.exchange({
        method: 'POST',
        url: new URL(url),
        headers: {},
        limits: { connect: 20_000, idle: 5_000, answer: 5_000, total: 30_000, answerBytes: 10_000 },
        beforeLastByte: () => gate.beforeLastByte({} as never),
      });
      expect(result).toMatchObject({
        mayHaveActed: false,
        thrown: { text: { key: 'errors.network.proxyFailed' } },
      });
    }
  });
});
