/**
 * Crash points: loaded into a process before the application (`--import`), this counts every durable step of
 * the application's files and database (open, write, sync, rename, begin, commit) and of its requests (the
 * last byte), and kills the process at the one that `FABDESK_DIE_AT` names. Without it, the number of steps
 * is printed at the end.
 */
import { registerHooks } from 'node:module';

const root = new URL('../../', import.meta.url).href;
const dieAt = Number(process.env['FABDESK_DIE_AT'] ?? 0);
let passed = 0;
const labels: string[] = [];

/** Called by the wrapped modules. */
export function point(label: string): void {
  passed += 1;
  if (dieAt === 0) labels.push(label);
  else if (passed === dieAt) {
    process.stderr.write(`died at ${label}\n`);
    process.kill(process.pid, 'SIGKILL');
  }
}

const calls: Readonly<Record<string, readonly string[]>> = {
  'node:fs': ['openSync', 'writeSync', 'fsyncSync', 'renameSync', 'ftruncateSync', 'copyFileSync'],
  'node:fs/promises': ['open', 'copyFile', 'rename'],
};

/** A module that passes everything on, with a point before and after each durable step. */
const wrapped = (specifier: string, names: readonly string[]) => `
import * as real from '${specifier}?real';
import { point } from '${import.meta.url}';
export * from '${specifier}?real';
${names
  .map(
    (name) => `export function ${name}(...args) {
  point('before ${name}');
  const value = real.${name}(...args);
  if (value instanceof Promise) return value.then((done) => (point('after ${name}'), done));
  point('after ${name}');
  return value;
}`,
  )
  .join('\n')}`;

const sqlite = `
import Real from 'better-sqlite3?real';
import { point } from '${import.meta.url}';
export default class Database extends Real {
  transaction(work) {
    const inner = super.transaction((...args) => {
      const value = work(...args);
      if (!this.nested) point('before commit');
      return value;
    });
    const run = (how) => (...args) => {
      if (this.inTransaction) return how(...args);
      point('before begin');
      const value = how(...args);
      point('after commit');
      return value;
    };
    return Object.assign(run(inner), { immediate: run(inner.immediate) });
  }
}`;

/** The last byte of a request with a body. */
const http = `
import real from 'node:http?real';
import { point } from '${import.meta.url}';
export * from 'node:http?real';
export default {
  ...real,
  request(...args) {
    const outgoing = real.request(...args);
    const end = outgoing.end.bind(outgoing);
    outgoing.end = (...last) => {
      if (last.length === 0) return end();
      point('before last byte');
      end(...last);
      point('after last byte');
      return outgoing;
    };
    return outgoing;
  },
};`;

registerHooks({
  resolve(specifier, context, next) {
    // Imported by a module of ours that is not on disk, so packages cannot be resolved from it.
    if (specifier.endsWith('?real'))
      return next(specifier.slice(0, -5), { ...context, parentURL: import.meta.url });
    const mine =
      context.parentURL?.startsWith(`${root}src-main/`) &&
      (specifier in calls || specifier === 'better-sqlite3' || specifier === 'node:http');
    return mine ? { url: `points:${specifier}`, shortCircuit: true } : next(specifier, context);
  },
  load(url, context, next) {
    if (!url.startsWith('points:')) return next(url, context);
    const specifier = url.slice('points:'.length);
    const names = calls[specifier];
    const other = specifier === 'node:http' ? http : sqlite;
    return { format: 'module', source: names ? wrapped(specifier, names) : other, shortCircuit: true };
  },
});

process.on('exit', () => {
  if (dieAt === 0) process.stdout.write(`\npoints ${JSON.stringify(labels)}\n`);
});
