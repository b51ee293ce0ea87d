/**
 * `fabdesk quote`: prices of files in all materials, or in some, and a quote as a document. Asks the service; uploads and
 * orders nothing.
 */
import type { Command } from 'commander';
import type { Material } from '../../../../src-shared/api/materials.ts';
import type { Account } from '../../../../src-shared/ipc/account.ts';
import type { AppClient } from '../../../../src-shared/ipc/contract.ts';
import {
  mostQuoteLines,
  type QuoteDocument,
  type QuoteLine,
} from '../../../../src-shared/ipc/quote-document.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { quotedAccount } from '../../../../src-shared/quote-document/quoted-account.ts';
import { isUnreachable } from '../../../../src-shared/unreachable.ts';
import { analyseEntries } from '../analysis/analyse-names.ts';
import { readSizeContext, readSizeRules, type SizeContext, sizeModel } from '../analysis/priced-models.ts';
import { estimatedLine, pricedLine } from '../analysis/quote-lines.ts';
import { quoteModel } from '../analysis/quote-model.ts';
import type { SizedModel } from '../analysis/sized-model.ts';
import type { Thorough } from '../analysis/thorough.ts';
import type { Surroundings } from '../app/surroundings.ts';
import { withAccount } from '../app/with-account.ts';
import { findMaterial } from '../input/materials.ts';
import { type FileFailure, isFailure } from '../input/model-files.ts';
import { collect, usageError, withServiceOptions, withUnitOptions } from '../input/options.ts';
import { readQuoteRequests } from '../input/quote-requests.ts';
import { type ExitCode, exitCodeOf, exitCodes, worstExit } from '../output/exit-codes.ts';
import { withHelp } from '../output/help.ts';
import type { Output } from '../output/output.ts';
import { plannedFiles, type QuoteFileOptions, refuseInputs, writeQuoteFiles } from '../output/quote-files.ts';
import { type QuotedModel, quoteEntry, writeQuoteReport } from '../output/quote-report.ts';
import type { Registrar } from '../registrar.ts';

interface QuoteOptions extends QuoteFileOptions {
  readonly data?: string;
  readonly account?: string;
  readonly unit?: string;
  readonly scale?: string;
  readonly material?: readonly string[];
  readonly range?: true;
}

export function registerQuote(program: Command, registrar: Registrar): void {
  const { act, surroundings, t } = registrar;
  const command = program
    .command('quote')
    .description(t('cliHelp.quote.about'))
    .argument('<file...>', t('cliHelp.quote.files'))
    .option('--material <id|name>', t('cliHelp.quote.material'), collect)
    .option('--range', t('cliHelp.quote.range'))
    .option('--pdf <file>', t('cliHelp.quote.pdf'))
    .option('--csv <file>', t('cliHelp.quote.csv'))
    .option('--force', t('cliHelp.repair.force'))
    .action(
      act((out, names: string[], options: QuoteOptions) => quoteNames(names, options, surroundings, out)),
    );
  withHelp(
    t,
    withServiceOptions(t, withUnitOptions(t, command)),
    [
      ['fabdesk quote part.stl', t('cliHelp.quote.example')],
      [
        'fabdesk quote --unit in --material 6 --material "Premium Silver" ring.stl',
        t('cliHelp.quote.exampleTwo'),
      ],
      ['fabdesk quote bracket.stl:6:20 ring.stl:81 --pdf quote.pdf', t('cliHelp.quote.examplePdf')],
      ['fabdesk quote parts.csv --csv quote.csv', t('cliHelp.quote.exampleList')],
      ['fabdesk quote --range part.stl', t('cliHelp.quote.exampleRange')],
      ['fabdesk quote --json parts/ | jq ".[].prices[0]"', t('cliHelp.quote.exampleJson')],
    ],
    t('cliHelp.quote.more'),
  );
}

async function quoteNames(
  names: readonly string[],
  options: QuoteOptions,
  surroundings: Surroundings,
  out: Output,
): Promise<ExitCode> {
  const { cwd, signal } = surroundings;
  const rules = readSizeRules(options);
  const files = await plannedFiles(options, cwd);
  return withAccount(surroundings, options, out, async (client, account) => {
    const context = await readSizeContext(client, rules);
    const { materials } = context.catalog;
    const requests = await readQuoteRequests(names, cwd, materials, out);
    const entries = requests.map(({ entry }) => entry);
    if (files.length > 0 && requests.length > mostQuoteLines)
      throw usageError(ref('cli.quote.tooMany', { count: requests.length, most: mostQuoteLines }));
    refuseInputs(files, entries);
    const forAll = (options.material ?? []).map((word) => findMaterial(word, materials));
    const wanted = requests.map(({ material }) =>
      material === null ? forAll : [findMaterial(material, materials)],
    );
    const thorough: Thorough | null = options.range
      ? { minWall: context.wallLimit * 1000, unit: rules.option ?? 'mm', scale: rules.scale, range: true }
      : null;
    const picture = files.some(({ kind }) => kind === 'pdf');
    const results: (QuotedModel | FileFailure)[] = [];
    const parts: QuotedPart[] = [];
    for await (const result of analyseEntries(entries, surroundings, out, { thorough, picture })) {
      const { quantity, unit } = requests[results.length]!;
      const asked = wanted[results.length]!;
      const model = isFailure(result) ? null : sizeModel(result.source, result.analysis, context, unit);
      const range = options.range === true;
      const quoted =
        model === null
          ? (result as FileFailure)
          : await quoteModel(client, model, asked, context, { range, quantity });
      results.push(quoted);
      writeQuoteReport(out, quoted);
      if (files.length === 0 || model === null) continue;
      const line = await lineOf(client, model, quoted, quantity, asked, context);
      if (line !== null) parts.push({ line, picture: model.analysis.picture ?? null });
    }
    if (signal.aborted) return exitCodes.interrupted;
    const missing = results.length - parts.length;
    if (files.length > 0 && missing === 0) {
      const document = documentOf(parts, account, out);
      const pictures = parts.map((part) => part.picture);
      await writeQuoteFiles(files, document, pictures, out, options.force === true);
    }
    if (out.json) out.value(results.map((result) => quoteEntry(result, account)));
    // A quote without some of its parts would be passed on as if it were complete.
    if (files.length > 0 && missing > 0) out.note(out.t('cli.quote.notWritten', { count: missing }));
    return worstExit(results.map((result) => (isFailure(result) ? exitCodeOf(result.error) : exitCodes.ok)));
  });
}

interface QuotedPart {
  readonly line: QuoteLine;
  readonly picture: Uint8Array | null;
}

/** Null if the service was asked and gave no price for a reason of its own. */
async function lineOf(
  client: AppClient,
  model: SizedModel,
  quoted: QuotedModel | FileFailure,
  quantity: number,
  wanted: readonly Material[],
  context: SizeContext,
): Promise<QuoteLine | null> {
  if (!isFailure(quoted)) return pricedLine(quoted, quantity, wanted, context);
  return isUnreachable(quoted.error) ? estimatedLine(client, model, quantity, wanted, context) : null;
}

const documentOf = (parts: readonly QuotedPart[], account: Account, { t }: Output): QuoteDocument => ({
  madeAt: Date.now(),
  account: quotedAccount(account, t),
  lines: parts.map(({ line }) => line),
  shipping: null,
  fee: null,
});
