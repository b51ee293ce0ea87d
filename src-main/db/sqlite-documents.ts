/** `Documents` in the application's database. Each key and its shape belong to one owner. */
import type { Database } from 'better-sqlite3';
import { type Documents, keyBefore, setAside } from './documents.ts';

export interface SqliteDocuments extends Documents {
  /** The keys of documents that could not be read and were set aside since the database was opened. */
  readonly setAside: ReadonlySet<string>;
}

export function sqliteDocuments(sqlite: Database): SqliteDocuments {
  const read = sqlite.prepare('SELECT value FROM document WHERE key = ?').pluck();
  const write = sqlite.prepare(
    'INSERT INTO document (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  );
  const remove = sqlite.prepare('DELETE FROM document WHERE key = ?');
  const aside = new Set<string>();
  const documents: SqliteDocuments = {
    setAside: aside,
    get: (key) => {
      const value = read.get(key) as string | undefined;
      if (value === undefined) return null;
      try {
        return JSON.parse(value);
      } catch {
        // A flipped bit: its owner continues as if there were none.
        setAside(documents, key, value);
        return null;
      }
    },
    set: (key, value) => {
      write.run(key, JSON.stringify(value));
      const before = keyBefore(key);
      if (before !== null) aside.add(before);
    },
    delete: (key) => {
      remove.run(key);
    },
  };
  return documents;
}
