/** The words of a quote about its amounts, for the document and for the dialog that saves it. */
import type { QuoteDocument, QuotedPrice, QuoteLine } from '../ipc/quote-document.ts';
import type { Messages } from '../messages/messages.ts';
import { eachOf, isInTotal, type QuoteSum, quoteSums, refusedLines, unpricedLines } from './quote-sums.ts';

/** An amount that is not certain says so. */
export function sumText({ amount, currency, certainty }: QuoteSum, { t, format }: Messages): string {
  const money = { amount, currency };
  if (certainty === 'named') return format.money(money);
  return certainty === 'limited'
    ? t('ui.costsAtMost', { amount: money })
    : t('quote.about', { amount: money });
}

/** With its folder, or the beginning of its SHA-256, where the quote has another part of that name. */
export function partName({ name, source }: QuoteLine, { lines }: QuoteDocument): string {
  const alike = lines.filter((line) => line.name === name && line.source?.sha256 !== source?.sha256);
  if (!source || alike.length === 0) return name;
  const hasOwnPath = alike.every((line) => line.source?.path !== source.path);
  return hasOwnPath ? source.path : `${name} (${source.sha256.slice(0, 8)})`;
}

/** How the part differs in size or shape from its file. */
export const partChanges = ({ source }: QuoteLine, { t, say }: Messages): string[] =>
  source === undefined
    ? []
    : [
        ...(source.scale === 1 ? [] : [t('quote.scaled', { scale: source.scale, unit: source.unit ?? '?' })]),
        ...(source.changes ?? []).map((change) => say(change) ?? change.key),
      ];

/** The price of a piece, without its uncertainty: `priceNote` says that. */
export const eachText = (price: QuotedPrice, { format }: Messages): string =>
  format.money({ amount: eachOf(price), currency: price.currency });

/** Why the service named no such price for this quote; null if it did. @param madeAt epoch ms */
export function priceNote(price: QuotedPrice, madeAt: number, { t }: Messages): string | null {
  const { currency } = price;
  if (price.kind === 'limited') return t('quote.limited');
  if (price.kind === 'named')
    return price.isLast ? t('quote.lastKnown', { age: Math.max(0, madeAt - price.quotedAt) }) : null;
  const { low, high, parts } = price.estimate;
  return t('quote.estimated', {
    count: parts,
    low: { amount: low, currency },
    high: { amount: high, currency },
  });
}

/** The time of the oldest price that the service named for this quote, epoch ms; null if it named none. */
export function pricesAsOf({ lines }: QuoteDocument): number | null {
  const times = lines.flatMap(({ price }) =>
    price?.kind === 'named' && !price.isLast ? [price.quotedAt] : [],
  );
  return times.length === 0 ? null : Math.min(...times);
}

/** Says how many parts are in the total, if not all of them are. */
export function totalLabel({ lines, shipping, fee }: QuoteDocument, { t }: Messages): string {
  const count = lines.filter(isInTotal).length;
  const before = fee === null ? 'beforeFee' : shipping === null ? 'beforeShipping' : 'beforeTax';
  if (count === lines.length) return t(`quote.total.${before}`);
  return t(`quote.totalSome.${before}`, { count, of: lines.length });
}

/** All sums, one a currency. */
export function allSums(document: QuoteDocument, messages: Messages): string {
  const sums = quoteSums(document).map((sum) => sumText(sum, messages));
  if (sums.length > 0) return sums.join(' + ');
  return unpricedLines(document) > 0 ? messages.t('ui.notKnownYet') : '–';
}

/** Says how much the person and the customer pay. @param own the quote of the person's costs */
export const customerPays = (own: QuoteDocument, offered: QuoteDocument, messages: Messages): string =>
  messages.t('quote.forCustomer.cost', {
    cost: allSums(own, messages),
    price: allSums(offered, messages),
  });

/** Notes on what the total leaves open. */
export function totalNotes(document: QuoteDocument, currencies: number, { t }: Messages): string[] {
  const [unpriced, refused] = [unpricedLines(document), refusedLines(document)];
  return [
    ...(unpriced > 0 ? [t('quote.unpriced', { count: unpriced })] : []),
    ...(refused.leftOut > 0 ? [t('quote.refusedLeftOut', { count: refused.leftOut })] : []),
    ...(refused.accepted > 0 ? [t('quote.refused', { count: refused.accepted })] : []),
    ...(currencies > 1 ? [t('quote.currencies')] : []),
  ];
}
