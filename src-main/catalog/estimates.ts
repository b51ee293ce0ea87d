/**
 * Estimates for a part in many materials, from the cached prices of an account. Only `catalog.ts` calls it.
 */
import type { PriceGeometry } from '../../src-shared/api/price.ts';
import { estimatePrice, type KnownPrice } from '../../src-shared/estimate/estimate-price.ts';
import type { Estimates } from '../../src-shared/ipc/quote.ts';
import { roundMoney, roundMoneyUp } from '../../src-shared/units/money.ts';
import type { QuotedGeometry } from './quote-cache.ts';

/** `materials`: none means all. `fallback`: the currency if no cached price shows it. */
export function estimateFrom(
  quotes: readonly QuotedGeometry[],
  geometry: PriceGeometry,
  materials: readonly number[],
  fallback: string | null,
): Estimates {
  const newest = quotes.toSorted((a, b) => b.quotedAt - a.quotedAt);
  const named = newest.flatMap(({ prices }) => Object.values(prices).filter(({ price }) => price > 0));
  const currency = named.find(({ currency: one }) => one.length === 3)?.currency ?? fallback;
  if (currency === null) return { estimates: {}, currency };
  const ids =
    materials.length > 0 ? materials.map(String) : newest.flatMap(({ prices }) => Object.keys(prices));
  const estimates = [...new Set(ids)].flatMap((id) => {
    const known = newest.flatMap((quote): KnownPrice[] => {
      const entry = quote.prices[id];
      // Prices in another currency would have to be converted.
      if (entry?.currency !== currency) return [];
      return [{ geometry: quote.geometry, price: entry.price, quotedAt: quote.quotedAt }];
    });
    const estimate = estimatePrice(geometry, known);
    if (estimate === null) return [];
    const { amount, low, high } = estimate;
    const rounded = {
      amount: roundMoney(amount, currency),
      low: roundMoney(low, currency),
      high: roundMoneyUp(high, currency),
    };
    return [[id, { ...estimate, ...rounded }] as const];
  });
  return { estimates: Object.fromEntries(estimates), currency };
}
