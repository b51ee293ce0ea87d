/** Ways in which one request that costs something fails, and whether the service executes it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PassedOn } from '../../tests/support/pass-on.ts';

export interface Failing {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Sends the request on to the service and returns its answer. */
  pass(): Promise<PassedOn>;
}

export interface Fault {
  readonly name: string;
  /** Whether the service executes the request. */
  readonly arrives: boolean;
  /** No connection is accepted for so many ms, from just before the request. */
  readonly refuses?: number;
  happen(failing: Failing): Promise<void> | void;
}

const page = '<!doctype html><title>Sign in to Wi-Fi</title><h1>Sign in to Wi-Fi</h1>';
const html = { 'Content-Type': 'text/html' };
const json = { 'Content-Type': 'application/json' };

export const faults: readonly Fault[] = [
  { name: 'none', arrives: true, happen: answer },
  { name: 'connection refused for 20 s', arrives: false, refuses: 20_000, happen: answer },
  { name: 'connection reset before the service', arrives: false, happen: cut },
  {
    name: '503, an error page of a proxy',
    arrives: false,
    happen: ({ response }) => void response.writeHead(503, html).end('<h1>Service unavailable</h1>'),
  },
  {
    name: '502, an error page of a proxy',
    arrives: false,
    happen: ({ response }) => void response.writeHead(502, html).end('<h1>Bad gateway</h1>'),
  },
  {
    name: '403 of a gateway, with JSON',
    arrives: false,
    happen: ({ response }) => void response.writeHead(403, json).end('{"error":"Forbidden"}'),
  },
  {
    name: '200, the page of a hotel',
    arrives: false,
    happen: ({ response }) => void response.writeHead(200, html).end(page),
  },
  { name: 'no answer, connection stays open', arrives: false, happen: () => {} },
  {
    name: 'connection reset after the service',
    arrives: true,
    async happen(failing) {
      await failing.pass();
      cut(failing);
    },
  },
  {
    name: '500 after the service',
    arrives: true,
    async happen({ pass, response }) {
      await pass();
      response.writeHead(500, html).end('<h1>Internal server error</h1>');
    },
  },
  {
    name: 'half of the answer',
    arrives: true,
    async happen({ pass, request, response }) {
      const { status, headers, body } = await pass();
      response
        .writeHead(status, headers)
        .write(body.subarray(0, body.length >> 1), () => request.socket.destroy());
    },
  },
  {
    name: 'no answer after the service, connection stays open',
    arrives: true,
    async happen({ pass }) {
      await pass();
    },
  },
  {
    name: 'reset, and executed 20 s later',
    arrives: true,
    async happen(failing) {
      cut(failing);
      await new Promise((resolve) => setTimeout(resolve, 20_000));
      await failing.pass();
    },
  },
];

function cut({ request }: Pick<Failing, 'request'>): void {
  request.socket.destroy();
}

async function answer({ pass, response }: Failing): Promise<void> {
  const { status, headers, body } = await pass();
  response.writeHead(status, headers).end(body);
}
