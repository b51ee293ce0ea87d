/**
 * The last prices of each geometry, for work without a connection. Each quote is one document with a small
 * index beside them, so that a new price does not rewrite everything. Only `catalog.ts` calls it.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type PriceGeometry, priceGeometrySchema } from '../../src-shared/api/price.ts';
import { quoteSchema } from '../../src-shared/ipc/quote.ts';
import { cachedDocument, type Documents } from '../db/documents.ts';

const cachedSchema = quoteSchema.omit({ source: true });
export type CachedQuote = z.infer<typeof cachedSchema>;
const quotedSchema = cachedSchema.extend({
  /** The measures that the prices are for. */
  geometry: priceGeometrySchema,
});
export type QuotedGeometry = z.infer<typeof quotedSchema>;

/** Quotes cached per account; the least recently used are dropped first. */
export const maxCached = 100;

/**
 * Prices of parts, and prices only explored around them. There are many more of the latter, which must not
 * displace the former.
 */
export type Group = 'parts' | 'explored';

const indexSchema = z.array(z.string());

/** The key of a question: exactly these measures, in these materials (none: all). */
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
    return cachedDocument(this.#documents, quoteKey(accountId, question), cachedSchema);
  }

  write(accountId: string, question: string, quote: QuotedGeometry, asked: Group) {
    const parts = this.#index(accountId, 'parts');
    const explored = this.#index(accountId, 'explored');
    // A question that was asked for a part stays in that group.
    const group = parts.includes(question) ? 'parts' : asked;
    const others = (group === 'parts' ? parts : explored).filter((other) => other !== question);
    this.#documents.set(quoteKey(accountId, question), quote);
    const index = [question, ...others];
    for (const old of index.splice(maxCached)) this.#documents.delete(quoteKey(accountId, old));
    this.#documents.set(indexKey(accountId, group), index);
    if (group === 'parts' && explored.includes(question)) {
      const left = explored.filter((other) => other !== question);
      this.#documents.set(indexKey(accountId, 'explored'), left);
    }
  }

  /** All cached quotes of parts of the account, the most recently used first. */
  list(accountId: string): QuotedGeometry[] {
    return this.#index(accountId, 'parts').flatMap(
      (question) => cachedDocument(this.#documents, quoteKey(accountId, question), quotedSchema) ?? [],
    );
  }

  forget(accountId: string) {
    for (const group of ['parts', 'explored'] as const) {
      for (const question of this.#index(accountId, group))
        this.#documents.delete(quoteKey(accountId, question));
      this.#documents.delete(indexKey(accountId, group));
    }
  }

  #index(accountId: string, group: Group): string[] {
    return cachedDocument(this.#documents, indexKey(accountId, group), indexSchema) ?? [];
  }
}

const indexKey = (accountId: string, group: Group) =>
  group === 'parts' ? `quotes/${accountId}` : `explored/${accountId}`;
const quoteKey = (accountId: string, question: string) => `quote/${accountId}/${question}`;
