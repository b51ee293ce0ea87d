/**
 * Writes documents as PDF on a thread of its own: a quote of a thousand parts takes seconds, in which the
 * queue must go on.
 */
import { Worker } from 'node:worker_threads';
import type { OrderRecord } from '../../src-shared/ipc/order-record.ts';
import type { QuoteDocument } from '../../src-shared/ipc/quote-document.ts';
import type { Language } from '../../src-shared/messages/languages.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import { mainError } from '../main-error.ts';
import { workerUrl } from '../worker-url.ts';

interface Written {
  readonly language: Language;
  /** BCP 47: how numbers and dates are written, and which size of paper is usual. */
  readonly locale: string;
}

interface QuoteOrder extends Written {
  readonly document: QuoteDocument;
  /** PNG, one a line; null where there is none. */
  readonly pictures: readonly (Uint8Array | null)[];
}

export type PdfOrder = QuoteOrder | (Written & { readonly record: OrderRecord });

/** @throws CodedError `file-not-written` */
export function writePdf(order: PdfOrder): Promise<Uint8Array> {
  const worker = new Worker(workerUrl(import.meta.url, './write-pdf.worker.ts'), { workerData: order });
  return new Promise((resolve, reject) => {
    const failed = (cause: string) => reject(mainError('file-not-written', ref('quote.notDrawn', { cause })));
    worker.once('message', resolve);
    worker.once('error', (thrown: unknown) =>
      failed(thrown instanceof Error ? thrown.message : String(thrown)),
    );
    worker.once('exit', (code) => failed(`${code}`));
  });
}
