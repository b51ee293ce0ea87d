/**
 * What asking the prices again says about each line of the cart. Pure: `checkout.svelte.ts` asks and shows.
 * A rise waits for the user's word; a fall is taken at once and told.
 */
import type { CartLine, Quote } from '../../../src-shared/ipc/contract.ts';

export type LineCheck =
  | { readonly kind: 'asking' }
  | { readonly kind: 'same' }
  /** The service wants more than the user saw. Nothing is ordered before the user accepts it. */
  | {
      readonly kind: 'rose';
      readonly from: number;
      readonly to: number;
      readonly currency: string;
      readonly quotedAt: number;
    }
  /** `from` is what was seen; the line carries the new price already. */
  | { readonly kind: 'fell'; readonly from: number; readonly to: number }
  /** The service gives no price for this part in this material any more. */
  | { readonly kind: 'unavailable' }
  /** It could not be asked now; the queue asks before it sends. */
  | { readonly kind: 'not-checked' };

/** Lines that one call to `price.quote` answers: the same geometry, whatever the material. */
export function groupByGeometry(lines: readonly CartLine[]): CartLine[][] {
  const groups = new Map<string, CartLine[]>();
  for (const line of lines) {
    const key = JSON.stringify(line.geometry);
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups.values()];
}

/** Compares a line with a fresh answer. Prices kept from earlier prove nothing about now. */
export function checkLine(line: CartLine, quote: Quote): LineCheck {
  if (quote.source === 'cached') return { kind: 'not-checked' };
  const entry = quote.prices[String(line.materialId)];
  if (!entry || entry.price <= 0) return { kind: 'unavailable' };
  if (entry.currency === line.currency && entry.price === line.unitPrice) return { kind: 'same' };
  if (entry.currency === line.currency && entry.price < line.unitPrice) {
    return { kind: 'fell', from: line.unitPrice, to: entry.price };
  }
  // Another currency cannot be compared, so it needs the user's word like a rise.
  return {
    kind: 'rose',
    from: line.unitPrice,
    to: entry.price,
    currency: entry.currency,
    quotedAt: quote.quotedAt,
  };
}

/** The line as it is after a check: only a fall and a confirmation of the same price touch it. */
export function applyCheck(line: CartLine, check: LineCheck, quotedAt: number): CartLine {
  if (check.kind === 'fell') return { ...line, unitPrice: check.to, quotedAt };
  if (check.kind === 'same') return { ...line, quotedAt };
  return line;
}

/** The line after the user accepted a rise. */
export function acceptRise(line: CartLine, check: Extract<LineCheck, { kind: 'rose' }>): CartLine {
  return { ...line, unitPrice: check.to, currency: check.currency, quotedAt: check.quotedAt };
}
