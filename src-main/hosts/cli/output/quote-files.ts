/**
 * The files of `fabdesk quote --pdf` and `--csv`: checked before anything is asked, written when all parts
 * are known.
 */
import { extname, resolve } from 'node:path';
import type { QuoteDocument } from '../../../../src-shared/ipc/quote-document.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { quoteCsv } from '../../../../src-shared/quote-document/quote-csv.ts';
import { quoteSums } from '../../../../src-shared/quote-document/quote-sums.ts';
import { totalNotes } from '../../../../src-shared/quote-document/quote-text.ts';
import { mainError } from '../../../main-error.ts';
import { quotePdf } from '../../../quote-document/quote-pdf.ts';
import type { OptionsOf } from '../declare.ts';
import { type FileFailure, isFailure, type ModelFile } from '../input/model-files.ts';
import { exists } from '../input/on-disk.ts';
import { usageError } from '../input/options.ts';
import type { Output } from './output.ts';
import { writeResult } from './write-result.ts';

export const quoteFileOptions = ['--pdf <file>', '--csv <file>', '--force'] as const;

interface QuoteFile {
  readonly kind: 'pdf' | 'csv';
  /** As typed. */
  readonly name: string;
  readonly path: string;
}

/** @throws CodedError `usage`, `file-exists` */
export async function plannedFiles(
  { pdf, csv, force }: OptionsOf<(typeof quoteFileOptions)[number]>,
  cwd: string,
): Promise<readonly QuoteFile[]> {
  const files = Object.entries({ pdf, csv }).flatMap(([kind, name]): QuoteFile[] =>
    name === undefined ? [] : [{ kind: kind as QuoteFile['kind'], name, path: resolve(cwd, name) }],
  );
  for (const { kind, name, path } of files) {
    if (extname(name).toLowerCase() !== `.${kind}`)
      throw usageError(ref('cli.quote.badName', { name, ending: `.${kind}` }));
    if (!force && (await exists(path)))
      throw mainError('file-exists', ref('cli.repair.exists', { file: name }));
  }
  return files;
}

/** @param pictures one a line @throws CodedError `file-exists`, `file-not-written` */
export async function writeQuoteFiles(
  files: readonly QuoteFile[],
  document: QuoteDocument,
  pictures: readonly (Uint8Array | null)[],
  out: Output,
  force: boolean,
): Promise<void> {
  const { language, format } = out.messages;
  for (const { kind, name, path } of files) {
    const bytes =
      kind === 'pdf'
        ? await quotePdf({ document, pictures, language, locale: format.locale })
        : Buffer.from(quoteCsv(document, out.messages));
    await writeResult(path, name, bytes, force);
    out.note(out.t('cli.quote.written', { file: name }));
  }
  for (const note of totalNotes(document, quoteSums(document).length, out.messages)) out.note(note);
}
