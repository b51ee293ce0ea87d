/**
 * Turns a quote of one's own costs into one for a customer. All amounts rise by one share, so the document
 * does not tell what the service charges.
 */
import type { QuoteDocument, QuotedPrice, QuoteOffer, QuoteSender } from '../ipc/quote-document.ts';
import { roundMoney } from '../units/money.ts';

/** @param markup 0.2 adds 20 percent */
export function quoteForCustomer(
  document: QuoteDocument,
  offer: QuoteOffer,
  markup: number,
  sender: QuoteSender | undefined,
): QuoteDocument {
  const raise = (amount: number, currency: string) => roundMoney(amount * (1 + markup), currency);
  const raiseCost = (cost: QuoteDocument['fee']) =>
    cost && { ...cost, price: raise(cost.price, cost.currency) };
  const raisePrice = (price: QuotedPrice): QuotedPrice => {
    if (price.kind !== 'estimated') return { ...price, each: raise(price.each, price.currency) };
    const { amount, low, high, ...estimate } = price.estimate;
    const raised = { amount: raise(amount, price.currency), low: raise(low, price.currency) };
    return { ...price, estimate: { ...estimate, ...raised, high: raise(high, price.currency) } };
  };
  // Tax and customs that the maker pays say nothing to a customer.
  const { landed: _, ...shared } = document;
  return {
    ...shared,
    lines: document.lines.map((line) => ({ ...line, price: line.price && raisePrice(line.price) })),
    shipping: raiseCost(document.shipping),
    fee: raiseCost(document.fee),
    offer,
    ...(sender && { sender }),
  };
}

/** The day after so many days, as `YYYY-MM-DD` in local time. @param from epoch ms */
export function dayAfter(from: number, days: number): string {
  const day = new Date(from);
  day.setDate(day.getDate() + days);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
