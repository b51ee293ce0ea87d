/**
 * The guarantees of an exchange through a proxy: nothing is sent before the tunnel stands, nothing twice, and
 * the last byte leaves after the commit gate. Needs the openssl program for a certificate.
 */
import { mkdtempSync, readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bytesBody } from '../../../src-main/api-client/bodies.ts';
import type { ExchangeRequest } from '../../../src-main/api-client/http-exchange.ts';
import { Connections } from '../../../src-main/api-client/web-transport.ts';
import { Network } from '../../../src-main/network/network.ts';
import { testConnection } from '../../../src-main/network/test-connection.ts';
import { sessionStore } from '../../../src-main/secrets/secret-store.ts';
import { hasOpenssl, issuer, makeCertificate } from '../../support/private-ca.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const host = 'prints.test';
const usual = tls.getCACertificates('default');
let folder: string;
let ca: string;
let service: https.Server;
let port: number;
/** Complete requests that the service got. */
let got: string[];
let proxy: http.Server;
/** What the proxy was asked, and with which credentials. */
let asked: string[];
type OnConnect = (socket: Socket, tunnel: () => Socket) => void;
const pass = (socket: Socket, tunnel: () => Socket) => {
  const behind = tunnel();
  socket.write('HTTP/1.1 200 OK\r\n\r\n');
  behind.pipe(socket).pipe(behind);
};
let onConnect: OnConnect;

const portOf = (server: net.Server) => (server.address() as AddressInfo).port;
const listening = (server: net.Server) => new Promise<void>((done) => server.listen(0, '127.0.0.1', done));

beforeAll(async () => {
  if (!hasOpenssl) return;
  folder = mkdtempSync(join(tmpdir(), 'proxy-'));
  const made = makeCertificate(folder, host);
  ca = readFileSync(made.ca, 'utf8');
  service = https.createServer(made, (request, response) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      got.push(`${request.method} ${request.url} ${body}`);
      response.end('{}');
    });
  });
  await listening(service);
  port = portOf(service);
});

beforeEach(async () => {
  [got, asked, onConnect] = [[], [], pass];
  proxy = http.createServer();
  proxy.on('connect', (request, socket: Socket) => {
    asked.push(`${request.url} ${request.headers['proxy-authorization'] ?? '-'}`);
    socket.on('error', () => {});
    onConnect(socket, () => net.connect(port, '127.0.0.1').on('error', () => socket.destroy()));
  });
  await listening(proxy);
  if (ca) tls.setDefaultCACertificates([...usual, ca]);
});

afterEach(() => {
  tls.setDefaultCACertificates(usual);
  proxy.closeAllConnections();
  proxy.close();
});

afterAll(async () => {
  service?.closeAllConnections();
  service?.close();
  if (folder) await removeFolder(folder);
});

const secrets = sessionStore();
const networkBy = (...addresses: string[]) =>
  new Network({
    settings: () => undefined,
    secrets,
    env: {},
    system: async () => addresses.map((address) => `PROXY ${address}`).join(';'),
  });
const here = () => `127.0.0.1:${portOf(proxy)}`;
const limits = { connect: 2_000, idle: 5_000, answer: 5_000, total: 20_000, answerBytes: 10_000 };

let gates: number;
const order = (more: Partial<ExchangeRequest> = {}): ExchangeRequest => {
  gates = 0;
  return {
    method: 'POST',
    url: new URL(`https://${host}:${port}/orders/v1`),
    headers: {},
    body: bytesBody(Buffer.from('{"order":1}')),
    limits,
    beforeLastByte() {
      gates++;
    },
    ...more,
  };
};

describe.skipIf(!hasOpenssl)('A write through a proxy (needs the openssl program)', () => {
  it('leaves once, by a tunnel of its own, and its last byte after the commit gate.', async () => {
    let seen = -1;
    const result = await networkBy(here()).exchange(
      order({
        async beforeLastByte() {
          gates++;
          await new Promise((later) => setTimeout(later, 50));
          seen = got.length;
        },
      }),
    );
    expect(result).toMatchObject({ kind: 'answer', status: 200 });
    expect([got, asked, gates, seen]).toEqual([['POST /orders/v1 {"order":1}'], [`${host}:${port} -`], 1, 0]);
  });

  it.each<[string, OnConnect, string]>([
    [
      'asks for a sign-in',
      (socket) => socket.end('HTTP/1.1 407 Sign in\r\n\r\n'),
      'errors.network.proxySignIn',
    ],
    ['forbids it', (socket) => socket.end('HTTP/1.1 403 No\r\n\r\n'), 'errors.network.proxyFailed'],
    ['cannot reach it', (socket) => socket.end('HTTP/1.1 503 No\r\n\r\n'), 'errors.network.proxyFailed'],
    [
      'redirects',
      (socket) => socket.end('HTTP/1.1 302 x\r\nLocation: http://x/\r\n\r\n'),
      'errors.network.proxyFailed',
    ],
    ['hangs up', (socket) => socket.destroy(), 'errors.network.proxySilent'],
    ['speaks no HTTP', (socket) => socket.end('220 mail\r\n'), 'errors.network.proxySilent'],
    ['ends before TLS', (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'), 'errors.network.proxySilent'],
  ])('is certainly not sent if the proxy %s.', async (_what, answer, key) => {
    onConnect = answer;
    const result = await networkBy(here()).exchange(order());
    expect(result).toMatchObject({ kind: 'failed', mayHaveActed: false, isUnconnected: true });
    expect(result).toMatchObject({ thrown: { code: 'network', text: { key } } });
    expect([got, gates, asked.length]).toEqual([[], 0, 1]);
  });

  it('is certainly not sent without a body and a commit gate, too.', async () => {
    onConnect = (socket) => socket.end('HTTP/1.1 502 No\r\n\r\n');
    const { body: _, beforeLastByte: __, ...removal } = order({ method: 'DELETE' });
    expect(await networkBy(here()).exchange(removal)).toMatchObject({ mayHaveActed: false });
  });

  it('is certainly not sent if the proxy is silent.', async () => {
    onConnect = () => {};
    const result = await networkBy(here()).exchange(order({ limits: { ...limits, connect: 200 } }));
    expect(result).toMatchObject({ mayHaveActed: false, thrown: { code: 'timeout' } });
    expect([got, gates]).toEqual([[], 0]);
  });

  it('is not sent again if the tunnel breaks after the last byte.', async () => {
    onConnect = (socket, tunnel) => {
      pass(socket, tunnel);
      service.once('request', () => socket.destroy());
    };
    const result = await networkBy(here(), here()).exchange(order());
    expect(result).toMatchObject({ kind: 'failed', mayHaveActed: true, isUnconnected: false });
    expect([asked.length, gates]).toEqual([1, 1]);
  });

  it('has certainly not happened if the tunnel breaks before the last byte.', async () => {
    let open: Socket | undefined;
    onConnect = (socket, tunnel) => {
      open = socket;
      pass(socket, tunnel);
    };
    const result = await networkBy(here(), here()).exchange(
      order({
        async beforeLastByte() {
          open?.destroy();
          await new Promise((later) => setTimeout(later, 100));
        },
      }),
    );
    expect(result).toMatchObject({ kind: 'failed', mayHaveActed: false });
    expect([got, asked.length]).toEqual([[], 1]);
  });

  it('takes the next proxy if one does not answer, and that one first from then on.', async () => {
    const network = networkBy('127.0.0.1:1', here());
    expect(await network.exchange(order())).toMatchObject({ kind: 'answer' });
    expect([got.length, gates]).toEqual([1, 1]);
    expect((await network.proxiesFor(new URL(`https://${host}/`))).map(String)).toEqual([
      `http://${here()}/`,
      'http://127.0.0.1:1/',
    ]);
  });

  it('does not ask another proxy after a refusal.', async () => {
    onConnect = (socket) => socket.end('HTTP/1.1 407 Sign in\r\n\r\n');
    await networkBy(here(), here()).exchange(order());
    expect(asked).toHaveLength(1);
  });
});

describe.skipIf(!hasOpenssl)('Reads and sign-ins at a proxy (needs the openssl program)', () => {
  it('Reads share a tunnel.', async () => {
    const network = networkBy(here());
    const connections = new Connections();
    const { body: _, beforeLastByte: __, ...read } = order({ method: 'GET', connections });
    for (let round = 0; round < 3; round++)
      expect(await network.exchange(read)).toMatchObject({ status: 200 });
    expect([got.length, asked.length]).toEqual([3, 1]);
    connections.close();
  });

  it('A password goes to its own proxy only, and is refused in words.', async () => {
    await networkBy('a:1').setSignIn({ proxy: here(), username: 'ada', password: 'a:b@c' });
    const basic = `Basic ${Buffer.from('ada:a:b@c').toString('base64')}`;
    await networkBy(here()).exchange(order());
    expect(asked).toEqual([`${host}:${port} ${basic}`]);
    const [other] = await networkBy('other.example:3128').proxiesFor(new URL(`https://${host}/`));
    expect(other?.href).toBe('http://other.example:3128/');
    onConnect = (socket) => socket.end('HTTP/1.1 407 Sign in\r\n\r\n');
    expect(await networkBy(here()).exchange(order())).toMatchObject({
      thrown: { text: { key: 'errors.network.proxyRefused' } },
    });
    await networkBy('a:1').setSignIn(null);
    expect(await networkBy('a:1').signedIn()).toBeNull();
  });

  it('The test names the proxy, and who issued an unknown certificate.', async () => {
    tls.setDefaultCACertificates(usual);
    const network = networkBy(here());
    const ask = async () => {
      const result = await network.exchange(order());
      if (result.kind === 'failed') throw result.thrown;
    };
    const report = await testConnection(network, () => `https://${host}:${port}`, ask);
    expect(report).toMatchObject({
      host: `${host}:${port}`,
      proxy: here(),
      problem: { text: { key: 'errors.network.certificate' } },
      issuer: `${issuer}, Example Works`,
    });
    expect([got, gates]).toEqual([[], 0]);
    tls.setDefaultCACertificates([...usual, ca]);
    expect(await testConnection(network, () => `https://${host}:${port}`, ask)).toMatchObject({
      problem: null,
    });
  });
});
