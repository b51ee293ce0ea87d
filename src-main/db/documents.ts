/**
 * Small documents stored by key: settings, workspace, accounts (never secrets), last known catalogue and
 * prices.
 */
import type { Database } from 'better-sqlite3';
import type { z } from 'zod';

export interface Documents {
  /** Parsed JSON, or null if there is none. Readers validate it with their own schema. */
  get(key: string): unknown;
  set(key: string, value: unknown): void;
  delete(key: string): void;
}

const suffix = '/unreadable';

/**
 * A document that cannot be read stays in the database under another key, so that nothing is lost. `stored`:
 * as far as it can be read; the text of the row if it is no JSON.
 */
export function setAside(documents: Pick<Documents, 'set' | 'delete'>, key: string, stored: unknown): void {
  documents.set(`${key}${suffix}`, stored);
  documents.delete(key);
}

/** The key before the document was set aside; null for any other. */
export const keyBefore = (key: string): string | null =>
  key.endsWith(suffix) ? key.slice(0, -suffix.length) : null;

/**
 * Reads a stored document. Every read is parsed, since an older version or a flipped bit may have left
 * something else. Invalid data is set aside, never overwritten silently.
 */
export function readDocument<S extends z.ZodType>(
  documents: Documents,
  key: string,
  schema: S,
  fresh: z.output<S>,
): z.output<S> {
  const stored = documents.get(key);
  if (stored === null) return fresh;
  const parsed = schema.safeParse(stored);
  if (parsed.success) return parsed.data;
  setAside(documents, key, stored);
  return fresh;
}

/** Null for a document that is missing or cannot be read. It stays as it is: the next answer replaces it. */
export const cachedDocument = <S extends z.ZodType>(
  documents: Pick<Documents, 'get'>,
  key: string,
  schema: S,
): z.output<S> | null => schema.safeParse(documents.get(key)).data ?? null;

export interface SqliteDocuments extends Documents {
  /** The keys of documents that could not be read and were set aside since the database was opened. */
  readonly setAside: ReadonlySet<string>;
}

/** `Documents` in the application's database. Each key and its shape belong to one owner. */
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
