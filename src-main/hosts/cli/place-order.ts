/**
 * From requests to the lines of an order, with everything checked that can be checked before money moves: the
 * file prints, its unit is beyond doubt, it fits the printer, it has a price. Sends nothing.
 */
import { englishStatement } from '../../../src-shared/geometry/geometry-text.ts';
import type { AppClient, CartLine } from '../../../src-shared/ipc/contract.ts';
import { CodedError } from '../../../src-shared/result.ts';
import { roundMoney, totalOf } from '../../../src-shared/units/money.ts';
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
  /** Order parts with defects, or that no box of the printer takes, all the same. */
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
        throw new CodedError(
          'does-not-fit',
          `${request.file} does not fit the printer of ${material.title}. Choose another material or scale, or add --anyway.`,
        );
      }
    }
    const quote = await askPrices(client, model, [material]);
    const entry = quote.prices[String(material.materialId)];
    if (entry === undefined || entry.price <= 0) {
      throw new CodedError(
        'no-price',
        `The service has no price for ${request.file} in ${material.title} yet. Choose another material or try later.`,
      );
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
    if (isFailure(result)) throw new CodedError(result.error.code, `${result.file}: ${result.error.message}`);
    models.set(result.file, sizeModel(result.source, result.analysis, context));
  }
  surroundings.signal.throwIfAborted();
  return models;
}

function requireCertainUnit({ source, chosen }: SizedModel): void {
  const rivals = rivalsOf(chosen);
  if (rivals.length === 0) return;
  throw usageError(
    `${source.file} may be drawn in ${[chosen.unit, ...rivals].join(' or ')}. With --yes nobody looks, so say which with --unit.`,
  );
}

function requirePrintable({ source, analysis }: SizedModel): void {
  if (isPrintable(analysis.checks)) return;
  const failed = analysis.checks.findings.find((finding) => finding.severity === 'fail');
  throw new CodedError(
    'not-printable',
    `${source.file} is not printable. ${failed ? englishStatement(failed) : 'It is not watertight.'} Mend it, or add --anyway to order it as it is.`,
  );
}

function requireOneCurrency(lines: readonly PricedLine[]): void {
  const currencies = [...new Set(lines.map((line) => line.currency))];
  if (currencies.length > 1) {
    throw new CodedError(
      'mixed-currencies',
      `The prices are in ${currencies.join(' and ')}. Order the materials of each currency on their own.`,
    );
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
