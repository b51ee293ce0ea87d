/**
 * The log of the standalone service: one line of JSON per event, on stderr. Only the members named below are
 * written, so no header, body, token or address can slip in.
 */
import type { FastifyBaseLogger } from 'fastify';

type Level = 'info' | 'warn' | 'error';

export function createLog(write: (line: string) => void, level: Level = 'info'): FastifyBaseLogger {
  const rank: Record<Level, number> = { info: 0, warn: 1, error: 2 };
  const log =
    (at: Level) =>
    (first: unknown, second?: unknown): void => {
      if (rank[at] < rank[level]) return;
      const message = typeof first === 'string' ? first : typeof second === 'string' ? second : '';
      const error =
        typeof first === 'object' && first !== null ? (first as { err?: unknown }).err : undefined;
      write(
        `${JSON.stringify({
          time: new Date().toISOString(),
          level: at,
          message,
          ...(error instanceof Error && { error: error.message, stack: error.stack, cause: causeOf(error) }),
        })}\n`,
      );
    };
  const nothing = (): void => undefined;
  const logger: FastifyBaseLogger = {
    level,
    info: log('info'),
    warn: log('warn'),
    error: log('error'),
    fatal: log('error'),
    debug: nothing,
    trace: nothing,
    silent: nothing,
    child: () => logger,
  };
  return logger;
}

const causeOf = (error: Error): string | undefined =>
  error.cause instanceof Error ? error.cause.stack : undefined;
