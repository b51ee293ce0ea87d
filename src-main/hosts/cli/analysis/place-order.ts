/**
 * Turns requests into the lines of an order. Checks everything that can be checked before money is spent: the
 * part will not be refused, its unit is certain, it has a price. Sends nothing.
 */
import type { Material } from '../../../../src-shared/api/materials.ts';
import type { ListFault } from '../../../../src-shared/csv/parts-list.ts';
import type { CartLine } from '../../../../src-shared/ipc/cart-line.ts';
import type { AppClient } from '../../../../src-shared/ipc/contract.ts';
import {
  type LineObstacle,
  lineOfModel,
  obstacleOf,
  verdictOfModel,
} from '../../../../src-shared/ipc/model-line.ts';
import type { ModelView } from '../../../../src-shared/ipc/model-view.ts';
import type { MessageRef } from '../../../../src-shared/messages/message.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import type { Verdict } from '../../../../src-shared/order-gate/verdict.ts';
import { totalOf } from '../../../../src-shared/units/money.ts';
import { errorOf, mainError, sentences, textOf } from '../../../main-error.ts';
import { invoke } from '../app/surroundings.ts';
import type { Host } from '../declare.ts';
import { type UnitQuestion, withCertainUnit } from '../input/certain-unit.ts';
import { findMaterial } from '../input/materials.ts';
import { limitsOf, type PriceLimit, requireBelow } from '../input/max-price.ts';
import { isFailure } from '../input/model-files.ts';
import type { RequestedFile, RequestedLine, RequestedModel } from '../input/order-lines.ts';
import { refusal } from '../input/parts-list.ts';
import { modelTitleOf } from '../input/titles.ts';
import { analyseNames } from './analyse-names.ts';
import type { Analysed } from './analysis-pool.ts';
import { type LinePrice, priceOfFile } from './file-price.ts';
import { assessModel, checkUnasked, gatePartOf } from './gate.ts';
import { type SizeContext, sizeModel } from './priced-models.ts';
import type { SizedModel } from './sized-model.ts';

/** A line of the cart, whose file is not copied yet. */
export type PricedLine = CartLine & {
  /** A file of this machine, or a model that the service has. */
  readonly part:
    | { readonly kind: 'file'; readonly model: SizedModel }
    | { readonly kind: 'model'; readonly view: ModelView };
  /** The file as it was typed, or the title of the model. */
  readonly name: string;
  readonly verdict: Verdict;
};

export interface LineRules {
  /** Order even parts that will be refused. */
  readonly anyway: boolean;
  /** The most that pieces may cost. */
  readonly maxPrices: readonly PriceLimit[];
  readonly confirmUnit: UnitQuestion;
}

/** Throws `CodedError` for the first line that cannot be ordered. */
export async function priceLines(
  host: Host,
  client: AppClient,
  requests: readonly RequestedLine[],
  context: SizeContext,
  rules: LineRules,
): Promise<PricedLine[]> {
  const { catalog } = context;
  const materials = requests.map((request) => findMaterial(request.material, catalog.materials));
  const limitOf = limitsOf(rules.maxPrices, materials, catalog.materials);
  const files = requests.filter((request) => 'file' in request);
  const models = await analyseLines(host, files, context, rules);
  const views = new Map<number, ModelView>();
  const lines: PricedLine[] = [];
  /** By the name of the list. */
  const faults = new Map<string, ListFault[]>();
  for (const [at, request] of requests.entries()) {
    const material = materials[at];
    if (material === undefined) continue;
    if (!('file' in request)) {
      const { modelId } = request;
      const view = views.get(modelId) ?? (await readModel(client, modelId));
      views.set(modelId, view);
      lines.push(modelLine(request, view, material, limitOf(material), at));
      continue;
    }
    const model = models.get(request);
    if (model === undefined) continue;
    const verdict = assessModel(model, material, catalog);
    if (!rules.anyway) requireAcceptable(request.file, material.title, verdict);
    const price = await priceOfFile(client, request.file, model, material, limitOf(material));
    const fault = quoteFault(request, model, price);
    if (fault && request.listed)
      faults.set(request.listed.list, [
        ...(faults.get(request.listed.list) ?? []),
        { line: request.listed.line, text: fault },
      ]);
    const { facts } = gatePartOf(model);
    lines.push({
      part: { kind: 'file', model },
      name: request.file,
      verdict,
      id: `line-${at + 1}`,
      file: null,
      uploadScale: model.uploadScale,
      title: modelTitleOf(model.source.path),
      geometry: model.geometry,
      materialId: material.materialId,
      materialTitle: material.title,
      quantity: request.quantity,
      ...price,
      source: null,
      ...(facts && { facts }),
      acceptedVerdict: verdict.level,
    });
  }
  for (const [list, wrong] of faults) throw refusal(list, 'errors.list.refused', wrong, host.out);
  requireOneCurrency(lines);
  return lines;
}

/** Throws `not-found` for a model that is gone or belongs to somebody else. */
async function readModel(client: AppClient, modelId: number): Promise<ModelView> {
  const result = await client.invoke('library.show', { modelId });
  if (result.ok) return result.value;
  if (result.error.code !== 'not-found') throw errorOf(result.error);
  const model = ref('library.order.model', { id: String(modelId) });
  throw mainError('not-found', ref('cli.place.inFile', { file: model, problem: ref('library.order.gone') }));
}

/**
 * The model at its own price. An obstacle is certain, because the service itself reports it, so `--anyway`
 * does not help.
 */
function modelLine(
  { modelId, quantity }: RequestedModel,
  view: ModelView,
  { materialId, title: materialTitle }: Material,
  limit: PriceLimit | null,
  at: number,
): PricedLine {
  const request = { id: `line-${at + 1}`, materialId, materialTitle, quantity, readAt: Date.now() };
  const line = lineOfModel(view, request);
  if (line === null) {
    const model = ref('jobs.model.named', { title: view.details.title, id: String(modelId) });
    const obstacle = obstacleOf(view, materialId) ?? 'no-price';
    throw mainError(
      obstacle === 'no-price' ? 'no-price' : 'will-be-refused',
      sentences(
        ref('cli.place.model', { model, material: materialTitle }),
        obstacleText(obstacle, materialTitle),
        ref('cli.place.otherMaterial', { model: String(modelId) }),
      ),
    );
  }
  const verdict = verdictOfModel(view, materialId, materialTitle);
  const { unitPrice: amount, currency } = line;
  const name = view.details.title;
  requireBelow(limit, { amount, currency }, { file: name, material: materialTitle });
  return { ...line, part: { kind: 'model', view }, name, verdict, acceptedVerdict: verdict.level };
}

/** The obstacle as a sentence. */
export const obstacleText = (obstacle: LineObstacle, material: string) =>
  ref(`library.order.obstacle.${obstacle}`, { material });

/** Every file is read once, and each of its sizes is checked once, even if several lines name it. */
async function analyseLines(
  host: Host,
  requests: readonly RequestedFile[],
  context: SizeContext,
  rules: LineRules,
): Promise<Map<RequestedFile, SizedModel>> {
  const analysed = new Map<string, Analysed>();
  const names = [...new Set(requests.map((request) => request.file))];
  for await (const result of analyseNames(host, names)) {
    if (isFailure(result)) {
      const { file, error } = result;
      throw mainError(error.code, ref('cli.place.inFile', { file, problem: textOf(error) }));
    }
    analysed.set(result.file, result);
  }
  host.signal.throwIfAborted();
  const sizes = new Map<string, SizedModel>();
  const models = new Map<RequestedFile, SizedModel>();
  for (const request of requests) {
    const { source, analysis } = analysed.get(request.file)!;
    const model = sizeModel(source, analysis, context, request.listed);
    const key = `${request.file}\n${model.uploadScale}\n${model.chosen.from}`;
    const known =
      sizes.get(key) ??
      (await checkUnasked(await withCertainUnit(model, rules.confirmUnit), context.wallLimit, host.signal));
    sizes.set(key, known);
    models.set(request, known);
  }
  return models;
}

/** The fact that no longer fits the quote of a line; its content was compared before. */
function quoteFault(
  { file, listed }: RequestedFile,
  { geometry }: SizedModel,
  { unitPrice, currency }: LinePrice,
): MessageRef | null {
  const { volume, most } = listed?.quoted ?? {};
  // A quote has six digits.
  if (volume && Math.abs(geometry.volume / volume - 1) > 1e-4) {
    const [now, quoted] = [geometry.volume, volume].map((metres) => ({ metres, unit: 'mm' as const }));
    return ref('errors.list.otherVolume', { file, now: now!, quoted: quoted! });
  }
  if (!most || unitPrice === null || (currency === most.currency && unitPrice <= most.amount)) return null;
  return ref('errors.list.otherPrice', { file, now: { amount: unitPrice, currency }, quoted: most });
}

function requireAcceptable(file: string, material: string, { level, reasons }: Verdict): void {
  if (level !== 'refused') return;
  throw mainError(
    'will-be-refused',
    sentences(
      ref('cli.place.refused', { file, material }),
      ...reasons.filter((reason) => reason.level === 'refused').map(({ text }) => text),
      ref('cli.place.change'),
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

/** Copies the files into the spool: from here on the originals may change. */
export async function importLines(client: AppClient, lines: readonly PricedLine[]): Promise<CartLine[]> {
  const cart: CartLine[] = [];
  for (const { part, name: _, verdict: __, ...line } of lines) {
    const path = part.kind === 'file' ? part.model.source.path : null;
    const file = path === null ? null : await invoke(client, 'files.importPath', { path });
    cart.push({ ...line, file });
  }
  return cart;
}
