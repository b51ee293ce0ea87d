/** The contribution of a screen to a quote; the dialog adds the account and the time, and saves it. */
import type { QuoteDocument } from '../../../src-shared/ipc/quote-document.ts';

export interface QuoteDraft extends Pick<QuoteDocument, 'lines' | 'shipping' | 'fee' | 'landed'> {
  /** Parts that cannot be in it. */
  readonly leftOut: number;
}
