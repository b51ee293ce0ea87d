/** Orders (spec: Resources > Order; Endpoints > Orders; States and transitions). */
import { z } from 'zod';
import { success } from './envelope.ts';
import { id, integer, keyed, list, number, optionalText, text } from './wire.ts';

export const orderStatuses = ['placed', 'in_production', 'cancelled', 'unknown', 'shipped'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** A status that the spec does not name is read as `unknown`. */
const orderStatus = z.preprocess(
  (raw) => (orderStatuses.includes(raw as OrderStatus) ? raw : 'unknown'),
  z.enum(orderStatuses),
);

const count = integer.prefault(0);

const orderItemSchema = z.looseObject({
  title: optionalText,
  quantity: integer,
  status: z.looseObject({ processing: count, in_production: count, complete: count, cancelled: count }),
});

const shipmentSchema = z.looseObject({
  shipmentId: id,
  shipDate: optionalText,
  carrier: optionalText,
  trackingNumber: optionalText,
});

const rejectionSchema = z
  .looseObject({ rejectionReasons: list(z.unknown()), affectedMaterials: list(z.unknown()) })
  .nullish();

const orderProductSchema = z.looseObject({
  orderProductId: id,
  spin: optionalText,
  productTitle: optionalText,
  optionId: id.nullish(),
  optionDescription: optionalText,
  quantity: integer,
  models: list(
    z.looseObject({ modelId: id, materialId: id, title: optionalText, rejection: rejectionSchema }),
  ),
});

const orderInfoSchema = z.looseObject({
  orderId: id,
  refNumber: z.unknown().optional(),
  /** `YYYY-MM-DD hh:mm:ss`. */
  targetDeliveryDate: optionalText,
  targetShipDate: optionalText,
  shipments: list(shipmentSchema),
  orderProducts: list(orderProductSchema),
});
export type OrderInfo = z.infer<typeof orderInfoSchema>;

export const orderListSchema = success({
  ordersCount: z.looseObject({
    total: count,
    placed: count,
    in_production: count,
    cancelled: count,
    unknown: count,
    shipped: count,
  }),
  ordersStatus: keyed(z.looseObject({ status: orderStatus, items: keyed(orderItemSchema) })),
  ordersInfo: list(orderInfoSchema),
});
export type OrderList = z.infer<typeof orderListSchema>;

/** Answer of POST /orders/v1. */
export const placedOrderSchema = success({ orderId: id, productionOrderIds: list(id) });
export type PlacedOrder = z.infer<typeof placedOrderSchema>;

/** Answer of PUT /orders/<orderId>/v1. */
export const cancelledOrderSchema = success({ orderId: id });

/** Answer of POST /orders/<orderId>/reprint/v1: the order made for it. */
export const reprintedOrderSchema = success({ orderId: id });

const required = text.pipe(z.string().trim().min(1));

const orderItemRequestSchema = z.object({
  modelId: id,
  materialId: id,
  quantity: integer.pipe(z.int().positive()),
});

/** The address of an order. `address-rules.ts` has the rules for the US and CA. */
export const shippingAddressSchema = z.object({
  firstName: required,
  lastName: required,
  /** Country name or 2-letter ISO 3166 code. */
  country: required,
  state: required,
  city: required,
  address1: required,
  address2: optionalText,
  address3: optionalText,
  zipCode: required,
  phoneNumber: required,
});
export type ShippingAddress = z.infer<typeof shippingAddressSchema>;
export const addressFields = Object.keys(shippingAddressSchema.shape) as (keyof ShippingAddress)[];

export const shippingOptions = ['Cheapest', 'Fastest'] as const;
export type ShippingOption = (typeof shippingOptions)[number];

/** The most entries of metadata, and their longest texts. */
export const mostMetadata = 20;
export const longestMetadata = { name: 200, value: 2000 } as const;
/** Pairs that certain applications may add to the models of an order; every model is sent with all of them */
export const orderMetadataSchema = z
  .array(
    z.object({
      name: z.string().trim().min(1).max(longestMetadata.name),
      value: z.string().max(longestMetadata.value),
    }),
  )
  .max(mostMetadata);
export type OrderMetadata = z.infer<typeof orderMetadataSchema>;

/** Body of POST /orders/v1. */
export const orderRequestSchema = z.object({
  ...shippingAddressSchema.shape,
  items: z.array(orderItemRequestSchema).min(1),
  incentives: list(text),
  paymentVerificationId: required,
  paymentMethod: z.literal('credit_card'),
  shippingOption: z.enum(shippingOptions),
  metadata: list(z.object({ modelId: id, name: text, value: z.union([text, number.transform(String)]) })),
});
export type OrderRequest = z.infer<typeof orderRequestSchema>;
