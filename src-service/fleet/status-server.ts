/**
 * Shows the operator the state of this process on a listener of its own, which cannot be reached through the
 * public one: `/health` (it is alive), `/ready` (it takes calls) and `/metrics`.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Measuring } from '../store/measuring.ts';
import { measureCalls } from './metrics.ts';

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
) {
  const metrics = measureCalls(app, { measuring, isDatabaseUp });
  const whyNotReady = async (): Promise<string | null> => {
    if (isStopping()) return 'This process is stopping.';
    return (await isDatabaseUp()) ? null : 'The database does not answer.';
  };
  const answers: Readonly<Record<string, (response: ServerResponse) => Promise<void>>> = {
    '/health': async (response) => send(response, 200, 'alive\n'),
    '/ready': async (response) => {
      const why = await whyNotReady();
      send(response, why === null ? 200 : 503, `${why ?? 'ready'}\n`);
    },
    '/metrics': async (response) => send(response, 200, await metrics.metrics(), metrics.contentType),
  };
  const server = createServer((request, response) => {
    const answer = answers[request.url?.split('?')[0] ?? ''];
    if (request.method !== 'GET' && request.method !== 'HEAD') send(response, 405, 'GET only\n');
    else if (answer === undefined) send(response, 404, 'There are /health, /ready and /metrics.\n');
    else answer(response).catch(() => send(response, 500, 'failed\n'));
  });
  return {
    /** @returns its address without a slash at the end. Rejects with EADDRINUSE if the port is taken. */
    async listen(port: number, host: string): Promise<string> {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, resolve);
      });
      const { port: bound } = server.address() as AddressInfo;
      return `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
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
