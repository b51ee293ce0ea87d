/** The price of one piece in the part's material, as it is shown; null while it is not known. */
import { formatMoney } from '../../../ui/format.ts';
import type { ReadyModel } from '../files/ready-model.ts';
import type { PriceCache } from './prices.svelte.ts';

export function piecePrice(
  prices: Pick<PriceCache, 'peek'>,
  { geometry, item }: Pick<ReadyModel, 'geometry' | 'item'>,
): string | null {
  const entry = prices.peek(geometry)?.prices[String(item.materialId)];
  return entry && entry.price > 0 ? formatMoney(entry.price, entry.currency) : null;
}
