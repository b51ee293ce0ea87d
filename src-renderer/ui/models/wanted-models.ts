/** Models of the service that a person wants to order, and what the service says about each now. */
import {
  type LineObstacle,
  lineOfModel,
  obstacleOf,
  type PricedCartLine,
} from '../../../src-shared/ipc/model-line.ts';
import type { ModelView } from '../../../src-shared/ipc/model-view.ts';
import type { WantedModel } from '../../../src-shared/ipc/order-again.ts';
import type { AppError } from '../../../src-shared/result.ts';
import type { AppState } from '../../app-state.svelte.ts';
import { formatMoney } from '../format.ts';
import { t } from '../language.svelte.ts';

export type { WantedModel } from '../../../src-shared/ipc/order-again.ts';

export type WantedLine = {
  readonly wanted: WantedModel;
  readonly title: string;
  readonly material: string;
} & ({ readonly line: PricedCartLine } | { readonly obstacle: LineObstacle } | { readonly error: AppError });

/** Reads every model once, even if it is wanted several times. */
export async function readWanted(app: AppState, wanted: readonly WantedModel[]): Promise<WantedLine[]> {
  const ids = [...new Set(wanted.map(({ modelId }) => modelId))];
  const answers = await Promise.all(ids.map((modelId) => app.bridge.invoke('library.show', { modelId })));
  const views = new Map(ids.map((id, at) => [id, answers[at]!]));
  const readAt = Date.now();
  return wanted.map((one): WantedLine => {
    const { modelId, materialId, quantity } = one;
    const answer = views.get(modelId)!;
    const known =
      app.material(materialId)?.title ?? t('library.cart.materialNumber', { id: String(materialId) });
    const named = { wanted: one, title: one.title, material: known };
    if (!answer.ok) return { ...named, error: answer.error };
    return { ...named, ...lineFor(answer.value, { materialId, quantity, material: known, readAt }) };
  });
}

export function lineFor(
  model: ModelView,
  {
    materialId,
    quantity,
    material,
    readAt,
  }: { materialId: number; quantity: number; material: string; readAt: number },
): { readonly title: string; readonly material: string } & (
  | { readonly line: PricedCartLine }
  | { readonly obstacle: LineObstacle }
) {
  const request = { id: crypto.randomUUID(), materialId, materialTitle: material, quantity, readAt };
  const line = lineOfModel(model, request);
  const named = { title: model.details.title, material: line?.materialTitle ?? material };
  return line ? { ...named, line } : { ...named, obstacle: obstacleOf(model, materialId) ?? 'no-price' };
}

/** The obstacle of the order, as a sentence. */
export const obstacleText = (obstacle: LineObstacle, material: string): string =>
  t(`library.order.obstacle.${obstacle}`, { material });

/** The changes since the model was ordered, as sentences. */
export function differences({
  wanted: { earlier },
  line,
}: {
  wanted: WantedModel;
  line: PricedCartLine;
}): string[] {
  if (earlier === undefined) return [];
  const { from, to } = versionsOf(earlier, line);
  const difference = line.unitPrice - earlier.unitPrice;
  return [
    ...(from !== null && to !== null && from !== to
      ? [t('library.order.otherFile', { from: String(from), to: String(to) })]
      : []),
    ...(earlier.currency === line.currency && Math.abs(difference) < 0.005
      ? []
      : [t('library.order.wasEach', { price: formatMoney(earlier.unitPrice, earlier.currency) })]),
  ];
}

/** Another file than the one that was ordered is not the same part. */
export function isOtherPart({
  wanted: { earlier },
  line,
}: {
  wanted: WantedModel;
  line: PricedCartLine;
}): boolean {
  if (earlier === undefined) return false;
  const { from, to } = versionsOf(earlier, line);
  return from !== null && to !== null && from !== to;
}

const versionsOf = (earlier: NonNullable<WantedModel['earlier']>, { source }: PricedCartLine) => ({
  from: earlier.version,
  to: source !== null && 'modelId' in source ? (source.version ?? null) : null,
});
