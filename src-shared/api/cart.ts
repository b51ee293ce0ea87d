/** The cart that the service stores for an account (spec: Endpoints > Cart). */
import { z } from 'zod';
import { success } from './envelope.ts';
import { id, integer, list } from './wire.ts';

/** Answer of GET /orders/cart/v1. */
export const cartSchema = success({
  itemCount: integer,
  items: list(z.looseObject({ modelId: id, materialId: id, quantity: integer })),
});
export type CartItem = z.infer<typeof cartSchema>['items'][number];

/** Answer of POST /orders/cart/v1. */
export const addedToCartSchema = success({});
