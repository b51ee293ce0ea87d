/** The sums of a quote, with the rounding of a bill. Amounts of different currencies are never added up. */
import { feeAmount } from '../api/fee.ts';
import type { QuoteDocument, QuotedPrice, QuoteLine } from '../ipc/quote-document.ts';
import { roundMoney } from '../units/money.ts';

/** From certain to uncertain. `limited`: it costs at most this. */
export const certainties = ['named', 'limited', 'estimated'] as const satisfies QuotedPrice['kind'][];
export type Certainty = (typeof certainties)[number];

export interface QuoteSum {
  readonly amount: number;
  readonly currency: string;
  /** The certainty of the least certain amount in it. */
  readonly certainty: Certainty;
}

/** The price of a piece, rounded to the currency, since estimates are not rounded. */
export const eachOf = (price: QuotedPrice): number =>
  roundMoney(price.kind === 'estimated' ? price.estimate.amount : price.each, price.currency);

/** All pieces of a line; null while its price is not known. */
export function lineSum({ price, quantity }: Pick<QuoteLine, 'price' | 'quantity'>): QuoteSum | null {
  if (price === null) return null;
  const { currency, kind } = price;
  return { amount: roundMoney(eachOf(price) * quantity, currency), currency, certainty: kind };
}

const isRefused = ({ verdict }: QuoteLine): boolean => verdict?.level === 'refused';

/** Whether an order of these parts has this one: its price is known, and it passes or somebody insists. */
export const isInTotal = (line: QuoteLine): boolean =>
  line.price !== null && (!isRefused(line) || line.verdict?.isAccepted === true);

/** The price of an order, with shipping and fee where these are known: one sum a currency. */
export function quoteSums({
  lines,
  shipping,
  fee,
}: Pick<QuoteDocument, 'lines' | 'shipping' | 'fee'>): readonly QuoteSum[] {
  const more = [shipping, fee].flatMap((one): QuoteSum[] =>
    one === null ? [] : [{ amount: one.price, currency: one.currency, certainty: 'named' }],
  );
  const sums = new Map<string, QuoteSum>();
  for (const next of [...lines.filter(isInTotal).flatMap((line) => lineSum(line) ?? []), ...more]) {
    const { currency } = next;
    const before = sums.get(currency);
    sums.set(currency, {
      amount: roundMoney((before?.amount ?? 0) + next.amount, currency),
      currency,
      certainty: worse(before?.certainty ?? 'named', next.certainty),
    });
  }
  return [...sums.values()];
}

/** The fee of an order of these parts; null if it would be several orders, one a currency. */
export function quoteFee(lines: QuoteLine[]): QuoteDocument['fee'] {
  const [parts, ...others] = quoteSums({ lines, shipping: null, fee: null });
  if (parts === undefined || others.length > 0) return null;
  return { price: feeAmount(parts.amount, parts.currency), currency: parts.currency };
}

const worse = (a: Certainty, b: Certainty): Certainty =>
  certainties.indexOf(a) > certainties.indexOf(b) ? a : b;

export const unpricedLines = ({ lines }: QuoteDocument): number =>
  lines.filter(({ price }) => price === null).length;

/** Parts that will be refused: those left out of the total therefore, and those ordered nevertheless. */
export function refusedLines({ lines }: QuoteDocument): {
  readonly leftOut: number;
  readonly accepted: number;
} {
  const refused = lines.filter(isRefused);
  const accepted = refused.filter(({ verdict }) => verdict?.isAccepted === true).length;
  return { leftOut: refused.length - accepted, accepted };
}
