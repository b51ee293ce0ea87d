/**
 * Stands between an application and the service. The first request to one path fails; everything else passes.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { passOn } from '../../tests/support/pass-on.ts';
import type { Fault } from './faults.ts';

export class FailingProxy {
  /** When the last byte of the failing request was read, ms; null before. */
  failedAt: number | null = null;
  readonly #server: http.Server;

  constructor(target: string, path: string, fault: Fault) {
    const handle = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
      const slices: Buffer[] = [];
      for await (const slice of request) slices.push(slice as Buffer);
      const pass = () => passOn(request, Buffer.concat(slices), target);
      if (this.failedAt === null && request.method === 'POST' && request.url === path) {
        this.failedAt = Date.now();
        return fault.happen({ request, response, pass });
      }
      const { status, headers, body } = await pass();
      response.writeHead(status, headers).end(body);
    };
    this.#server = http.createServer((request, response) => {
      handle(request, response).catch(() => request.socket.destroy());
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
}
