/**
 * `--max-price`: what a piece may cost at most, as AMOUNT for every part, or MATERIAL=AMOUNT for the parts in
 * a material. The currency may follow the amount (12.50EUR); without one, it is that of the account.
 */
import type { Material } from '../../../../src-shared/api/materials.ts';
import type { Money } from '../../../../src-shared/messages/message.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { mainError } from '../../../main-error.ts';
import { findMaterial } from './materials.ts';
import { parseAmount, usageError } from './options.ts';

export interface PriceLimit {
  /** Id or title as typed; null: for every part. */
  readonly material: string | null;
  /** A piece, before fee, shipping and tax. */
  readonly amount: number;
  /** Null: that of the account. */
  readonly currency: string | null;
}

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Throws `usage`. */
export function parseMaxPrice(text: string): PriceLimit {
  const sign = text.lastIndexOf('=');
  const material = sign < 0 ? null : text.slice(0, sign).trim();
  const [, number = '', code] = /^(.*?)([A-Za-z]{3})?$/.exec(text.slice(sign + 1).trim()) ?? [];
  const currency = code?.toUpperCase() ?? null;
  const amount = parseAmount(number);
  if (amount > 0 && material !== '' && (currency === null || currencies.has(currency)))
    return { material, amount, currency };
  throw usageError(ref('cli.maxPrice.wrong', { text }));
}

/**
 * The limit of each material of the order: its own, or that of every part. Throws `usage` where two limits
 * say something about the same parts, or one about none.
 */
export function limitsOf(
  limits: readonly PriceLimit[],
  wanted: readonly Material[],
  known: readonly Material[],
): (material: Material) => PriceLimit | null {
  const byId = new Map<number | null, PriceLimit>();
  for (const limit of limits) {
    const named = limit.material === null ? null : findMaterial(limit.material, known);
    if (named !== null && !wanted.some(({ materialId }) => materialId === named.materialId))
      throw usageError(ref('cli.maxPrice.noPart', { material: named.title }));
    const key = named?.materialId ?? null;
    if (byId.has(key)) throw usageError(ref('cli.maxPrice.twice'));
    byId.set(key, limit);
  }
  return ({ materialId }) => byId.get(materialId) ?? byId.get(null) ?? null;
}

/** Throws `over-limit` for a price above the limit, and `mixed-currencies` if the two cannot be compared. */
export function requireBelow(
  limit: PriceLimit | null,
  price: Money,
  line: { file: string; material: string },
) {
  if (limit === null) return;
  const most = { amount: limit.amount, currency: limit.currency ?? price.currency };
  if (most.currency !== price.currency)
    throw mainError('mixed-currencies', ref('cli.maxPrice.currency', { ...line, price, limit: most }));
  // Half a cent: rounding of binary fractions is no rise.
  if (price.amount > most.amount + 0.005)
    throw mainError('over-limit', ref('cli.maxPrice.above', { ...line, price, limit: most }));
}
