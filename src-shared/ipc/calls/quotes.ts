/** Calls about quotes that are passed on as documents. */
import { z } from 'zod';
import { languages } from '../../messages/languages.ts';
import { quoteDocumentSchema } from '../quote-document.ts';
import { call } from '../wire.ts';

export const quotesCalls = {
  /** The quote as PDF, with the stored pictures of its files. Nothing is asked, stored or ordered. */
  'quote.pdf': call.read(
    z.object({
      document: quoteDocumentSchema,
      language: z.enum(languages),
      /** BCP 47: how numbers and dates are written. */
      locale: z.string().max(100),
    }),
    z.object({ pdf: z.base64() }),
  ),
} as const;
