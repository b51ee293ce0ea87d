/** An order as people see it: three parts of the service's answer, and what is stored here about it. */
import { z } from 'zod';
import { type OrderInfo, type OrderList, orderStatuses } from '../api/orders.ts';
import { receiptAddress } from '../api/receipt.ts';
import { orderLineSchema } from '../jobs/job.ts';
import type { OrderSum } from '../jobs/order-sum.ts';

const itemSchema = z.object({
  orderProductId: z.int(),
  title: z.string(),
  description: z.string(),
  quantity: z.int(),
  status: z.object({
    processing: z.int(),
    in_production: z.int(),
    complete: z.int(),
    cancelled: z.int(),
  }),
  models: z.array(
    z.object({
      modelId: z.int(),
      materialId: z.int(),
      rejectionReasons: z.array(z.string()),
      /** In which it cannot be made either: material ids as text, or what the service writes. */
      affectedMaterials: z.array(z.string()),
    }),
  ),
});

/** A part as it was agreed here when it was ordered. */
const orderedPartSchema = z.object({
  modelId: z.int(),
  materialId: z.int(),
  /** The version of the model's file; null if it is not known. */
  version: z.int().nonnegative().nullable(),
  /** The price of a piece, in the order's currency. */
  unitPrice: z.number().nonnegative(),
  /** The doubts in reading its file. Missing: none. */
  doubts: orderLineSchema.shape.doubts,
});
export type OrderedPart = z.infer<typeof orderedPartSchema>;

const amount = z.number().nonnegative();
const orderSumSchema = z.object({
  amount,
  currency: z.string(),
  isLimit: z.boolean(),
  parts: amount,
  fee: amount,
  shipping: amount.nullable(),
});

export const orderViewSchema = z.object({
  orderId: z.int(),
  status: z.enum(orderStatuses),
  /** As the service writes them (`YYYY-MM-DD hh:mm:ss`); empty if it gave none. */
  targetShipDate: z.string(),
  targetDeliveryDate: z.string(),
  items: z.array(itemSchema),
  shipments: z.array(
    z.object({
      shipmentId: z.int(),
      shipDate: z.string(),
      carrier: z.string(),
      trackingNumber: z.string(),
    }),
  ),
  currency: z.string().nullable(),
  /** The sum that was agreed here: parts, fee, and shipping if it was known. Missing: placed elsewhere. */
  sum: orderSumSchema.optional(),
  /** Epoch ms at which it was placed here; null for orders placed elsewhere. */
  placedAt: z.int().nullable(),
  /** The order that this one reprints. Missing: none, or it was asked for elsewhere. */
  reprintOf: z.int().optional(),
  /** The service's own reference of the order; null: none. */
  refNumber: z.string().nullable(),
  /** Its page at the service, with the receipt. */
  receipt: z.string(),
  /** Missing: placed elsewhere. */
  agreed: z.array(orderedPartSchema).optional(),
});

/** How many orders the service counts. */
export const orderCountsSchema = z.object({
  total: z.int(),
  placed: z.int(),
  in_production: z.int(),
  cancelled: z.int(),
  unknown: z.int(),
  shipped: z.int(),
});
export type OrderCounts = z.infer<typeof orderCountsSchema>;
export type OrderView = z.infer<typeof orderViewSchema>;

/** The agreement about a model of the order; undefined if it was not ordered here. */
export const agreedPart = (
  agreed: readonly OrderedPart[] | undefined,
  { modelId, materialId }: Pick<OrderedPart, 'modelId' | 'materialId'>,
): OrderedPart | undefined => agreed?.find((one) => one.modelId === modelId && one.materialId === materialId);

/** The facts stored here about an order at the service. */
export interface RememberedOrder {
  readonly sum?: OrderSum;
  /** Epoch ms. Missing: it was not placed here. */
  readonly placedAt?: number;
  /** The page that the service suggested; undefined: none. */
  readonly receipt?: string | undefined;
  /** Its models, as they were agreed. */
  readonly parts?: readonly OrderedPart[];
  readonly reprintOf?: number;
  /** Whether the service shows another order under this number; missing: nothing would tell. */
  readonly isAnother?: (info: OrderInfo) => boolean;
  /** When the service confirmed its cancellation, epoch ms. */
  readonly cancelledAt?: number;
}
type Remembered = ReadonlyMap<number, RememberedOrder>;

/** The list with what was placed and cancelled from here since the service gave it at `asOf`, epoch ms. */
export function withOwnOrders(list: OrderList, remembered: Remembered, asOf: number): OrderList {
  const ordersStatus = { ...list.ordersStatus };
  const ordersCount = { ...list.ordersCount };
  for (const [orderId, { cancelledAt = 0, placedAt = 0 }] of remembered) {
    if (placedAt > asOf && ordersStatus[String(orderId)] === undefined) {
      ordersStatus[String(orderId)] = { status: 'placed', items: {} };
      ordersCount.total++;
      ordersCount.placed++;
    }
    const order = ordersStatus[String(orderId)];
    if (order === undefined || order.status === 'cancelled' || cancelledAt <= asOf) continue;
    ordersCount[order.status]--;
    ordersCount.cancelled++;
    const items = Object.entries(order.items).map(([id, item]) => {
      const { processing, in_production, complete, cancelled } = item.status;
      const status = { ...nothingCounted, complete, cancelled: cancelled + processing + in_production };
      return [id, { ...item, status }];
    });
    ordersStatus[String(orderId)] = { ...order, status: 'cancelled', items: Object.fromEntries(items) };
  }
  return { ...list, ordersStatus, ordersCount };
}

const nothingCounted = { processing: 0, in_production: 0, complete: 0, cancelled: 0 };

/**
 * Newest first (ids increase). `remembered` is keyed by order id. `baseUrl`: of the service. An order without
 * a record is shown without its parts [Assumption: orders-without-record].
 */
export function orderViews(list: OrderList, remembered: Remembered, baseUrl: string): OrderView[] {
  const ids = new Set([
    ...Object.keys(list.ordersStatus).map(Number),
    ...list.ordersInfo.map((o) => o.orderId),
  ]);
  return [...ids]
    .sort((a, b) => b - a)
    .map((orderId) => {
      const state = list.ordersStatus[String(orderId)];
      const isCancelled = state?.status === 'cancelled';
      const info = list.ordersInfo.find((order) => order.orderId === orderId);
      const stored = remembered.get(orderId);
      const known = info && stored?.isAnother?.(info) ? undefined : stored;
      const products = info?.orderProducts ?? [];
      const items = products.map((product) => ({
        orderProductId: product.orderProductId,
        title: product.productTitle,
        description: product.optionDescription,
        quantity: product.quantity,
        status: state?.items[String(product.orderProductId)]?.status ?? nothingCounted,
        models: product.models.map((model) => ({
          modelId: model.modelId,
          materialId: model.materialId,
          rejectionReasons: (model.rejection?.rejectionReasons ?? []).map(readable),
          affectedMaterials: (model.rejection?.affectedMaterials ?? []).map(materialNamed),
        })),
      }));
      return {
        orderId,
        status: state?.status ?? 'unknown',
        // A cancelled order ships nowhere, whatever was planned.
        targetShipDate: (!isCancelled && info?.targetShipDate) || '',
        targetDeliveryDate: (!isCancelled && info?.targetDeliveryDate) || '',
        items,
        shipments: info?.shipments ?? [],
        currency: known?.sum?.currency ?? null,
        ...(known?.sum && { sum: known.sum }),
        ...(known?.reprintOf !== undefined && { reprintOf: known.reprintOf }),
        placedAt: known?.placedAt ?? null,
        refNumber: refNumberOf(info?.refNumber),
        receipt: receiptAddress(orderId, known?.receipt, baseUrl),
        ...(known?.parts && { agreed: [...known.parts] }),
      };
    });
}

/** The spec does not say what it is; it can be null. */
const refNumberOf = (raw: unknown): string | null =>
  raw === null || raw === undefined || raw === '' ? null : readable(raw);

/** The spec does not show the form of an affected material: an id or a name, alone or in an object. */
function materialNamed(material: unknown): string {
  if (typeof material !== 'object' || material === null) return String(material);
  const { materialId, title, name } = material as Record<string, unknown>;
  return String(materialId ?? title ?? name ?? JSON.stringify(material));
}

/** The spec does not show a rejection reason's form. Texts stay; objects give title and comment. */
function readable(reason: unknown): string {
  if (typeof reason === 'string') return reason;
  if (typeof reason === 'number') return String(reason);
  if (typeof reason === 'object' && reason !== null) {
    const { reasonTitle, title, comment } = reason as Record<string, unknown>;
    const texts = [reasonTitle ?? title, comment].filter((part) => typeof part === 'string' && part !== '');
    if (texts.length > 0) return texts.join(': ');
  }
  return JSON.stringify(reason);
}
