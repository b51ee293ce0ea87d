/**
 * Writes a quote as PDF on a thread of its own: a thousand parts take seconds, in which the queue must go on.
 */
import { Worker } from 'node:worker_threads';
import type { QuoteDocument } from '../../src-shared/ipc/quote-document.ts';
import type { Language } from '../../src-shared/messages/languages.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import { mainError } from '../main-error.ts';
import { workerUrl } from '../worker-url.ts';

export interface QuoteOrder {
  readonly document: QuoteDocument;
  /** PNG, one a line; null where there is none. */
  readonly pictures: readonly (Uint8Array | null)[];
  readonly language: Language;
  /** BCP 47: how numbers and dates are written, and which size of paper is usual. */
  readonly locale: string;
}

/** @throws CodedError `file-not-written` */
export function quotePdf(order: QuoteOrder): Promise<Uint8Array> {
  const worker = new Worker(workerUrl(import.meta.url, './quote-pdf.worker.ts'), { workerData: order });
  return new Promise((resolve, reject) => {
    const failed = (cause: string) => reject(mainError('file-not-written', ref('quote.notDrawn', { cause })));
    worker.once('message', resolve);
    worker.once('error', (thrown: unknown) =>
      failed(thrown instanceof Error ? thrown.message : String(thrown)),
    );
    worker.once('exit', (code) => failed(`${code}`));
  });
}
