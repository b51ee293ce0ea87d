/** The customer’s part of a quote, while it is typed. */
import type { QuoteOffer } from '../../../src-shared/ipc/quote-document.ts';
import { noQuoteDefaults, type QuoteDefaults } from '../../../src-shared/ipc/settings.ts';
import { dayAfter } from '../../../src-shared/quote-document/quote-for-customer.ts';

export interface CustomerOffer {
  offer: QuoteOffer;
  /** 0.2 adds 20 percent. */
  markup: number;
}

export function newOffer(defaults: QuoteDefaults = noQuoteDefaults): CustomerOffer {
  const { note, markup, validDays } = defaults;
  const validUntil = validDays === null ? null : dayAfter(Date.now(), validDays);
  return { offer: { customer: '', reference: '', validUntil, note }, markup };
}
