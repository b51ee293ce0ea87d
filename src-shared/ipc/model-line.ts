/**
 * A line of the cart for a model that the service already has: of the library, a customised product,
 * somebody's model that is for sale, or of an earlier order. Its price includes the owner's markup.
 */
import { assessModel } from '../order-gate/assess-model.ts';
import type { Verdict } from '../order-gate/verdict.ts';
import type { CartLine } from './cart-line.ts';
import type { ModelView } from './model-view.ts';

/** Why a model cannot be ordered in a material. */
export type LineObstacle = 'no-material' | 'withheld' | 'not-printable' | 'no-price';

export interface LineRequest {
  /** The id of the line, unique in its cart. */
  readonly id: string;
  readonly materialId: number;
  /** Used if the service names none. */
  readonly materialTitle: string;
  readonly quantity: number;
  /** Epoch ms at which the model was read. */
  readonly readAt: number;
}

/** A line whose price is known. */
export type PricedCartLine = CartLine & { readonly unitPrice: number };

export function obstacleOf(model: ModelView, materialId: number): LineObstacle | null {
  const material = model.materials[String(materialId)];
  if (material === undefined) return 'no-material';
  if (model.details.materials[String(materialId)]?.isActive === false) return 'withheld';
  if (material.isPrintable === false) return 'not-printable';
  return material.price === null || model.currency === null ? 'no-price' : null;
}

/** The verdict of the order gate. `model` is null if the service no longer shows it. */
export function verdictOfModel(model: ModelView | null, materialId: number, materialTitle: string): Verdict {
  if (model === null) return assessModel(null, materialTitle);
  const { isPrintable = null, restrictions = [] } = model.materials[String(materialId)] ?? {};
  const isOffered =
    String(materialId) in model.materials && model.details.materials[String(materialId)]?.isActive !== false;
  return assessModel({ isOffered, isPrintable, restrictions }, materialTitle);
}

/** Null if something prevents the order (`obstacleOf`). */
export function lineOfModel(
  model: ModelView,
  { id, materialId, materialTitle, quantity, readAt }: LineRequest,
): PricedCartLine | null {
  const material = model.materials[String(materialId)];
  if (!material || obstacleOf(model, materialId) !== null) return null;
  const { price, basePrice, title } = material;
  if (price === null || model.currency === null) return null;
  return {
    id,
    file: null,
    uploadScale: null,
    title: model.details.title,
    geometry: null,
    materialId,
    materialTitle: title || materialTitle,
    quantity,
    unitPrice: price,
    base: basePrice,
    markup: model.details.materials[String(materialId)]?.markup ?? null,
    currency: model.currency,
    quotedAt: readAt,
    accountId: model.accountId,
    source: { modelId: model.modelId, version: model.modelVersion },
  };
}
