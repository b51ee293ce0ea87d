/**
 * Stops a process without losing a call: it reports that it is not ready, so that a proxy sends it no more
 * calls, then answers the running calls and closes each connection after its answer.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

export interface DrainPatience {
  /** How long the process still takes new calls, so that a proxy notices that it is not ready, ms. */
  readonly noticeMs: number;
  /** How long running calls may take to end, ms. */
  readonly limitMs: number;
}

export class Draining {
  #hasBegun = false;

  /** To be created before the routes are added. */
  constructor(app: FastifyInstance) {
    app.addHook('onSend', (_request, reply, payload, done) => {
      if (this.#hasBegun) reply.header('Connection', 'close');
      done(null, payload);
    });
  }

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  async close(app: FastifyInstance, { noticeMs, limitMs }: DrainPatience): Promise<void> {
    this.#hasBegun = true;
    if (noticeMs > 0) await sleep(noticeMs);
    // Otherwise a single slow client would keep the process from ending.
    const late = setTimeout(() => app.server.closeAllConnections(), limitMs);
    await app.close();
    clearTimeout(late);
  }
}
