/**
 * The last prices of exactly the geometries that were asked for, for work without a connection. One document a
 * quote and a small index beside them, so that a new price does not rewrite all. Only `catalog.ts` calls it.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { PriceGeometry } from '../../src-shared/api/price.ts';
import { quoteSchema } from '../../src-shared/ipc/contract.ts';
import type { Documents } from '../db/documents.ts';

const kept = quoteSchema.omit({ source: true });
export type CachedQuote = z.infer<typeof kept>;

/** Quotes that are kept for an account; the least recently asked go first. */
export const mostKept = 100;

const indexSchema = z.array(z.string());

/** Names what was asked: exactly these measures, in these materials (none: all). */
export function questionOf(geometry: PriceGeometry, materials: readonly number[]): string {
  const { volume, area, xBoundMin, xBoundMax, yBoundMin, yBoundMax, zBoundMin, zBoundMax } = geometry;
  const measures = [volume, area, xBoundMin, xBoundMax, yBoundMin, yBoundMax, zBoundMin, zBoundMax];
  const sorted = [...new Set(materials)].sort((a, b) => a - b);
  return createHash('sha256')
    .update(JSON.stringify([measures, sorted]))
    .digest('hex')
    .slice(0, 32);
}

export class QuoteCache {
  readonly #documents: Documents;

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  read(accountId: string, question: string): CachedQuote | null {
    const parsed = kept.safeParse(this.#documents.get(quoteKey(accountId, question)));
    return parsed.success ? parsed.data : null;
  }

  write(accountId: string, question: string, quote: CachedQuote) {
    this.#documents.set(quoteKey(accountId, question), quote);
    const index = [question, ...this.#index(accountId).filter((other) => other !== question)];
    for (const old of index.splice(mostKept)) this.#documents.delete(quoteKey(accountId, old));
    this.#documents.set(indexKey(accountId), index);
  }

  forget(accountId: string) {
    for (const question of this.#index(accountId)) this.#documents.delete(quoteKey(accountId, question));
    this.#documents.delete(indexKey(accountId));
  }

  #index(accountId: string): string[] {
    const parsed = indexSchema.safeParse(this.#documents.get(indexKey(accountId)));
    return parsed.success ? parsed.data : [];
  }
}

const indexKey = (accountId: string) => `quotes/${accountId}`;
const quoteKey = (accountId: string, question: string) => `quote/${accountId}/${question}`;
