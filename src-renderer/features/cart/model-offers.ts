/**
 * The materials in which a model of the service can be ordered, each as the cart line that it would become.
 */
import type { CartLine } from '../../../src-shared/ipc/cart-line.ts';
import { lineOfModel, type PricedCartLine } from '../../../src-shared/ipc/model-line.ts';
import type { ModelView } from '../../../src-shared/ipc/model-view.ts';

export interface MaterialOffer {
  readonly materialId: number;
  readonly line: PricedCartLine;
}

/** The cheapest first. */
export const offersOf = (
  model: ModelView,
  { id, quantity }: CartLine,
  readAt: number,
): readonly MaterialOffer[] =>
  Object.entries(model.materials)
    .flatMap(([key, { title }]) => {
      const request = {
        id,
        materialId: Number(key),
        materialTitle: title,
        quantity,
        readAt,
      };
      const line = lineOfModel(model, request);
      return line ? [{ materialId: request.materialId, line }] : [];
    })
    .sort((a, b) => a.line.unitPrice - b.line.unitPrice);
