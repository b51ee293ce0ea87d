/**
 * Stands between an application and the service. Once it is armed, the first request to one path fails, or no
 * connection is accepted from just before it. Everything else passes.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { passOn } from '../../tests/support/pass-on.ts';
import type { Fault } from './faults.ts';

export class FailingProxy {
  /**
   * When the last byte of the failing request was read, or connections began to be refused, ms; null before.
   */
  failedAt: number | null = null;
  isArmed = false;
  readonly #server: http.Server;

  constructor(target: string, path: string, fault: Fault) {
    const handle = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
      const slices: Buffer[] = [];
      for await (const slice of request) slices.push(slice as Buffer);
      const pass = () => passOn(request, Buffer.concat(slices), target);
      const isFirst = this.isArmed && this.failedAt === null;
      // The list of orders is the last that is read before an order.
      const isRefused = isFirst && fault.refuses !== undefined && request.url?.startsWith('/orders/v1');
      if (isRefused || (isFirst && request.method === 'POST' && request.url === path)) {
        this.failedAt = Date.now();
        if (!isRefused) return fault.happen({ request, response, pass });
      }
      const { status, headers, body } = await pass();
      response.writeHead(status, headers).end(body, () => isRefused && this.#refuse(fault.refuses ?? 0));
    };
    this.#server = http.createServer((request, response) => {
      handle(request, response).catch(() => request.socket.destroy());
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  #refuse(ms: number): void {
    const { port } = this.#server.address() as AddressInfo;
    this.#server.close(() => setTimeout(() => this.#server.listen(port, '127.0.0.1'), ms));
    this.#server.closeAllConnections();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
