/**
 * The log of the standalone service: one line of JSON per event, on stderr. Only the members named below are
 * written, so no header, body, token or address can slip in.
 */
import type { FastifyBaseLogger } from 'fastify';

/** Tells the operator of the service what happens, and why. */
export type Say = (level: 'info' | 'error', sentence: string, cause?: unknown) => void;

type Level = 'info' | 'warn' | 'error';
type Bindings = Parameters<FastifyBaseLogger['child']>[0];

const rank: Readonly<Record<Level, number>> = { info: 0, warn: 1, error: 2 };

export function createLog(write: (line: string) => void, level: Level = 'info'): FastifyBaseLogger {
  return new Log(write, level, undefined);
}

/** Fastify makes one for each request, so it holds little. */
class Log implements FastifyBaseLogger {
  readonly level: Level;
  readonly #write: (line: string) => void;
  /** The id of the request that it is about. */
  readonly #request: string | undefined;

  constructor(write: (line: string) => void, level: Level, request: string | undefined) {
    this.#write = write;
    this.level = level;
    this.#request = request;
  }

  child({ reqId }: Bindings): FastifyBaseLogger {
    return new Log(this.#write, this.level, typeof reqId === 'string' ? reqId : this.#request);
  }

  info(first: unknown, second?: unknown): void {
    this.#say('info', first, second);
  }

  warn(first: unknown, second?: unknown): void {
    this.#say('warn', first, second);
  }

  error(first: unknown, second?: unknown): void {
    this.#say('error', first, second);
  }

  fatal(first: unknown, second?: unknown): void {
    this.#say('error', first, second);
  }

  debug(): void {}
  trace(): void {}
  silent(): void {}

  #say(at: Level, first: unknown, second: unknown): void {
    if (rank[at] < rank[this.level]) return;
    const message = typeof first === 'string' ? first : typeof second === 'string' ? second : '';
    const { err, call } = (typeof first === 'object' && first !== null ? first : {}) as {
      err?: unknown;
      call?: unknown;
    };
    this.#write(
      `${JSON.stringify({
        time: new Date().toISOString(),
        level: at,
        message,
        request: this.#request,
        ...callOf(call),
        ...(err instanceof Error && { error: err.message, stack: err.stack, cause: causeOf(err) }),
      })}\n`,
    );
  }
}

/** The members that `http/request-log.ts` logs. */
function callOf(call: unknown): Record<string, unknown> {
  if (typeof call !== 'object' || call === null) return {};
  const { method, route, status, ms } = call as Record<string, unknown>;
  return { method, route, status, ms };
}

const causeOf = (error: Error): string | undefined =>
  error.cause instanceof Error ? error.cause.stack : undefined;
