/**
 * The lines of a quote that is saved as a document: a part in one material. Without a named one it is the
 * material that the window would choose first [Assumption: first-material]. What was never priced has an
 * estimate where the service cannot be asked.
 */
import { basename, dirname, isAbsolute, relative, sep } from 'node:path';
import type { Material } from '../../../../src-shared/api/materials.ts';
import { sizeOfGeometry } from '../../../../src-shared/geometry/measure/price-geometry.ts';
import type { AppClient } from '../../../../src-shared/ipc/contract.ts';
import type { QuotedFile, QuotedPrice, QuoteLine } from '../../../../src-shared/ipc/quote-document.ts';
import { assessPart } from '../../../../src-shared/order-gate/assess-part.ts';
import { processOf } from '../../../../src-shared/order-gate/process-of.ts';
import { type VerdictLevel, verdictLevels } from '../../../../src-shared/order-gate/verdict.ts';
import { quotedVerdict } from '../../../../src-shared/quote-document/quoted-verdict.ts';
import { hashFile } from '../../../files/hash-file.ts';
import { invoke } from '../app/surroundings.ts';
import { assessModel, gatePartOf, possibleUnitsOf } from './gate.ts';
import type { QuotedModel, SizeContext } from './priced-models.ts';
import type { SizedModel } from './sized-model.ts';

interface Choice {
  readonly material: Material;
  readonly price: QuotedPrice | null;
}

/** @param wanted none: all */
export function pricedLine(
  quoted: QuotedModel,
  quantity: number,
  wanted: readonly Material[],
  context: SizeContext,
): Omit<QuoteLine, 'source'> {
  const { model, quote } = quoted;
  const choices = candidates(wanted, context).map((material): Choice => {
    const { price = null, currency = '' } =
      quoted.prices.find(({ materialId }) => materialId === material.materialId) ?? {};
    const { quotedAt, source } = quote;
    if (price === null) return { material, price: null };
    return {
      material,
      price: { kind: 'named', each: price, currency, quotedAt, isLast: source === 'cached' },
    };
  });
  return lineOf(model, quantity, firstChoice(model, choices, context), context);
}

/** For a part that was never priced, while the service cannot be asked. */
export async function estimatedLine(
  client: AppClient,
  model: SizedModel,
  quantity: number,
  wanted: readonly Material[],
  context: SizeContext,
): Promise<Omit<QuoteLine, 'source'>> {
  const materials = candidates(wanted, context);
  const { estimates, currency } = await invoke(client, 'price.estimate', {
    geometry: model.geometry,
    materials: materials.map(({ materialId }) => materialId),
  });
  const choices = materials.map((material): Choice => {
    const estimate = estimates[String(material.materialId)];
    if (estimate === undefined || currency === null) return { material, price: null };
    return { material, price: { kind: 'estimated', currency, estimate } };
  });
  return lineOf(model, quantity, firstChoice(model, choices, context), context);
}

const candidates = (wanted: readonly Material[], { catalog }: SizeContext) =>
  wanted.length > 0 ? wanted : catalog.materials;

/**
 * The cheapest of the best verdict: one that will be refused only where nothing else is left, and the quote
 * says so. A material that was named alone is never replaced.
 */
function firstChoice(model: SizedModel, choices: readonly Choice[], { catalog }: SizeContext): Choice | null {
  const [only, ...others] = choices;
  if (only !== undefined && others.length === 0) return only;
  const priced = choices
    .filter(({ price }) => price !== null)
    .map((choice) => ({ choice, level: assessModel(model, choice.material, catalog).level }))
    .sort((a, b) => rank(a.level) - rank(b.level) || amountOf(a.choice) - amountOf(b.choice));
  return priced[0]?.choice ?? null;
}

const rank = (level: VerdictLevel): number => verdictLevels.indexOf(level);
const amountOf = ({ price }: Choice): number =>
  price === null ? Infinity : price.kind === 'estimated' ? price.estimate.amount : price.each;

function lineOf(
  model: SizedModel,
  quantity: number,
  choice: Choice | null,
  { catalog }: SizeContext,
): Omit<QuoteLine, 'source'> {
  const { geometry, source } = model;
  const process = choice && processOf(choice.material, catalog.printers);
  return {
    // Without its folders: they are nobody else's business.
    name: basename(source.path),
    file: null,
    size: sizeOfGeometry(geometry),
    volume: geometry.volume,
    material: choice?.material.title ?? null,
    process: process?.printer?.title ?? null,
    quantity,
    price: choice?.price ?? null,
    verdict: quotedVerdict(assessPart(gatePartOf(model), process)),
  };
}

/** @param quote the path of the document, from which a file below its folder is named */
export async function quotedFileOf(model: SizedModel, quote: string): Promise<QuotedFile> {
  const { source, chosen, scale } = model;
  const { sha256 } = await hashFile(source.path, source.size);
  const way = relative(dirname(quote), source.path);
  const isBelow = !isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`);
  const path = isBelow ? way.split(sep).join('/') : basename(source.path);
  return { sha256, path, unit: possibleUnitsOf(model).length > 0 ? null : chosen.unit, scale };
}
