/**
 * Compares each line of the cart with what the service says now. Pure: `checkout.svelte.ts` asks the service.
 * A higher price, and another file of a model, wait for the user's consent; a lower price is applied at once
 * and shown.
 */
import type { PriceGeometry } from '../../../src-shared/api/price.ts';
import type { CartLine } from '../../../src-shared/ipc/cart-line.ts';
import { lineOfModel, obstacleOf } from '../../../src-shared/ipc/model-line.ts';
import type { ModelView } from '../../../src-shared/ipc/model-view.ts';
import type { Quote } from '../../../src-shared/ipc/quote.ts';
import { isOpen, mostOf } from '../../../src-shared/units/money.ts';

/** The current price of a line, and the current state of its model, according to the service. */
export type Terms = { readonly unitPrice: number } & Pick<CartLine, 'currency' | 'quotedAt' | 'accountId'> &
  Partial<Pick<CartLine, 'base' | 'markup' | 'source' | 'limit' | 'estimate'>>;

export type LineCheck =
  | { readonly kind: 'asking' }
  | { readonly kind: 'same'; readonly now?: Terms }
  /** The price was open, and lies within its limit; the line already has it. */
  | { readonly kind: 'found'; readonly limit: number; readonly now: Terms }
  /**
   * The price is higher than the one that the user saw, or than the limit. Nothing is ordered until the user
   * accepts it.
   */
  | { readonly kind: 'rose'; readonly from: number; readonly now: Terms }
  /**
   * The model has another file than the one that the user chose. Nothing is ordered until the user accepts
   * it.
   */
  | { readonly kind: 'replaced'; readonly from: number; readonly version: number; readonly now: Terms }
  /** `from` is the price that the user saw; the line already has the new one. */
  | { readonly kind: 'fell'; readonly from: number; readonly now: Terms }
  /** The service no longer has a price for this part in this material. */
  | { readonly kind: 'unavailable' }
  /** The service makes no model in this material for this account: the verdict of the line says why. */
  | { readonly kind: 'blocked' }
  /** The service could not be asked now; the queue asks it before it sends. */
  | { readonly kind: 'not-checked' };

/** Results that wait for the user's consent. */
export type Asked = Extract<LineCheck, { kind: 'rose' | 'replaced' }>;

export const isAsked = (check: LineCheck | undefined): check is Asked =>
  check?.kind === 'rose' || check?.kind === 'replaced';

export interface SameGeometry {
  readonly geometry: PriceGeometry;
  readonly lines: readonly CartLine[];
}

/**
 * Groups of lines that one call to `price.quote` answers: the same geometry in any material. Models of the
 * service have prices of their own and are in no group.
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

export interface SameModel {
  readonly modelId: number;
  /** Missing: the line is older than this field. */
  readonly accountId: string | undefined;
  readonly lines: readonly CartLine[];
}

/** Groups of lines that one call to `library.show` answers: a model of an account in any material. */
export function groupByModel(lines: readonly CartLine[]): SameModel[] {
  const groups = new Map<string, SameModel>();
  for (const line of lines) {
    const { source, accountId } = line;
    if (line.geometry !== null || source === null || !('modelId' in source)) continue;
    const { modelId } = source;
    const key = JSON.stringify([modelId, accountId]);
    groups.set(key, { modelId, accountId, lines: [...(groups.get(key)?.lines ?? []), line] });
  }
  return [...groups.values()];
}

/** Compares a line with an answer. Cached prices say nothing about the current price. */
export function checkLine(line: CartLine, quote: Quote): LineCheck {
  if (quote.source === 'cached') return { kind: 'not-checked' };
  const entry = quote.prices[String(line.materialId)];
  if (!entry || entry.price <= 0) return { kind: 'unavailable' };
  const { quotedAt, accountId } = quote;
  return compare(line, { unitPrice: entry.price, currency: entry.currency, quotedAt, accountId });
}

/** Compares a line for a model with that model as it is now. */
export function checkModelLine(line: CartLine, model: ModelView, readAt: number): LineCheck {
  const { materialId, materialTitle, quantity, id, source } = line;
  const obstacle = obstacleOf(model, materialId);
  if (obstacle !== null) return { kind: obstacle === 'no-price' ? 'unavailable' : 'blocked' };
  const fresh = lineOfModel(model, { id, materialId, materialTitle, quantity, readAt });
  if (fresh === null) return { kind: 'unavailable' };
  const { currency, quotedAt, accountId, base, markup } = fresh;
  const now = { unitPrice: fresh.unitPrice, currency, quotedAt, accountId, base, markup };
  const version = source !== null && 'modelId' in source ? (source.version ?? null) : null;
  if (version !== null && version !== model.modelVersion) {
    const replaced = { ...now, source: fresh.source };
    return { kind: 'replaced', from: mostOf(line), version: model.modelVersion, now: replaced };
  }
  return compare(line, now);
}

function compare(line: CartLine, priced: Terms): LineCheck {
  const isSameCurrency = priced.currency === line.currency;
  const from = mostOf(line);
  // Once there is a price, limit and estimate are no longer needed.
  const now = isOpen(line) ? { ...priced, limit: null, estimate: null } : priced;
  if (isOpen(line) && isSameCurrency && now.unitPrice <= from) return { kind: 'found', limit: from, now };
  if (isSameCurrency && now.unitPrice === line.unitPrice) return { kind: 'same', now };
  // Prices in different currencies cannot be compared, so the new one needs consent like a rise.
  const kind = isSameCurrency && now.unitPrice < from ? 'fell' : 'rose';
  return { kind, from, now };
}

/** The line after a check: only a lower price, one within the limit, or a confirmed price changes it. */
export const applyCheck = (line: CartLine, check: LineCheck): CartLine =>
  check.kind === 'fell' || check.kind === 'found' || check.kind === 'same' ? { ...line, ...check.now } : line;

/** The line after the user accepted what the service says now. */
export const accept = (line: CartLine, check: Asked): CartLine => ({ ...line, ...check.now });
