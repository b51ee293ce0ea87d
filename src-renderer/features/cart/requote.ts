/**
 * Compares each line of the cart with a fresh price. Pure: `checkout.svelte.ts` asks the service.
 * A rise waits for the user's consent; a fall is applied at once and shown.
 */
import type { PriceGeometry } from '../../../src-shared/api/price.ts';
import type { CartLine, Quote } from '../../../src-shared/ipc/contract.ts';

export type LineCheck =
  | { readonly kind: 'asking' }
  | { readonly kind: 'same' }
  /** The price is higher than the one that the user saw. Nothing is ordered until the user accepts it. */
  | {
      readonly kind: 'rose';
      readonly from: number;
      readonly to: number;
      readonly currency: string;
      readonly quotedAt: number;
      readonly accountId?: string | undefined;
    }
  /** `from` is the price that the user saw; the line already has the new one. */
  | { readonly kind: 'fell'; readonly from: number; readonly to: number }
  /** The service no longer has a price for this part in this material. */
  | { readonly kind: 'unavailable' }
  /** The service could not be asked now; the queue asks before it sends. */
  | { readonly kind: 'not-checked' };

export interface SameGeometry {
  readonly geometry: PriceGeometry;
  readonly lines: readonly CartLine[];
}

/**
 * Groups of lines that one call to `price.quote` answers: the same geometry in any material. Models of the service have
 * a price of their own and are in none.
 */
export function groupByGeometry(lines: readonly CartLine[]): SameGeometry[] {
  const groups = new Map<string, SameGeometry>();
  for (const line of lines) {
    const { geometry } = line;
    if (geometry === null) continue;
    const key = JSON.stringify(geometry);
    groups.set(key, { geometry, lines: [...(groups.get(key)?.lines ?? []), line] });
  }
  return [...groups.values()];
}

/** Compares a line with an answer. Cached prices say nothing about the current price. */
export function checkLine(line: CartLine, quote: Quote): LineCheck {
  if (quote.source === 'cached') return { kind: 'not-checked' };
  const entry = quote.prices[String(line.materialId)];
  if (!entry || entry.price <= 0) return { kind: 'unavailable' };
  if (entry.currency === line.currency && entry.price === line.unitPrice) return { kind: 'same' };
  if (entry.currency === line.currency && entry.price < line.unitPrice) {
    return { kind: 'fell', from: line.unitPrice, to: entry.price };
  }
  // Prices in different currencies cannot be compared, so the new one needs consent like a rise.
  return {
    kind: 'rose',
    from: line.unitPrice,
    to: entry.price,
    currency: entry.currency,
    quotedAt: quote.quotedAt,
    accountId: quote.accountId,
  };
}

/** The line after a check: only a fall or a confirmed price changes it. */
export function applyCheck(
  line: CartLine,
  check: LineCheck,
  { quotedAt, accountId }: Pick<Quote, 'quotedAt' | 'accountId'>,
): CartLine {
  if (check.kind === 'fell') return { ...line, unitPrice: check.to, quotedAt, accountId };
  if (check.kind === 'same') return { ...line, quotedAt, accountId };
  return line;
}

/** The line after the user accepted a rise. */
export function acceptRise(line: CartLine, check: Extract<LineCheck, { kind: 'rose' }>): CartLine {
  const { to: unitPrice, currency, quotedAt, accountId } = check;
  return { ...line, unitPrice, currency, quotedAt, accountId };
}
