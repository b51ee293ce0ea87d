/**
 * Faults on request: an operator determines what goes wrong, for which calls and how often, and the HTTP
 * server applies it. Without such a rule nothing goes wrong, and a restart of the service clears all rules.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FaultRule } from '../../src-shared/api/operator.ts';
import { Fault } from '../fault.ts';

/** The rules, in memory or, for several processes, in the database (`fleet/shared-faults.ts`). */
export interface Faults {
  add(rule: FaultRule): void | Promise<void>;
  clear(): void | Promise<void>;
  list(): readonly RunningRule[] | Promise<readonly RunningRule[]>;
  readonly any: boolean;
  /** Finds the first rule of this kind that matches the call, and counts one use of it. */
  take(kind: FaultRule['kind'], method: string, url: string): FaultRule | null | Promise<FaultRule | null>;
}

export type RunningRule = FaultRule & { readonly left: number };

export const matches = (rule: FaultRule, kind: FaultRule['kind'], method: string, url: string): boolean =>
  rule.kind === kind &&
  (rule.method === undefined || rule.method === method) &&
  (rule.path === undefined || url.startsWith(rule.path));

export class OwnFaults implements Faults {
  #rules: (FaultRule & { left: number })[] = [];

  add(rule: FaultRule): void {
    this.#rules.push({ ...rule, left: rule.times });
  }

  clear(): void {
    this.#rules = [];
  }

  list(): readonly RunningRule[] {
    return this.#rules;
  }

  get any(): boolean {
    return this.#rules.length > 0;
  }

  take(kind: FaultRule['kind'], method: string, url: string): FaultRule | null {
    const rule = this.#rules.find((candidate) => matches(candidate, kind, method, url));
    if (!rule) return null;
    if (--rule.left <= 0) this.#rules = this.#rules.filter((other) => other !== rule);
    return rule;
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Adds the faults to the server, after authentication. `expire` expires a token permanently. */
export function injectFaults(
  app: FastifyInstance,
  faults: Faults,
  expire: (request: FastifyRequest) => Promise<never>,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!faults.any) done();
    else before(request, reply).then((go) => go && done(), done);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!faults.any) done(null, payload);
    else afterwards(request, reply, payload).then((changed) => done(null, changed), done);
  });

  /** False if the connection was broken and the request must not continue. */
  async function before(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const take = (kind: FaultRule['kind']) => faults.take(kind, request.method, request.url);
    if (await take('expired-token')) await expire(request);
    if (await take('drop-before')) {
      reply.hijack();
      request.raw.socket.destroy();
      return false;
    }
    const early = await take('status-before');
    if (early) throw rehearsed(early.status);
    const slow = await take('slow-upload');
    if (slow) await pause(slow.delayMs);
    return true;
  }

  async function afterwards(
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
  ): Promise<unknown> {
    const take = (kind: FaultRule['kind']) => faults.take(kind, request.method, request.url);
    const slow = await take('slow-answer');
    if (slow) await pause(slow.delayMs);
    if (await take('drop-after')) request.raw.socket.destroy();
    if (await take('truncated-body')) truncate(reply);
    const late = await take('status-after');
    if (!late) return payload;
    reply.status(late.status);
    reply.type('application/json; charset=utf-8');
    const body = JSON.stringify({ result: 'failure', reason: rehearsed(late.status).message });
    reply.header('Content-Length', Buffer.byteLength(body));
    return body;
  }
}

const rehearsed = (status: number): Fault =>
  new Fault(status, 'rehearsed', `This failure (${status}) was asked for by the operator of the service.`);

/** Sends half of the announced bytes, then breaks the connection. */
function truncate(reply: FastifyReply): void {
  const { raw } = reply;
  raw.end = ((chunk?: string | Buffer) => {
    const bytes = Buffer.from(chunk ?? '');
    raw.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => raw.socket?.destroy());
    return raw;
  }) as typeof raw.end;
}
