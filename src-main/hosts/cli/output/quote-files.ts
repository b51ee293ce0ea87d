/**
 * The files of `fabdesk quote --pdf` and `--csv`: checked before anything is asked, written when all parts
 * are known.
 */
import { extname, resolve } from 'node:path';
import { bandText, shareText } from '../../../../src-shared/estimate/landed-cost.ts';
import {
  type QuoteDocument,
  type QuoteOffer,
  type QuoteSender,
  quoteOfferSchema,
} from '../../../../src-shared/ipc/quote-document.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { quoteCsv } from '../../../../src-shared/quote-document/quote-csv.ts';
import { dayAfter, quoteForCustomer } from '../../../../src-shared/quote-document/quote-for-customer.ts';
import { quoteSums } from '../../../../src-shared/quote-document/quote-sums.ts';
import { customerPays, totalNotes } from '../../../../src-shared/quote-document/quote-text.ts';
import { mainError } from '../../../main-error.ts';
import { writePdf } from '../../../quote-document/write-pdf.ts';
import type { OptionsOf } from '../declare.ts';
import { exists } from '../input/on-disk.ts';
import { parsePositive, usageError } from '../input/options.ts';
import type { Output } from './output.ts';
import { writeResult } from './write-result.ts';

export const quoteFileOptions = [
  '--pdf <file>',
  '--csv <file>',
  '--force',
  '--customer <text>',
  '--reference <text>',
  '--valid-until <day>',
  '--markup <percent>',
  '--note <text>',
] as const;
type QuoteFileOptions = OptionsOf<(typeof quoteFileOptions)[number]>;

export interface PlannedFile {
  readonly kind: 'pdf' | 'csv';
  /** As typed. */
  readonly name: string;
  readonly path: string;
}

export interface CustomerOffer {
  readonly offer: QuoteOffer;
  readonly markup: number;
}

/** Null where nothing is said to a customer. @throws CodedError `usage` */
export function offerOf(options: QuoteFileOptions, hasFiles: boolean): CustomerOffer | null {
  const { customer, reference, validUntil, markup, note } = options;
  if ([customer, reference, validUntil, markup, note].every((value) => value === undefined)) return null;
  if (!hasFiles) throw usageError(ref('cli.quote.offerWithoutFile'));
  const share = markup === undefined ? 0 : parseShare(markup);
  const offer = quoteOfferSchema.safeParse({
    customer: customer ?? '',
    reference: reference ?? '',
    validUntil: validUntil ?? null,
    note: note ?? '',
  });
  if (!offer.success) {
    if (offer.error.issues.some(({ path }) => path[0] === 'validUntil'))
      throw usageError(ref('cli.quote.badDay', { text: validUntil ?? '' }));
    throw usageError(ref('cli.quote.tooLong'));
  }
  if (validUntil !== undefined && validUntil < dayAfter(Date.now(), 0))
    throw usageError(ref('cli.quote.badDay', { text: validUntil }));
  return { offer: offer.data, markup: share };
}

/** `15`, `15%` or `12.5 %`, as a share. @throws CodedError `usage` */
function parseShare(text: string): number {
  const otherwise = ref('cli.quote.badMarkup', { text });
  const share = parsePositive(text.replace(/\s*%$/, ''), otherwise) / 100;
  if (share > 10) throw usageError(otherwise);
  return share;
}

/** @throws CodedError `usage`, `file-exists` */
export async function plannedFiles(
  { pdf, csv, force }: Pick<QuoteFileOptions, 'pdf' | 'csv' | 'force'>,
  cwd: string,
): Promise<readonly PlannedFile[]> {
  const files = Object.entries({ pdf, csv }).flatMap(([kind, name]): PlannedFile[] =>
    name === undefined ? [] : [{ kind: kind as PlannedFile['kind'], name, path: resolve(cwd, name) }],
  );
  for (const { kind, name, path } of files) {
    if (extname(name).toLowerCase() !== `.${kind}`)
      throw usageError(ref('cli.quote.badName', { name, ending: `.${kind}` }));
    if (!force && (await exists(path)))
      throw mainError('file-exists', ref('cli.repair.exists', { file: name }));
  }
  return files;
}

/**
 * @param quote of one's own costs @param pictures one a line @throws CodedError `file-exists`,
 *   `file-not-written`
 */
export async function writeQuoteFiles(
  files: readonly PlannedFile[],
  quote: QuoteDocument,
  forCustomer: (CustomerOffer & { readonly sender: QuoteSender | undefined }) | null,
  pictures: readonly (Uint8Array | null)[],
  out: Output,
  force: boolean,
): Promise<void> {
  const { language, format } = out.messages;
  const document = forCustomer
    ? quoteForCustomer(quote, forCustomer.offer, forCustomer.markup, forCustomer.sender)
    : quote;
  for (const { kind, name, path } of files) {
    const bytes =
      kind === 'pdf'
        ? await writePdf({ document, pictures, language, locale: format.locale })
        : Buffer.from(quoteCsv(document, out.messages));
    await writeResult(path, name, bytes, force);
    out.note(out.t('cli.quote.written', { file: name }));
  }
  if (forCustomer) out.note(customerPays(quote, document, out.messages));
  if (quote.landed) {
    const { least, most, currency } = quote.landed;
    const band = bandText(least, most, currency, out.messages);
    out.note(`${out.t('quote.landed')}: ${band}. ${shareText(quote.landed, out.messages)}`);
  }
  for (const note of totalNotes(document, quoteSums(document).length, out.messages)) out.note(note);
}
