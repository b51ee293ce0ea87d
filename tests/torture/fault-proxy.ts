/**
 * Stands between the application and the real service. Counts every write whose last byte arrived, fails as
 * bad networks do, and shows the service's own (moved) clock in `Date`.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { passOn } from '../support/pass-on.ts';

export const lies = [
  'none',
  /** The connection ends before anything is read. */
  'refuse',
  /** Complete, and not passed on. */
  'drop-request',
  /** Passed on; the answer is thrown away. */
  'drop-answer',
  /** The sender is cut off; the request goes on seconds later. */
  'late',
  /** Half of the answer. */
  'truncate',
  /** An answer that is no JSON. */
  'garble',
  '502-before',
  '502-after',
  /** A page of a third party. */
  'portal',
] as const;
export type Lie = (typeof lies)[number];

export interface SeenWrite {
  readonly path: string;
  /** Last name of an order, title of a model. */
  readonly name: string;
  readonly lie: Lie;
}

export interface FaultProxyOptions {
  readonly target: string;
  readonly lie: (isWrite: boolean) => Lie;
  /** ms before a request goes on. */
  readonly delay: () => number;
  /** ms by which the service's clock is ahead. */
  readonly ahead: () => number;
}

export class FaultProxy {
  readonly writes: SeenWrite[] = [];
  isHonest = false;
  /** Requests that are still on their way after their sender was cut off. */
  pending = 0;
  readonly #options: FaultProxyOptions;
  readonly #server: http.Server;

  constructor(options: FaultProxyOptions) {
    this.#options = options;
    this.#server = http.createServer((request, response) => {
      this.#handle(request, response).catch(() => request.socket.destroy());
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const isWrite = request.method === 'POST' && (path === '/models/v1' || path === '/orders/v1');
    const lie = this.isHonest || path.startsWith('/oauth2') ? 'none' : this.#options.lie(isWrite);
    if (lie === 'refuse') return void request.socket.destroy();
    const slices: Buffer[] = [];
    // Throws if the sender dies before the last byte; then it was no complete request.
    for await (const slice of request) slices.push(slice as Buffer);
    const body = Buffer.concat(slices);
    if (isWrite) this.writes.push({ path, name: nameIn(body), lie });
    if (!this.isHonest) await pause(this.#options.delay());
    if (lie === 'drop-request') return void request.socket.destroy();
    if (lie === '502-before') return void response.writeHead(502).end('<h1>Bad gateway</h1>');
    if (lie === 'portal')
      return void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Sign in to Wi-Fi</h1>');
    if (lie === 'late') {
      request.socket.destroy();
      this.pending += 1;
      await pause(500 + this.#options.delay() * 40);
    }
    const answer = await passOn(request, body, this.#options.target).finally(() => {
      if (lie === 'late') this.pending -= 1;
    });
    const date = new Date(Date.now() + this.#options.ahead()).toUTCString();
    const headers = { ...answer.headers, date };
    switch (lie) {
      case 'late':
        return;
      case 'drop-answer':
        return void request.socket.destroy();
      case '502-after':
        return void response.writeHead(502).end('<h1>Bad gateway</h1>');
      case 'garble':
        return void response
          .writeHead(answer.status, { 'Content-Type': 'application/json' })
          .end(answer.body.subarray(3));
      case 'truncate':
        response
          .writeHead(answer.status, headers)
          .write(answer.body.subarray(0, answer.body.length >> 1), () => request.socket.destroy());
        return;
      default:
        response.writeHead(answer.status, headers).end(answer.body);
    }
  }
}

function nameIn(body: Buffer): string {
  const sent = JSON.parse(body.toString()) as { lastName?: string; title?: string };
  return sent.lastName ?? sent.title ?? '';
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
