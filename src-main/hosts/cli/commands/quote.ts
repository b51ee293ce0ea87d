/**
 * `fabdesk quote`: prices of files in all materials, or in some, and a quote as a document. Asks the service;
 * uploads and orders nothing.
 */
import { resolve } from 'node:path';
import type { Material } from '../../../../src-shared/api/materials.ts';
import { isPartsList } from '../../../../src-shared/csv/is-parts-list.ts';
import { landedCost, landedShare, type PastCharge } from '../../../../src-shared/estimate/landed-cost.ts';
import type { Account } from '../../../../src-shared/ipc/account.ts';
import type { AppClient } from '../../../../src-shared/ipc/contract.ts';
import {
  mostQuoteLines,
  type QuoteDocument,
  type QuoteLine,
} from '../../../../src-shared/ipc/quote-document.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { quoteFee, quoteSums } from '../../../../src-shared/quote-document/quote-sums.ts';
import { quotedAccount } from '../../../../src-shared/quote-document/quoted-account.ts';
import { isUnreachable } from '../../../../src-shared/unreachable.ts';
import { analyseEntries } from '../analysis/analyse-names.ts';
import { checkUnasked } from '../analysis/gate.ts';
import { readPastCharges } from '../analysis/past-orders.ts';
import {
  type ListedSize,
  type QuotedModel,
  quoteModel,
  readSizeContext,
  readSizeRules,
  type SizeContext,
  sizeModel,
} from '../analysis/priced-models.ts';
import { estimatedLine, pricedLine, quotedFileOf } from '../analysis/quote-lines.ts';
import type { SizedModel } from '../analysis/sized-model.ts';
import { invoke } from '../app/surroundings.ts';
import { withAccount } from '../app/with-app.ts';
import { type Commands, command, type Host, type OptionsOf } from '../declare.ts';
import { expandPatterns } from '../input/expand-patterns.ts';
import { findMaterial } from '../input/materials.ts';
import { type FileFailure, findModelFiles, isFailure, type ModelFile } from '../input/model-files.ts';
import { exists } from '../input/on-disk.ts';
import { parseQuantity, serviceOptions, unitOptions, usageError } from '../input/options.ts';
import { possibleSplits } from '../input/order-lines.ts';
import { readQuoteList } from '../input/parts-list.ts';
import { type ExitCode, exitCodeOf, exitCodes, worstExit } from '../output/exit-codes.ts';
import type { Output } from '../output/output.ts';
import { offerOf, plannedFiles, quoteFileOptions, writeQuoteFiles } from '../output/quote-files.ts';
import { quoteEntry, writeQuoteReport } from '../output/quote-report.ts';
import { refuseInputs } from '../output/write-result.ts';

const options = [
  '--material <id|name>*',
  '--range',
  ...quoteFileOptions,
  ...unitOptions,
  ...serviceOptions,
] as const;
type QuoteOption = (typeof options)[number];

export const quoteCommands: Commands = {
  quote: command(
    {
      takes: ['<file...>'],
      options,
      examples: [
        'fabdesk quote part.stl',
        'fabdesk quote --unit in --material 6 --material "Premium Silver" ring.stl',
        'fabdesk quote bracket.stl:6:20 ring.stl:81 --pdf quote.pdf',
        'fabdesk quote parts.csv --csv quote.csv',
        'fabdesk quote --range part.stl',
        'fabdesk quote --json parts/ | jq ".[].prices[0]"',
        'fabdesk quote parts.csv --pdf offer.pdf --customer "Ada Ltd" --valid-until 2027-01-31 --markup 20',
      ],
    },
    quoteNames,
  ),
};

async function quoteNames(
  host: Host,
  options: OptionsOf<QuoteOption>,
  names: readonly string[],
): Promise<ExitCode> {
  const { cwd, signal, out } = host;
  const rules = readSizeRules(options);
  const files = await plannedFiles(options, cwd);
  const offered = offerOf(options, files.length > 0);
  return withAccount(host, options, async (client, account) => {
    const context = await readSizeContext(client, rules);
    const past = await readPastCharges(client, account);
    const { country = '' } = (await invoke(client, 'workspace.get', {})).address ?? {};
    const share = landedShare(past, { country, currency: past[0]?.sum.currency ?? '', hasShipping: false });
    const { materials } = context.catalog;
    const requests = await readQuoteRequests(names, cwd, materials, out);
    const entries = requests.map(({ entry }) => entry);
    if (files.length > 0 && requests.length > mostQuoteLines)
      throw usageError(ref('cli.quote.tooMany', { count: requests.length, most: mostQuoteLines }));
    const models = entries.flatMap((entry) => (isFailure(entry) ? [] : [entry]));
    await refuseInputs(
      files.map(({ path }) => path),
      models,
    );
    const forAll = (options.material ?? []).map((word) => findMaterial(word, materials));
    const wanted = requests.map(({ material }) =>
      material === null ? forAll : [findMaterial(material, materials)],
    );
    const picture = files.some(({ kind }) => kind === 'pdf');
    const results: (QuotedModel | FileFailure)[] = [];
    const parts: QuotedPart[] = [];
    for await (const result of analyseEntries(host, entries, { thorough: null, picture })) {
      const { quantity, listed } = requests[results.length]!;
      const asked = wanted[results.length]!;
      const model = isFailure(result)
        ? null
        : await checkUnasked(
            sizeModel(result.source, result.analysis, context, listed),
            context.wallLimit,
            signal,
          );
      const range = options.range === true;
      const quoted =
        model === null
          ? (result as FileFailure)
          : await quoteModel(client, model, asked, context, { range, quantity });
      results.push(quoted);
      writeQuoteReport(out, quoted, share);
      if (files.length === 0 || model === null) continue;
      const line = await lineOf(client, model, quoted, quantity, asked, context);
      if (line === null) continue;
      // A list names files from its own folder; a document only tells parts of one name apart by it.
      const { path } = files.find(({ kind }) => kind === 'csv') ?? files[0]!;
      parts.push({
        line: { ...line, source: await quotedFileOf(model, path) },
        picture: model.analysis.picture ?? null,
      });
    }
    if (signal.aborted) return exitCodes.interrupted;
    const missing = results.length - parts.length;
    if (files.length > 0 && missing === 0) {
      const document = documentOf(parts, account, { country, past }, out);
      const pictures = parts.map((part) => part.picture);
      const { quotes: sender } = offered ? await invoke(client, 'settings.get', {}) : {};
      const forCustomer = offered && { ...offered, sender };
      await writeQuoteFiles(files, document, forCustomer, pictures, out, options.force === true);
    }
    out.report(results.map((result) => quoteEntry(result, account, share)));
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
): Promise<Omit<QuoteLine, 'source'> | null> {
  if (!isFailure(quoted)) return pricedLine(quoted, quantity, wanted, context);
  return isUnreachable(quoted.error) ? estimatedLine(client, model, quantity, wanted, context) : null;
}

function documentOf(
  parts: readonly QuotedPart[],
  account: Account,
  { country, past }: { readonly country: string; readonly past: readonly PastCharge[] },
  { t }: Output,
): QuoteDocument {
  const lines = parts.map(({ line }) => line);
  const fee = quoteFee(lines);
  const [sum] = quoteSums({ lines, shipping: null, fee });
  // With several currencies there is no fee and no total.
  const landed = fee && sum ? landedCost({ ...sum, shipping: null }, country, past) : null;
  return {
    madeAt: Date.now(),
    account: quotedAccount(account, t),
    lines,
    shipping: null,
    fee,
    ...(landed && { landed }),
  };
}

interface QuoteRequest {
  readonly entry: ModelFile | FileFailure;
  /** Id or title as typed; null: any. */
  readonly material: string | null;
  readonly quantity: number;
  /** Null: no parts list names it. */
  readonly listed: ListedSize | null;
}

/**
 * The requests of `fabdesk quote`: files and folders, FILE:MATERIAL[:QTY] as `fabdesk order` takes it, and
 * parts lists. A name may contain colons itself, so what exists decides where it ends. Every file that the
 * names stand for, in their order. Throws `usage` for a quantity that is none, and for faulty lists.
 */
async function readQuoteRequests(
  names: readonly string[],
  cwd: string,
  materials: readonly Material[],
  out: Output,
): Promise<QuoteRequest[]> {
  const requests: QuoteRequest[] = [];
  for (const name of await expandPatterns(names, cwd)) {
    const parts = isPartsList(name)
      ? await readQuoteList(name, cwd, materials, out)
      : [await splitName(name, cwd)];
    for (const { file, material, quantity, ...part } of parts) {
      const listed = 'unit' in part ? part : null;
      for (const entry of await findModelFiles([file], cwd))
        requests.push({ entry, material, quantity: quantity ?? 1, listed });
    }
  }
  return requests;
}

async function splitName(
  text: string,
  cwd: string,
): Promise<{ readonly file: string } & Pick<QuoteRequest, 'material' | 'quantity'>> {
  for (const { file, material, quantity } of possibleSplits(text)) {
    if (!(await exists(resolve(cwd, file)))) continue;
    return {
      file,
      material: material === undefined || material.trim() === '' ? null : material,
      quantity: quantity === undefined ? 1 : parseQuantity(quantity),
    };
  }
  // Reported as a file that is not there.
  return { file: text, material: null, quantity: 1 };
}
