/** "Order again": the models of an order, as they are wanted once more. */
import type { OrderView } from './order-view.ts';

export interface WantedModel {
  readonly modelId: number;
  readonly materialId: number;
  readonly quantity: number;
  /** As it was called where it was found; empty: not known. */
  readonly title: string;
}

export const modelsOfOrder = ({ items }: Pick<OrderView, 'items'>): WantedModel[] =>
  items.flatMap(({ models, quantity, title }) =>
    models.map(({ modelId, materialId }) => ({ modelId, materialId, quantity, title })),
  );
