/**
 * From requests to the lines of an order. Checks everything that can be checked before money is spent: the file is
 * printable, its unit is certain, it fits the printer, it has a price. Sends nothing.
 */
import type { AppClient, CartLine } from '../../../src-shared/ipc/contract.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import { roundMoney, totalOf } from '../../../src-shared/units/money.ts';
import { mainError, sentences, textOf } from '../../main-error.ts';
import { isPrintable } from './analyse.ts';
import { analyseNames } from './analyse-names.ts';
import { rivalsOf } from './choose-unit.ts';
import { findMaterial } from './materials.ts';
import { isFailure } from './model-files.ts';
import { usageError } from './options.ts';
import type { RequestedLine } from './order-lines.ts';
import type { Output } from './output.ts';
import { askPrices, fitsMaterial, type SizeContext, type SizedModel, sizeModel } from './priced-models.ts';
import { invoke, type Surroundings } from './surroundings.ts';
import { titleOf } from './titles.ts';

export interface PricedLine {
  readonly model: SizedModel;
  readonly materialId: number;
  readonly materialTitle: string;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly currency: string;
  readonly quotedAt: number;
}

export interface LineRules {
  /** Order even parts with defects or too large for the printer. */
  readonly anyway: boolean;
  /** A person sees the unit before the order goes. */
  readonly unitIsShown: boolean;
}

/** Throws `CodedError` for the first line that cannot be ordered. */
export async function priceLines(
  client: AppClient,
  requests: readonly RequestedLine[],
  context: SizeContext,
  rules: LineRules,
  surroundings: Surroundings,
  out: Output,
): Promise<PricedLine[]> {
  const { catalog } = context;
  const materials = requests.map((request) => findMaterial(request.material, catalog.materials));
  const models = await analyseLines(requests, context, surroundings, out);
  const lines: PricedLine[] = [];
  for (const [at, request] of requests.entries()) {
    const model = models.get(request.file);
    const material = materials[at];
    if (model === undefined || material === undefined) continue;
    if (!rules.unitIsShown) requireCertainUnit(model);
    if (!rules.anyway) {
      requirePrintable(model);
      if (fitsMaterial(model, material, catalog) === false) {
        const params = { file: request.file, material: material.title };
        throw mainError('does-not-fit', ref('cli.place.doesNotFit', params));
      }
    }
    const quote = await askPrices(client, model, [material]);
    const entry = quote.prices[String(material.materialId)];
    if (entry === undefined || entry.price <= 0) {
      const params = { file: request.file, material: material.title };
      throw mainError('no-price', ref('cli.place.noPrice', params));
    }
    lines.push({
      model,
      materialId: material.materialId,
      materialTitle: material.title,
      quantity: request.quantity,
      unitPrice: entry.price,
      currency: entry.currency,
      quotedAt: quote.quotedAt,
    });
  }
  requireOneCurrency(lines);
  return lines;
}

/** Every file is read once, however many lines it has. */
async function analyseLines(
  requests: readonly RequestedLine[],
  context: SizeContext,
  surroundings: Surroundings,
  out: Output,
): Promise<Map<string, SizedModel>> {
  const models = new Map<string, SizedModel>();
  const names = [...new Set(requests.map((request) => request.file))];
  for await (const result of analyseNames(names, surroundings, out)) {
    if (isFailure(result)) {
      const { file, error } = result;
      throw mainError(error.code, ref('cli.place.inFile', { file, problem: textOf(error) }));
    }
    models.set(result.file, sizeModel(result.source, result.analysis, context));
  }
  surroundings.signal.throwIfAborted();
  return models;
}

function requireCertainUnit({ source, chosen }: SizedModel): void {
  const rivals = rivalsOf(chosen);
  if (rivals.length === 0) return;
  throw usageError(ref('cli.place.unitUnclear', { file: source.file, units: [chosen.unit, ...rivals] }));
}

function requirePrintable({ source, analysis }: SizedModel): void {
  if (isPrintable(analysis.checks)) return;
  const failed = analysis.checks.findings.find((finding) => finding.severity === 'fail');
  throw mainError(
    'not-printable',
    sentences(
      ref('cli.place.notPrintable', { file: source.file }),
      ...(failed ? [failed.text] : []),
      ref('cli.place.repair'),
    ),
  );
}

function requireOneCurrency(lines: readonly PricedLine[]): void {
  const currencies = [...new Set(lines.map((line) => line.currency))];
  if (currencies.length > 1) {
    throw mainError('mixed-currencies', ref('cli.place.currencies', { currencies }));
  }
}

export const currencyOf = (lines: readonly PricedLine[]): string => lines[0]?.currency ?? '';

export const totalOfLines = (lines: readonly PricedLine[]): number => totalOf(lines, currencyOf(lines));

export const lineTotal = (line: PricedLine): number =>
  roundMoney(line.unitPrice * line.quantity, line.currency);

/** Puts the files into the spool: from here on the originals may change. */
export async function importLines(client: AppClient, lines: readonly PricedLine[]): Promise<CartLine[]> {
  const cart: CartLine[] = [];
  for (const [at, line] of lines.entries()) {
    const { source, uploadScale, geometry } = line.model;
    cart.push({
      id: `line-${at + 1}`,
      file: await invoke(client, 'files.importPath', { path: source.path }),
      uploadScale,
      title: titleOf(source.path),
      geometry,
      materialId: line.materialId,
      materialTitle: line.materialTitle,
      quantity: line.quantity,
      unitPrice: line.unitPrice,
      currency: line.currency,
      quotedAt: line.quotedAt,
      source: null,
    });
  }
  return cart;
}
