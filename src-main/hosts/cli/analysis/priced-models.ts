/**
 * Prepares files for prices: analysed, with a unit, sized in metres and priced. Shared by quote, upload and
 * order, so that all three use the same unit and ask for the same price.
 */
import type { Material } from '../../../../src-shared/api/materials.ts';
import type { ListedPart } from '../../../../src-shared/csv/parts-list.ts';
import { priceGeometry } from '../../../../src-shared/geometry/measure/price-geometry.ts';
import { fitsPrinter } from '../../../../src-shared/geometry/measure/printer-fit.ts';
import { sizeOf } from '../../../../src-shared/geometry/mesh/mesh.ts';
import type { Catalog } from '../../../../src-shared/ipc/catalog.ts';
import type { AppClient } from '../../../../src-shared/ipc/contract.ts';
import type { Quote } from '../../../../src-shared/ipc/quote.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { assessPart } from '../../../../src-shared/order-gate/assess-part.ts';
import type { PrintableRange } from '../../../../src-shared/order-gate/printable-range.ts';
import { usualWallLimit } from '../../../../src-shared/order-gate/unasked-check.ts';
import { materialReasons, type Reason, type Verdict } from '../../../../src-shared/order-gate/verdict.ts';
import { type AppError, toAppError } from '../../../../src-shared/result.ts';
import { type LengthUnit, metresPerUnit } from '../../../../src-shared/units/units.ts';
import { isUnreachable } from '../../../../src-shared/unreachable.ts';
import { englishText, errorOf, mainError, textOf } from '../../../main-error.ts';
import { invoke } from '../app/surroundings.ts';
import { chooseUnit } from '../input/choose-unit.ts';
import type { FileFailure, ModelFile } from '../input/model-files.ts';
import { parseScale, parseUnit } from '../input/options.ts';
import { exitCodeOf, exitCodes } from '../output/exit-codes.ts';
import type { Analysis } from './analyse.ts';
import { assessModel, gatePartOf, rangeOf } from './gate.ts';
import type { SizedModel } from './sized-model.ts';

export interface SizeRules {
  readonly option: LengthUnit | null;
  readonly scale: number;
}

/** Checked before anything else, so that a mistake costs nothing. */
export const readSizeRules = (options: { unit?: string; scale?: string }): SizeRules => ({
  option: options.unit === undefined ? null : parseUnit(options.unit),
  scale: options.scale === undefined ? 1 : parseScale(options.scale),
});

const thrown = (failure: AppError): never => {
  throw errorOf(failure);
};

/**
 * A catalogue of materials by their numbers, for what is queued before the service was ever asked: whether it
 * can be made and what it costs is found out when it is sent. Throws the failure if it is not the connection,
 * and for a material that is named otherwise.
 */
export const materialsUnread =
  (wanted: readonly string[]) =>
  (failure: AppError): Catalog => {
    const needsPerson = exitCodeOf(failure) === exitCodes.needsYou;
    if (!isUnreachable(failure) || needsPerson) throw errorOf(failure);
    const ids = wanted.map((word) => (/^\d{1,9}$/.test(word.trim()) ? Number(word) : null));
    if (ids.includes(null))
      throw mainError(
        failure.code,
        ref('errors.sentences', { before: textOf(failure), next: ref('cli.material.byNumber') }),
      );
    const materials = [...new Set(ids)]
      .filter((id) => id !== null)
      .map((materialId) => ({
        materialId,
        title: englishText(ref('cli.quote.unknownMaterial', { id: String(materialId) })),
        supportsColorFiles: false,
        printerId: 0,
        swatch: '',
        restrictions: {},
      }));
    return { materials, printers: [], categories: {}, fetchedAt: 0 };
  };

export interface SizeContext extends SizeRules {
  readonly catalog: Catalog;
  /** Walls below this count as thin if the service states no minimum, m. */
  readonly wallLimit: number;
  readonly memory: Record<string, LengthUnit>;
}

/**
 * The evidence for proposing units. Throws `CodedError` if the catalogue is not available, unless `unread`
 * makes one that will do for an account whose service was never asked.
 */
export async function readSizeContext(
  client: AppClient,
  rules: SizeRules,
  unread: (failure: AppError) => Catalog = thrown,
): Promise<SizeContext> {
  const answer = await client.invoke('catalog.get', {});
  const catalog = answer.ok ? answer.value : unread(answer.error);
  const { unitMemory, wallLimit } = await invoke(client, 'settings.get', {});
  return { ...rules, catalog, memory: unitMemory, wallLimit: wallLimit ?? usualWallLimit };
}

/** The size of a file according to a parts list; it counts before the options. */
export type ListedSize = Pick<ListedPart, 'unit' | 'scale' | 'quoted'>;

export function sizeModel(
  source: ModelFile,
  analysis: Analysis,
  context: SizeContext,
  listed: ListedSize | null = null,
): SizedModel {
  const { catalog, memory } = context;
  const option = listed?.unit ?? context.option;
  // A quote states the size, also where it names another unit than the file.
  const stated = listed?.quoted && listed.unit !== analysis.unit ? analysis.unit : null;
  const factor = listed?.scale ?? context.scale;
  const scale =
    stated && listed?.unit
      ? Number(((factor * metresPerUnit[listed.unit]) / metresPerUnit[stated]).toPrecision(12))
      : factor;
  const chosen = chooseUnit(source, analysis, { option, printers: catalog.printers, memory });
  const uploadScale = metresPerUnit[chosen.unit] * scale;
  return {
    source,
    analysis,
    chosen,
    scale,
    uploadScale,
    geometry: priceGeometry(analysis.measures, uploadScale),
  };
}

export interface MaterialPrice {
  readonly materialId: number;
  readonly title: string;
  /** Null while the service has no price (it then answers 0 or less). */
  readonly price: number | null;
  readonly currency: string;
  /** Null if the catalogue does not have the material's printer. */
  readonly fits: boolean | null;
  /** Null if the catalogue does not have the material. */
  readonly verdict: Verdict | null;
  /** The worst reason that applies to this material but not to the model in every material. */
  readonly reason: Reason | null;
  /**
   * Only if it was requested: the scales at which it prints; null if there are none, or the material is
   * unknown.
   */
  readonly range?: PrintableRange | null;
}

/** Whether the model fits the material's printer; null if that printer is unknown. */
function fitsMaterial(model: SizedModel, material: Material, catalog: Catalog): boolean | null {
  const printer = catalog.printers.find((known) => known.printerId === material.printerId);
  const { bounds } = model.analysis.measures;
  if (printer === undefined || bounds === null) return null;
  const [x, y, z] = sizeOf(bounds);
  return fitsPrinter([x * model.uploadScale, y * model.uploadScale, z * model.uploadScale], printer).fits;
}

/** Requests the price in these materials; none means all. */
export const askPrices = (
  client: AppClient,
  model: SizedModel,
  materials: readonly Material[],
): Promise<Quote> =>
  invoke(client, 'price.quote', {
    geometry: model.geometry,
    materials: materials.map((material) => material.materialId),
  });

/** Cheapest first; materials that will be refused or have no price yet come last. */
export function listPrices(
  model: SizedModel,
  quote: Quote,
  wanted: readonly Material[],
  catalog: Catalog,
  range: { readonly wallLimit: number } | null = null,
): MaterialPrice[] {
  const known = new Map(catalog.materials.map((material) => [material.materialId, material]));
  const ids = wanted.length > 0 ? wanted.map((m) => m.materialId) : Object.keys(quote.prices).map(Number);
  const ofPart = assessPart(gatePartOf(model), null);
  const rows = ids.map((materialId): MaterialPrice => {
    const material = known.get(materialId);
    const entry = quote.prices[String(materialId)];
    const verdict = material === undefined ? null : assessModel(model, material, catalog);
    return {
      materialId,
      title: material?.title ?? englishText(ref('cli.quote.unknownMaterial', { id: String(materialId) })),
      price: entry !== undefined && entry.price > 0 ? entry.price : null,
      currency: entry?.currency ?? '',
      fits: material === undefined ? null : fitsMaterial(model, material, catalog),
      verdict,
      reason: (verdict && materialReasons(verdict, ofPart)[0]) ?? null,
      ...(range && { range: material ? rangeOf(model, material, catalog, range.wallLimit) : null }),
    };
  });
  const rank = ({ price, verdict }: MaterialPrice): number =>
    price === null ? 2 : verdict?.level === 'refused' ? 1 : 0;
  return rows.sort(
    (a, b) => rank(a) - rank(b) || (a.price ?? 0) - (b.price ?? 0) || a.materialId - b.materialId,
  );
}

export interface QuotedModel {
  readonly model: SizedModel;
  readonly quantity: number;
  readonly quote: Quote;
  readonly prices: readonly MaterialPrice[];
}

/** A failure stays with its file, so that one bad part does not hide the prices of the others. */
export async function quoteModel(
  client: AppClient,
  model: SizedModel,
  wanted: readonly Material[],
  { catalog, wallLimit }: SizeContext,
  { range = false, quantity = 1 } = {},
): Promise<QuotedModel | FileFailure> {
  try {
    const quote = await askPrices(client, model, wanted);
    const prices = listPrices(model, quote, wanted, catalog, range ? { wallLimit } : null);
    return { model, quantity, quote, prices };
  } catch (thrown) {
    return { file: model.source.file, error: toAppError(thrown) };
  }
}
