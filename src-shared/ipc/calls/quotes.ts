/** Calls about quotes that are passed on as documents. */
import { z } from 'zod';
import { languages } from '../../messages/languages.ts';
import { quoteDocumentSchema } from '../quote-document.ts';
import { call } from '../wire.ts';

/** The language of a document. */
export const asWritten = {
  language: z.enum(languages),
  /** BCP 47: how numbers and dates are written. */
  locale: z.string().max(100),
};

export const quotesCalls = {
  /** The quote as PDF, with the stored pictures of its files. Nothing is asked, stored or ordered. */
  'quote.pdf': call.read(
    z.object({
      document: quoteDocumentSchema,
      ...asWritten,
    }),
    z.object({ pdf: z.base64() }),
  ),
} as const;
