/**
 * Documents in memory, for tests of code that stores documents. Values pass through JSON as in the database.
 */
import type { Documents } from '../../src-main/db/documents.ts';

export interface MemoryDocuments extends Documents {
  readonly kept: Map<string, string>;
}

export function memoryDocuments(): MemoryDocuments {
  const kept = new Map<string, string>();
  return {
    kept,
    get: (key) => JSON.parse(kept.get(key) ?? 'null'),
    set: (key, value) => void kept.set(key, JSON.stringify(value)),
    delete: (key) => void kept.delete(key),
  };
}
