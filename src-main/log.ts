/**
 * The application's log: JSON lines in the data folder, two files of 2 MB at most. The log may be sent
 * to support, so credentials are masked whatever the caller passes.
 */
import { appendFileSync, chmodSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { renameFileSync } from './file-system/rename-and-remove.ts';

export interface Log {
  info(what: string): void;
  /** `thrown` is written with its causes and stacks. */
  error(what: string, thrown: unknown): void;
}

const maxBytes = 2 * 1024 * 1024;

const current = 'fabdesk.log';
const rotatedOf = (name: string) => `${name}.1`;
/** Their names, the older one first. */
export const logFiles = [rotatedOf(current), current] as const;

/** Credentials in the forms of addresses, headers, forms and JSON. */
export const redact = (line: string): string =>
  line
    .replace(/(:\/\/)[^/\s@"]+@/g, '$1***@')
    .replace(/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 ***')
    .replace(
      /((?:access_token|refresh_token|client_secret|token|password|secret|oauth_signature|oauth_verifier)\\*["']?\s*[=:]\s*\\*["']?)[^"'&\s,}\\]+/gi,
      '$1***',
    );

export function openLog(dataDir: string, name = current): Log {
  const folder = join(dataDir, 'logs');
  const file = join(folder, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });

  const write = (entry: Record<string, unknown>) => {
    const line = redact(JSON.stringify({ at: new Date().toISOString(), ...entry }));
    try {
      if (sizeOf(file) > maxBytes) renameFileSync(file, join(folder, rotatedOf(name)));
      appendFileSync(file, `${line}\n`, { mode: 0o600 });
    } catch {
      // A log that cannot be written (disk full) must not stop the work.
    }
  };
  try {
    chmodSync(file, 0o600);
  } catch {
    // No log file exists yet.
  }
  return {
    info: (what) => write({ level: 'info', what }),
    error: (what, thrown) => write({ level: 'error', what, ...describe(thrown) }),
  };
}

function describe(thrown: unknown): Record<string, unknown> {
  if (!(thrown instanceof Error)) return { thrown: String(thrown) };
  const { code } = thrown as { code?: unknown };
  return {
    ...(typeof code === 'string' ? { code } : {}),
    stack: thrown.stack,
    ...(thrown.cause === undefined ? {} : { cause: describe(thrown.cause) }),
  };
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
