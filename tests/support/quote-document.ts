/** Quotes with known sums. */
import type { QuoteDocument, QuotedPrice, QuoteLine } from '../../src-shared/ipc/quote-document.ts';

/** 24 November 2026, 12:00 UTC. */
export const quoteTime = Date.UTC(2026, 10, 24, 12);

export const named = (each: number, more: Partial<Extract<QuotedPrice, { kind: 'named' }>> = {}) =>
  ({
    kind: 'named',
    each,
    currency: 'USD',
    quotedAt: quoteTime,
    isLast: false,
    ...more,
  }) satisfies QuotedPrice;

export const estimated = (amount: number, parts = 4): QuotedPrice => ({
  kind: 'estimated',
  currency: 'USD',
  estimate: { amount, low: amount * 0.8, high: amount * 1.2, parts, oldest: quoteTime, newest: quoteTime },
});

export const quoteLine = (more: Partial<QuoteLine> = {}): QuoteLine => ({
  name: 'bracket.stl',
  file: null,
  size: [0.0405, 0.0282, 0.1],
  volume: 1.25e-5,
  material: 'White Strong & Flexible',
  process: 'SLS Printer',
  quantity: 1,
  price: named(10),
  verdict: { level: 'prints', reason: null },
  ...more,
});

export const quoteDocument = (
  lines: readonly QuoteLine[] = [quoteLine()],
  more: Partial<QuoteDocument> = {},
): QuoteDocument => ({
  madeAt: quoteTime,
  account: { name: 'Studio', host: 'prints.example' },
  lines: [...lines],
  shipping: null,
  fee: null,
  ...more,
});
