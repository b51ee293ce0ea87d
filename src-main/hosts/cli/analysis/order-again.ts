/**
 * `fabdesk orders again`: the models of an order as they are now, against what they cost when it was placed.
 */
import type { Material } from '../../../../src-shared/api/materials.ts';
import type { AppClient } from '../../../../src-shared/ipc/contract.ts';
import { lineOfModel, obstacleOf } from '../../../../src-shared/ipc/model-line.ts';
import { modelsOfOrder, type WantedModel } from '../../../../src-shared/ipc/order-again.ts';
import type { OrderView } from '../../../../src-shared/ipc/order-view.ts';
import type { MessageRef, Money } from '../../../../src-shared/messages/message.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { errorOf } from '../../../main-error.ts';
import { obstacleText } from './place-order.ts';

export interface AgainLine {
  readonly wanted: WantedModel;
  readonly title: string;
  readonly material: string;
  /** The price of a piece when it was ordered; null: not known here. */
  readonly before: Money | null;
  /** The price of a piece now, or why it cannot be ordered. */
  readonly now: Money | { readonly obstacle: MessageRef };
}

export async function readAgain(
  client: AppClient,
  order: OrderView,
  materials: readonly Material[],
): Promise<AgainLine[]> {
  const lines: AgainLine[] = [];
  for (const one of modelsOfOrder(order)) {
    const { modelId, materialId, quantity, earlier } = one;
    const before = earlier ? { amount: earlier.unitPrice, currency: earlier.currency } : null;
    const known = materials.find((material) => material.materialId === materialId)?.title;
    const material = known ?? String(materialId);
    const shared = { wanted: one, title: one.title, material, before };
    const result = await client.invoke('library.show', { modelId });
    if (!result.ok) {
      // A connection that is missing says nothing about the model.
      if (result.error.code !== 'not-found') throw errorOf(result.error);
      lines.push({ ...shared, now: { obstacle: ref('library.order.gone') } });
      continue;
    }
    const request = { id: 'again', materialId, materialTitle: material, quantity, readAt: Date.now() };
    const line = known === undefined ? null : lineOfModel(result.value, request);
    const reason = known === undefined ? 'no-material' : (obstacleOf(result.value, materialId) ?? 'no-price');
    lines.push({
      ...shared,
      title: result.value.details.title || one.title,
      now: line
        ? { amount: line.unitPrice, currency: line.currency }
        : { obstacle: obstacleText(reason, material) },
    });
  }
  return lines;
}
