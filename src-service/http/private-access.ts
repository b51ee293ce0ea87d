/**
 * Admits one application only: requests without its secret are refused before anything of them is read. A
 * browser gets in by an address with a ticket, which works once and for one page. Created by `app.ts`.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { secretHeader } from '../../src-shared/api/private-service.ts';
import { randomToken, sameSecret } from '../store/secrets.ts';

/** How long a ticket is valid, ms, and how many there may be; the oldest are dropped first. */
const ticketLife = 10 * 60_000;
const mostTickets = 1_000;

const byTicket = Symbol('came by a ticket');
type Incoming = IncomingMessage & { [byTicket]?: true };

/** Whether the application let this request in as the owner of the data folder. */
export const cameByTicket = (request: IncomingMessage): boolean => (request as Incoming)[byTicket] === true;

const refusal = JSON.stringify({
  result: 'failure',
  reason:
    'This print service belongs to the Fabdesk that started it and answers nobody else. ' +
    'Open its pages from Fabdesk, or start a service for others with npm run service.',
});

export class PrivateAccess {
  readonly #secret: string;
  readonly #clock: () => number;
  /** Path with query, and the end in epoch ms, by ticket. */
  readonly #tickets = new Map<string, { readonly path: string; readonly until: number }>();

  constructor(secret: string, clock: () => number) {
    this.#secret = secret;
    this.#clock = clock;
  }

  /** A path that shows the page once. `path`: with its query, without a host. */
  issueTicket(path: string): string {
    const ticket = randomToken(43);
    this.#tickets.set(ticket, { path, until: this.#clock() + ticketLife });
    for (const oldest of [...this.#tickets.keys()].slice(0, -mostTickets)) this.#tickets.delete(oldest);
    return `${path}${path.includes('?') ? '&' : '?'}ticket=${ticket}`;
  }

  /** Call once, after all other listeners were added. */
  guard(server: Server): void {
    const handlers = server.listeners('request') as ((
      request: IncomingMessage,
      response: ServerResponse,
    ) => void)[];
    server.removeAllListeners('request');
    server.on('request', (request, response) => {
      if (this.#isOurs(request) || this.#redeem(request))
        for (const handle of handlers) handle.call(server, request, response);
      else refuse(response);
    });
  }

  #isOurs({ headers }: IncomingMessage): boolean {
    const sent = headers[secretHeader];
    return typeof sent === 'string' && sameSecret(sent, this.#secret);
  }

  #redeem(request: Incoming): boolean {
    const [, path, ticket = ''] = ticketPattern.exec(request.url ?? '') ?? [];
    const known = this.#tickets.get(ticket);
    if (request.method !== 'GET' || known === undefined || known.path !== path) return false;
    this.#tickets.delete(ticket);
    if (this.#clock() > known.until) return false;
    request.url = path;
    request[byTicket] = true;
    // Only the ticket identifies the caller.
    request.headers.cookie = undefined;
    request.headers.authorization = undefined;
    return true;
  }
}

const ticketPattern = /^(\/.{0,2000})[?&]ticket=([A-Za-z0-9]{43})$/;

function refuse(response: ServerResponse): void {
  // The connection closes, so that the rest of a body is not read.
  response.writeHead(403, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    Connection: 'close',
  });
  response.end(refusal);
}
