/**
 * Shows the operator the state of this process on a listener of its own, which cannot be reached through the
 * public one: `/health` (it is alive), `/ready` (it takes calls) and `/metrics`.
 */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Measuring } from '../store/measuring.ts';
import { measureCalls } from './metrics.ts';

interface Sources {
  /** Why this process takes no calls; null if it does. */
  readonly whyNotReady: () => Promise<string | null>;
  readonly metrics: Registry;
}

/** To be called before the routes are added. */
export function openStatus(
  app: FastifyInstance,
  {
    measuring,
    isDatabaseUp,
    isStopping,
  }: {
    readonly measuring: Measuring;
    readonly isDatabaseUp: () => Promise<boolean>;
    readonly isStopping: () => boolean;
  },
): StatusServer {
  return new StatusServer({
    metrics: measureCalls(app, { measuring, isDatabaseUp }),
    whyNotReady: async () => {
      if (isStopping()) return 'This process is stopping.';
      return (await isDatabaseUp()) ? null : 'The database does not answer.';
    },
  });
}

class StatusServer {
  readonly #server: Server;

  constructor({ whyNotReady, metrics }: Sources) {
    const answers: Readonly<Record<string, (response: ServerResponse) => Promise<void>>> = {
      '/health': async (response) => send(response, 200, 'alive\n'),
      '/ready': async (response) => {
        const why = await whyNotReady();
        send(response, why === null ? 200 : 503, `${why ?? 'ready'}\n`);
      },
      '/metrics': async (response) => send(response, 200, await metrics.metrics(), metrics.contentType),
    };
    this.#server = createServer((request, response) => {
      const answer = answers[request.url?.split('?')[0] ?? ''];
      if (request.method !== 'GET' && request.method !== 'HEAD') send(response, 405, 'GET only\n');
      else if (answer === undefined) send(response, 404, 'There are /health, /ready and /metrics.\n');
      else answer(response).catch(() => send(response, 500, 'failed\n'));
    });
  }

  /** @returns its address without a slash at the end. Rejects with EADDRINUSE if the port is taken. */
  async listen(port: number, host: string): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, resolve);
    });
    const { port: bound } = this.#server.address() as AddressInfo;
    return `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function send(
  response: ServerResponse,
  status: number,
  text: string,
  type = 'text/plain; charset=utf-8',
): void {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' });
  response.end(text);
}
