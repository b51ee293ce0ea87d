/** Changes a database as damage does, bypassing its triggers, which are restored afterwards. */
import type { Database } from 'better-sqlite3';

export function behindTheGuards(sqlite: Database, change: () => void): void {
  const triggers = sqlite
    .prepare<[], { name: string; sql: string }>("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
    .all();
  for (const { name } of triggers) sqlite.exec(`DROP TRIGGER ${name}`);
  change();
  for (const { sql } of triggers) sqlite.exec(sql);
}
