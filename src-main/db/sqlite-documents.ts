/** `Documents` in the application's database. Each key and its shape belong to one owner. */
import type { Database } from 'better-sqlite3';
import type { Documents } from './documents.ts';

export function sqliteDocuments(sqlite: Database): Documents {
  const read = sqlite.prepare('SELECT value FROM document WHERE key = ?').pluck();
  const write = sqlite.prepare(
    'INSERT INTO document (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  );
  const remove = sqlite.prepare('DELETE FROM document WHERE key = ?');
  return {
    get: (key) => {
      const value = read.get(key) as string | undefined;
      return value === undefined ? null : parsed(value);
    },
    set: (key, value) => {
      write.run(key, JSON.stringify(value));
    },
    delete: (key) => {
      remove.run(key);
    },
  };
}

/** A flipped bit may have made it unreadable; its owner then uses defaults, as if it were missing. */
function parsed(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}
