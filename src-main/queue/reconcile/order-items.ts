/** Compares what an order of this queue contains with an order of the service. */
import type { OrderInfo } from '../../../src-shared/api/orders.ts';
import type { OrderRecord } from '../../db/job-record.ts';
import type { JobStore } from '../../db/job-store.ts';

/** `<modelId> <materialId>` -> quantity; `?` for a model whose id is not known. */
export type Items = ReadonlyMap<string, number>;

/** A restored database may lack the results of uploads. */
const unknown = '?';

export function wantedItems({ payload }: OrderRecord, jobs: Pick<JobStore, 'read'>): Items {
  const wanted = new Map<string, number>();
  for (const { source, materialId, quantity } of payload.lines) {
    const upload = 'uploadJobId' in source ? jobs.read(source.uploadJobId) : null;
    const modelId =
      'modelId' in source ? source.modelId : upload?.kind === 'upload' ? upload.result?.modelId : null;
    const key = `${modelId ?? unknown} ${materialId}`;
    wanted.set(key, (wanted.get(key) ?? 0) + quantity);
  }
  return wanted;
}

/** A model of the order is not known. */
export const hasUnknownItems = (wanted: Items): boolean =>
  [...wanted.keys()].some((key) => key.startsWith(`${unknown} `));

/** The order contains exactly these models in these materials and quantities. */
export function sameItems({ orderProducts }: OrderInfo, wanted: Items): boolean {
  const has = new Map<string, number>();
  for (const { models, quantity } of orderProducts) {
    for (const { modelId, materialId } of models) {
      const key = `${modelId} ${materialId}`;
      has.set(key, (has.get(key) ?? 0) + quantity);
    }
  }
  return has.size === wanted.size && [...wanted].every(([key, quantity]) => has.get(key) === quantity);
}

export const holds = ({ orderProducts }: OrderInfo, modelId: number): boolean =>
  orderProducts.some(({ models }) => models.some((model) => model.modelId === modelId));

/**
 * Ids of all models that an attempt of this order may have named: a file whose model was changed is uploaded
 * once more, so an earlier attempt may have named another one. `null`: one of them is not known.
 */
export function everNamed(
  { payload }: OrderRecord,
  jobs: Pick<JobStore, 'read' | 'uploadsOf'>,
): ReadonlySet<number> | null {
  const named = new Set<number>();
  for (const { source } of payload.lines) {
    if ('modelId' in source) {
      named.add(source.modelId);
      continue;
    }
    const upload = 'uploadJobId' in source ? jobs.read(source.uploadJobId) : null;
    if (upload?.kind !== 'upload' || upload.result === null) return null;
    for (const { result } of jobs.uploadsOf(upload.payload.file))
      if (result !== null && 'modelId' in result) named.add(result.modelId);
  }
  return named;
}

/** The order shows all its contents, and none of these models is among them. */
export const isForeign = ({ orderProducts }: OrderInfo, models: ReadonlySet<number> | null): boolean =>
  models !== null &&
  orderProducts.length > 0 &&
  orderProducts.every(
    (product) => product.models.length > 0 && product.models.every(({ modelId }) => !models.has(modelId)),
  );

/**
 * The order shows all its contents, and they cannot be those of this one: another model or material, or more
 * pieces. Fewer may be what is left of it.
 */
export function isAnother(
  { orderProducts }: OrderInfo,
  record: OrderRecord,
  jobs: Pick<JobStore, 'read' | 'uploadsOf'>,
): boolean {
  const named = everNamed(record, jobs);
  if (named === null) return false;
  const wanted = new Map<number, number>();
  for (const { materialId, quantity } of record.payload.lines)
    wanted.set(materialId, (wanted.get(materialId) ?? 0) + quantity);
  const has = new Map<number, number>();
  for (const { models, quantity } of orderProducts) {
    for (const { modelId, materialId } of models) {
      if (!named.has(modelId)) return true;
      has.set(materialId, (has.get(materialId) ?? 0) + quantity);
    }
  }
  return [...has].some(([materialId, quantity]) => quantity > (wanted.get(materialId) ?? 0));
}
