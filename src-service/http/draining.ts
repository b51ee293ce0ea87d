/**
 * How a process stops answering without losing a call: it says that it is not ready, so that a proxy sends it no more, then
 * answers what is running and closes each connection behind its answer.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

export interface DrainPatience {
  /** How long it still takes new calls, so that a proxy learns that it is not ready, ms. */
  readonly noticeMs: number;
  /** How long running calls may take to end, ms. */
  readonly limitMs: number;
}

export class Draining {
  #hasBegun = false;

  /** Before the routes are added. */
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
    // Without this, one client that is slow would keep the process from ending.
    const late = setTimeout(() => app.server.closeAllConnections(), limitMs);
    await app.close();
    clearTimeout(late);
  }
}
