/**
 * Receives the browser's redirect (RFC 8252 7.3 and 8.3): listens on the literal 127.0.0.1, on a port that
 * the system chooses, for one sign-in and a few minutes. It serves a fixed page at one path and closes after
 * the first answer that belongs to the sign-in. It does not interpret the parameters.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Language } from '../../src-shared/messages/languages.ts';
import { type Messages, ref } from '../../src-shared/messages/messages.ts';
import type { CodedError } from '../../src-shared/result.ts';
import { mainError } from '../main-error.ts';
import { messagesFor, tagsOfHeader } from '../messages-for.ts';
import { isOwnUser } from '../peer-user.ts';

/**
 * [Assumption: loopback-redirect] The service has `http://127.0.0.1/callback` registered and accepts any
 * port.
 */
export const callbackPath = '/callback';

export interface LoopbackListener<T> {
  readonly redirectUri: string;
  /** Rejects with `sign-in-timeout`, or with the error passed to `close`. */
  readonly answer: Promise<T>;
  /** May be called again, and after the answer. */
  close(reason: CodedError): void;
}

export interface LoopbackOptions<T> {
  /** Null: not the expected answer; the listener stays open. */
  readonly accept: (query: URLSearchParams) => T | null;
  readonly timeoutMs: number;
  /** Language of the pages; `system` is the browser's preference. */
  readonly language: Language | 'system';
}

export async function listenForAnswer<T>(options: LoopbackOptions<T>): Promise<LoopbackListener<T>> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  promise.catch(() => {});
  let isOver = false;
  const server = createServer({ maxHeaderSize: 16 * 1024, requestTimeout: 10_000, headersTimeout: 10_000 });
  server.maxConnections = 32;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening').catch((cause: unknown) => {
    throw mainError('no-port', ref('service.signIn.noPort'), { cause });
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  // Without a listener, a connection that cannot be taken would end the process.
  server.on('error', () => {});

  function close(reason: CodedError): void {
    reject(reason);
    end();
    server.closeAllConnections();
  }
  const timer = setTimeout(() => {
    close(mainError('sign-in-timeout', ref('service.signIn.timeout')));
  }, options.timeoutMs);
  timer.unref();
  function end(): void {
    isOver = true;
    clearTimeout(timer);
    server.close();
  }

  server.on('request', async (request: IncomingMessage, response: ServerResponse) => {
    // Another user who knows the address could answer with a code of an account of theirs.
    const isOurs = await isOwnUser(request.socket);
    const query = isOver || !isOurs ? null : queryOf(request, host);
    if (query === null) {
      response.writeHead(404, { 'Content-Length': 0, Connection: 'close' }).end();
      return;
    }
    const accepted = options.accept(query);
    if (accepted === null) {
      void show(400, foreignPage, request, response);
      return;
    }
    end();
    void show(200, receivedPage, request, response).then(() => resolve(accepted));
  });

  async function show(
    status: number,
    page: LoopbackPage,
    { headers }: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const messages = await messagesFor(options.language, tagsOfHeader(headers['accept-language']));
    response.writeHead(status, pageHeaders).end(page(messages));
  }

  return { redirectUri: `http://${host}${callbackPath}`, answer: promise, close };
}

/** Null unless it is a GET of exactly this path and host, which prevents DNS rebinding. */
function queryOf({ method, url = '', headers }: IncomingMessage, host: string): URLSearchParams | null {
  if (method !== 'GET' || headers.host !== host) return null;
  const [path, ...rest] = url.split('?');
  return path === callbackPath ? new URLSearchParams(rest.join('?')) : null;
}

/** A page that the listener shows. Its text is fixed and never includes anything from the request. */
export type LoopbackPage = (messages: Messages) => string;

const style =
  ':root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:start center;padding:12vh 16px;box-sizing:border-box;font:16px/1.5 system-ui,sans-serif;background:#f4f6f8;color:#1b2126}main{max-width:460px}h1{font-size:22px;margin:0 0 8px}p{margin:0}@media(prefers-color-scheme:dark){body{background:#16191d;color:#e6eaee}}';

const page =
  (name: 'received' | 'foreign'): LoopbackPage =>
  ({ language, t }) => {
    const title = t(`service.page.${name}`);
    return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} - Fabdesk</title><style>${style}</style></head><body><main><h1>${title}</h1><p>${t(`service.page.${name}.more`)}</p></main></body></html>`;
  };

export const receivedPage = page('received');
export const foreignPage = page('foreign');

export const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  Connection: 'close',
};
