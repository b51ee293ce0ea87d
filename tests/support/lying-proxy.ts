/**
 * Stands between a client and the service, counts every write whose last byte arrived, and imitates a bad
 * network: it answers late, or not at all after the service has acted, or not at all before the service could
 * act.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { passOn } from './pass-on.ts';

export interface SeenWrite {
  readonly path: string;
  readonly body: string;
  /** Whether it was passed on to the service. */
  passedOn: boolean;
}

export type Lie = 'none' | 'drop-request' | 'drop-answer';

export interface ProxyOptions {
  readonly target: string;
  /** Called for every complete write. */
  readonly lie: () => Lie;
  /** What counts as a write, and may be faulty; by default uploads and orders. */
  readonly isWrite?: (method: string, path: string) => boolean;
  /** Ms before a request is passed on; called for every one. */
  readonly delay: () => number;
}

export class LyingProxy {
  /** Complete writes in the order of their last bytes. */
  readonly writes: SeenWrite[] = [];
  isHonest = false;
  readonly #options: ProxyOptions;
  readonly #server: http.Server;

  constructor(options: ProxyOptions) {
    this.#options = options;
    this.#server = http.createServer((request, response) => {
      void this.#handle(request, response).catch(() => request.socket.destroy());
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
    const slices: Buffer[] = [];
    // Throws if the sender dies before the last byte; then it was no complete write.
    for await (const slice of request) slices.push(slice as Buffer);
    const body = Buffer.concat(slices);
    const path = request.url ?? '';
    const isWrite = (this.#options.isWrite ?? isUploadOrOrder)(request.method ?? '', path);
    const seen: SeenWrite = { path, body: body.toString(), passedOn: false };
    if (isWrite) this.writes.push(seen);
    const lie = isWrite && !this.isHonest ? this.#options.lie() : 'none';
    if (!this.isHonest) await pause(this.#options.delay());
    if (lie === 'drop-request') return void request.socket.destroy();
    seen.passedOn = true;
    const answer = await passOn(request, body, this.#options.target);
    if (lie === 'drop-answer') return void request.socket.destroy();
    if (!this.isHonest) await pause(this.#options.delay());
    response.writeHead(answer.status, answer.headers).end(answer.body);
  }
}

const isUploadOrOrder = (method: string, path: string) =>
  method === 'POST' && (path === '/models/v1' || path === '/orders/v1');

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
