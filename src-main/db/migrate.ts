/** Brings a database to the newest schema, one transaction per step, with a backup of its earlier state. */
import Sqlite, { type Database } from 'better-sqlite3';
import { ref } from '../../src-shared/messages/messages.ts';
import { mainError } from '../main-error.ts';

/**
 * `backUp` is called once, before the first step that changes an existing schema. Throws `database-newer`,
 * without changing anything, if a newer Fabdesk wrote the database.
 */
export function migrate(sqlite: Database, steps: readonly string[], backUp: (version: number) => void): void {
  const version = sqlite.pragma('user_version', { simple: true }) as number;
  if (version > steps.length) {
    throw mainError('database-newer', ref('errors.database.newer'));
  }
  if (version > 0 && version < steps.length) backUp(version);
  for (let step = version; step < steps.length; step++) {
    sqlite
      .transaction(() => {
        sqlite.exec(steps[step] as string);
        sqlite.pragma(`user_version = ${step + 1}`);
      })
      .immediate();
  }
}

/**
 * Whether the tables, indexes and triggers of a database are those of the migrations. Their text is stored
 * like any content, and a flipped bit in it can disable a trigger without SQLite noticing (reliability: R3).
 */
export function hasSoundSchema(sqlite: Database, steps: readonly string[]): boolean {
  const version = sqlite.pragma('user_version', { simple: true }) as number;
  // The schema of a newer Fabdesk is unknown here; `migrate` reports it. But each step changes the schema: if
  // the schema is a known one, the newer version number is a flipped bit.
  if (version > steps.length) return schemaOf(sqlite) !== expected(steps, steps.length);
  return schemaOf(sqlite) === expected(steps, version);
}

const schemaOf = (sqlite: Database): string =>
  JSON.stringify(
    sqlite.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all(),
  );

const made = new WeakMap<readonly string[], Map<number, string>>();

/** The schema after the first `version` steps. */
function expected(steps: readonly string[], version: number): string {
  const known = made.get(steps) ?? new Map<number, string>();
  made.set(steps, known);
  const before = known.get(version);
  if (before !== undefined) return before;
  const sqlite = new Sqlite(':memory:');
  try {
    migrate(sqlite, steps.slice(0, version), () => {});
    const schema = schemaOf(sqlite);
    known.set(version, schema);
    return schema;
  } finally {
    sqlite.close();
  }
}
