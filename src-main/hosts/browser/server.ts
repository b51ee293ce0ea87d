/**
 * The browser host's server: the renderer's files, the contract's calls, its events and the spool, on one
 * loopback port. Refuses every request that does not carry exactly its own Host, and every call that does not
 * come from its own pages with a session's cookie and secret (DNS rebinding, cross-site requests, pages of
 * other ports). Connections of other users of this computer get nothing.
 */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { type WebSocket, WebSocketServer } from 'ws';
import { eventsProtocol, secretHeader, secretOfProtocols } from '../../../src-shared/ipc/window-secret.ts';
import type { MessageRef } from '../../../src-shared/messages/message.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import { fail, type Result, succeed, toAppError } from '../../../src-shared/result.ts';
import type { App } from '../../app.ts';
import { mainError, mainProblem } from '../../main-error.ts';
import { messagesFor, tagsOfHeader } from '../../messages-for.ts';
import { isOwnUser } from '../../peer-user.ts';
import { securityHeaders } from '../policy.ts';
import { readRendererFile } from '../renderer-files.ts';
import { Sessions } from './session.ts';

const maxCallBytes = 4 * 1024 * 1024;

export interface BrowserHost {
  /** Without a token; `address()` is the one to show to people. */
  readonly origin: string;
  /** An address that opens one window; every call creates a new one-time token. */
  address(): string;
  /** Whether a window listens to events. */
  hasWindow(): boolean;
  close(): Promise<void>;
}

export interface BrowserHostOptions {
  readonly app: App;
  /** Folder of the built renderer. */
  readonly rendererDir: string;
  /** Tried first; any free port is used if it is taken. 0 takes any. */
  readonly port: number;
}

/** Connections of other users that may be open at once. */
const mostForeign = 20;

/** Starts listening on 127.0.0.1. */
export async function startBrowserHost({ app, rendererDir, port }: BrowserHostOptions): Promise<BrowserHost> {
  const server = createServer();
  const actual = await listen(server, port);
  // A connection that its peer resets, or that cannot be accepted, must not end the process: Node removes its
  // own listeners when a request asks for an upgrade.
  server.on('error', (thrown) => app.log.error('browser host', thrown));
  server.on('connection', (socket) => {
    socket.on('error', () => socket.destroy());
    void isOwnUser(socket).then((isOwn) => isOwn || limitForeign(socket));
  });
  // More than any number of windows needs.
  server.maxConnections = 1000;
  const host = `127.0.0.1:${actual}`;
  const origin = `http://${host}`;
  const sessions = new Sessions(actual);
  const headers = securityHeaders([`ws://${host}`]);

  server.on('request', (request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    answer(request, response).catch((thrown) => {
      const error = toAppError(thrown);
      // Bad input of a page is not a failure of ours.
      const isBadInput = error.code === 'bad-input';
      if (!isBadInput) app.log.error('browser host', thrown);
      if (response.headersSent) response.destroy();
      else send(response, isBadInput ? 400 : 500, fail(error));
    });
  });

  /** Other users of this computer get an answer that says why nothing else; a flood of them is closed. */
  const foreign = new Set<Socket>();
  function limitForeign(socket: Socket): void {
    if (socket.destroyed) return;
    foreign.add(socket);
    socket.once('close', () => foreign.delete(socket));
    if (foreign.size > mostForeign) socket.destroy();
    else socket.setTimeout(5_000, () => socket.destroy());
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const plain = (status: number, text: MessageRef) => sayPlain(request, response, status, text);
    if (request.headers.host !== host) return plain(421, ref('hosts.badHost'));
    if (!(await isOwnUser(request.socket))) return plain(403, ref('hosts.otherUser'));
    const path = decodePath(request.url ?? '/');
    if (path === null) return plain(400, ref('hosts.badPath'));
    if (request.method === 'GET' && !path.startsWith('/spool/'))
      return serveRenderer(path, request, response);
    if (!fromOwnPage(request)) return plain(403, ref('hosts.ownWindowOnly'));
    if (path === '/session' && request.method === 'POST') return openSession(request, response);
    if (!hasSession(request)) return send(response, 401, fail(noSession));
    if (request.method === 'POST' && path.startsWith('/call/')) return call(path.slice(6), request, response);
    if (request.method === 'PUT' && path.startsWith('/spool/'))
      return spool(path.slice(7), request, response);
    if (request.method === 'GET') return serveSpooled(path.slice(7), response);
    return plain(404, ref('hosts.badPath'));
  }

  /** Same origin according to the browser. A page's own GET has no Origin header but has Sec-Fetch-Site. */
  function fromOwnPage(request: IncomingMessage): boolean {
    const { origin: sent } = request.headers;
    if (sent !== undefined) return sent === origin;
    return request.method === 'GET' && request.headers['sec-fetch-site'] === 'same-origin';
  }

  function hasSession({ headers }: IncomingMessage): boolean {
    const secret = headers[secretHeader];
    return sessions.accepts(headers.cookie, typeof secret === 'string' ? secret : undefined);
  }

  async function serveRenderer(
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const file = await readRendererFile(rendererDir, path);
    if (!file) return sayPlain(request, response, 404, ref('hosts.badPath'));
    response.writeHead(200, {
      'Content-Type': file.type,
      'Content-Length': file.body.length,
      'Cache-Control': file.immutable ? 'max-age=31536000, immutable' : 'no-store',
    });
    response.end(file.body);
  }

  /** Uses up the token of a new window, or tells a reloaded window whether its session is still valid. */
  async function openSession(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readJson(request);
    const token = typeof body === 'object' && body !== null ? (body as { token?: unknown }).token : undefined;
    const opened = typeof token === 'string' ? sessions.exchange(token) : null;
    if (!opened && !hasSession(request)) return send(response, 401, fail(noSession));
    if (opened) response.setHeader('Set-Cookie', opened.setCookie);
    send(response, 200, succeed({ secret: opened?.secret ?? null }));
  }

  async function call(name: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    send(response, 200, await app.call(name, await readJson(request)));
  }

  async function spool(name: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const file = await app.importStream(request, name);
      send(response, 200, succeed(file));
    } catch (thrown) {
      // The rest of a refused body is not read; the answer says why, then the connection is closed.
      response.setHeader('Connection', 'close');
      send(response, 200, fail(toAppError(thrown)));
    }
  }

  async function serveSpooled(sha256: string, response: ServerResponse): Promise<void> {
    const file = /^[0-9a-f]{64}$/.test(sha256) ? await app.spooled(sha256) : null;
    if (!file) return send(response, 404, fail(noFile));
    response.writeHead(200, {
      'Content-Type': 'application/octet-stream',
      'Content-Length': file.size,
      'Cache-Control': 'no-store',
    });
    await pipeline(createReadStream(file.path), response).catch(() => response.destroy());
  }

  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: 1024,
    handleProtocols: (protocols) => protocols.has(eventsProtocol) && eventsProtocol,
  });
  server.on('upgrade', async (request, socket, head) => {
    const { host: sent, origin: page, cookie } = request.headers;
    const secret = secretOfProtocols(request.headers['sec-websocket-protocol']);
    const mayListen = sent === host && page === origin && sessions.accepts(cookie, secret);
    if (!mayListen || request.url !== '/events' || !(await isOwnUser(request.socket))) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => client.on('error', () => client.terminate()));
  });
  const stopEvents = app.onEvent((name, payload) => {
    const message = JSON.stringify({ name, payload });
    for (const client of sockets.clients) sendEvent(client, message);
  });

  return {
    origin,
    address: () => `${origin}/#token=${sessions.issueToken()}`,
    hasWindow: () => sockets.clients.size > 0,
    async close() {
      stopEvents();
      for (const client of sockets.clients) {
        client.close(1001);
        // A sleeping window does not answer, and the server would wait for it.
        setTimeout(() => client.terminate(), 300);
      }
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

const noSession = mainProblem('no-session', ref('hosts.noSession'));
const noFile = mainProblem('file-not-found', ref('hosts.spoolGone'));

/** A window that does not read its events is disconnected instead of filling the memory. */
function sendEvent(client: WebSocket, message: string): void {
  if (client.readyState !== client.OPEN) return;
  if (client.bufferedAmount > 8 * 1024 * 1024) client.terminate();
  else client.send(message);
}

async function listen(server: Server, port: number): Promise<number> {
  const attempt = async (candidate: number) => {
    server.listen(candidate, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  return attempt(port).catch((thrown: NodeJS.ErrnoException) => {
    if (port !== 0 && (thrown.code === 'EADDRINUSE' || thrown.code === 'EACCES')) return attempt(0);
    throw mainError('no-port', ref('hosts.noPort'), { cause: thrown });
  });
}

function decodePath(url: string): string | null {
  try {
    const path = decodeURIComponent(url.split('?', 1)[0] ?? '');
    return path.startsWith('/') ? path : null;
  } catch {
    return null;
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxCallBytes) throw mainError('bad-input', ref('reasons.requestTooLarge'));
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch (cause) {
    throw mainError('bad-input', ref('hosts.notJson'), { cause });
  }
}

function send(response: ServerResponse, status: number, result: Result<unknown>): void {
  const body = Buffer.from(JSON.stringify(result));
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': body.length });
  response.end(body);
}

/** For people who open an address by hand, in the language that their browser prefers. */
async function sayPlain(
  { headers }: IncomingMessage,
  response: ServerResponse,
  status: number,
  text: MessageRef,
): Promise<void> {
  const { say } = await messagesFor('system', tagsOfHeader(headers['accept-language']));
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
  response.end(`${say(text)}\n`);
}
