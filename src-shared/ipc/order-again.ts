/** "Order again": the models of an order, as they are wanted once more. */
import type { MessageRef } from '../messages/message.ts';
import { agreedPart, type OrderView } from './order-view.ts';

export interface WantedModel {
  readonly modelId: number;
  readonly materialId: number;
  readonly quantity: number;
  /** Its name at the place where it was found; empty: not known. */
  readonly title: string;
  /** Why the service rejected it in this material. Missing: it did not. */
  readonly rejected?: readonly string[];
  /** The agreement about it when it was ordered. Missing: it was not ordered, or not here. */
  readonly earlier?: {
    readonly unitPrice: number;
    readonly currency: string;
    /** The version of its file; null: not known. */
    readonly version: number | null;
    /** The doubts in reading that file. */
    readonly doubts: readonly MessageRef[];
  };
}

export const modelsOfOrder = ({
  items,
  agreed,
  currency,
}: Pick<OrderView, 'items'> & Partial<Pick<OrderView, 'agreed' | 'currency'>>): WantedModel[] =>
  items.flatMap(({ models, quantity, title }) =>
    models.map(({ modelId, materialId, rejectionReasons }) => {
      const rejected = rejectionReasons.length > 0 && { rejected: rejectionReasons };
      const wanted = { modelId, materialId, quantity, title, ...rejected };
      const part = agreedPart(agreed, { modelId, materialId });
      if (part === undefined || currency == null) return wanted;
      const { unitPrice, version, doubts = [] } = part;
      return { ...wanted, earlier: { unitPrice, currency, version, doubts } };
    }),
  );
