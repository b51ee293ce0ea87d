/**
 * Facts about the database itself: the epoch that shuts out older writers, the queue's pause, and the
 * folder's stamp.
 */
import type { Database } from 'better-sqlite3';

export type Meta = ReturnType<typeof createMeta>;

export function createMeta(sqlite: Database) {
  const read = sqlite.prepare<[string], string>('SELECT value FROM meta WHERE key = ?').pluck();
  const write = sqlite.prepare(
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  );
  const get = (key: string): string | null => read.get(key) ?? null;
  const set = (key: string, value: string): void => void write.run(key, value);
  const beginEpoch = sqlite.transaction((bootId: string) => {
    const epoch = Number(get('epoch') ?? '0') + 1;
    set('epoch', String(epoch));
    set('boot', bootId);
    return epoch;
  });
  return {
    get,
    set,
    /**
     * Begins a new epoch: from now on every write of an earlier one fails. One process holds the instance
     * lock; this stops one that lost it without noticing.
     */
    beginEpoch: (bootId: string): number => beginEpoch.immediate(bootId),
  };
}
