/**
 * Receives the browser's redirect (RFC 8252 7.3 and 8.3): listens on the literal 127.0.0.1, on a port that the system
 * chooses, for one sign-in and a few minutes. It serves a fixed page at one path and closes after the first answer
 * that belongs to the sign-in. It does not interpret the parameters.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CodedError } from '../../src-shared/result.ts';
import { foreignPage, pageHeaders, receivedPage } from './loopback-page.ts';

/** [Assumption: loopback-redirect] The service has `http://127.0.0.1/callback` registered and accepts any port. */
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
}

export async function listenForAnswer<T>(options: LoopbackOptions<T>): Promise<LoopbackListener<T>> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  promise.catch(() => {});
  let isOver = false;
  const server = createServer({ maxHeaderSize: 16 * 1024, requestTimeout: 10_000, headersTimeout: 10_000 });
  server.maxConnections = 32;
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(0, '127.0.0.1', listening);
  }).catch((cause: unknown) => {
    throw new CodedError(
      'no-port',
      'Fabdesk could not open a port on this machine for the browser to come back to. Choose to paste the code.',
      { cause },
    );
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
    close(new CodedError('sign-in-timeout', 'Nobody finished the sign-in in time. Start it again.'));
  }, options.timeoutMs);
  timer.unref();
  function end(): void {
    isOver = true;
    clearTimeout(timer);
    server.close();
  }

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const query = isOver ? null : queryOf(request, host);
    if (query === null) {
      response.writeHead(404, { 'Content-Length': 0, Connection: 'close' }).end();
      return;
    }
    const accepted = options.accept(query);
    if (accepted === null) {
      response.writeHead(400, pageHeaders).end(foreignPage);
      return;
    }
    end();
    response.writeHead(200, pageHeaders).end(receivedPage);
    resolve(accepted);
  });

  return { redirectUri: `http://${host}${callbackPath}`, answer: promise, close };
}

/** Null unless it is a GET of exactly this path and host, which prevents DNS rebinding. */
function queryOf({ method, url = '', headers }: IncomingMessage, host: string): URLSearchParams | null {
  if (method !== 'GET' || headers.host !== host) return null;
  const [path, ...rest] = url.split('?');
  return path === callbackPath ? new URLSearchParams(rest.join('?')) : null;
}
