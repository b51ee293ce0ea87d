/** Draws the document of `workerData` and answers with its PDF. Started by `write-pdf.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import { messagesFor } from '../messages-for.ts';
import { drawOrderRecord } from './draw-order-record.ts';
import { drawQuote } from './draw-quote.ts';
import type { PdfOrder } from './write-pdf.ts';

const order = workerData as PdfOrder;
const messages = await messagesFor(order.language, [order.locale]);
const pdf =
  'record' in order
    ? await drawOrderRecord(order.record, messages)
    : await drawQuote(order.document, order.pictures, messages);
parentPort?.postMessage(pdf);
