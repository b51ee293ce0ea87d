/** Draws the quote of `workerData` and answers with its PDF. Started by `quote-pdf.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import { messagesFor } from '../messages-for.ts';
import { drawQuote } from './draw-quote.ts';
import type { QuoteOrder } from './quote-pdf.ts';

const { document, pictures, language, locale } = workerData as QuoteOrder;
const pdf = await drawQuote(document, pictures, await messagesFor(language, [locale]));
parentPort?.postMessage(pdf);
