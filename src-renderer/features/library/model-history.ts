/** Facts about models that the service does not list, from this machine and the list of orders. */
import type { PriceGeometry } from '../../../src-shared/api/price.ts';
import type { OrderView } from '../../../src-shared/ipc/order-view.ts';
import type { AppState } from '../../app-state.svelte.ts';

export interface LastOrder {
  readonly orderId: number;
  /** Epoch ms; null: placed elsewhere. */
  readonly placedAt: number | null;
  readonly materialId: number;
  readonly material: string;
}

/** The newest order of each model. `orders`: the newest first. */
export function lastOrders(orders: readonly OrderView[], app: AppState): ReadonlyMap<number, LastOrder> {
  const found = new Map<number, LastOrder>();
  for (const { orderId, placedAt, items } of orders)
    for (const { models, description } of items)
      for (const { modelId, materialId } of models) {
        const material = app.material(materialId)?.title ?? description;
        if (!found.has(modelId)) found.set(modelId, { orderId, placedAt, materialId, material });
      }
  return found;
}

/** The measures with which each model was last priced in an order from here. */
export function measuredModels({ jobs, status }: AppState): ReadonlyMap<number, PriceGeometry> {
  const uploaded = new Map(
    jobs.flatMap((job) => (job.kind === 'upload' && job.result ? [[job.id, job.result.modelId]] : [])),
  );
  const found = new Map<number, PriceGeometry>();
  for (const job of jobs) {
    if (job.kind !== 'order' || job.accountId !== status?.account.id) continue;
    for (const { source, geometry } of job.payload.lines) {
      const upload = 'uploadJobId' in source ? uploaded.get(source.uploadJobId) : undefined;
      const modelId = 'modelId' in source ? source.modelId : upload;
      if (modelId !== undefined && geometry && !found.has(modelId)) found.set(modelId, geometry);
    }
  }
  return found;
}

/** The sides of the box, m. */
export const sidesOf = (box: PriceGeometry): [number, number, number] => [
  box.xBoundMax - box.xBoundMin,
  box.yBoundMax - box.yBoundMin,
  box.zBoundMax - box.zBoundMin,
];
