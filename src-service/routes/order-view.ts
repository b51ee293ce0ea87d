/** Orders as answers show them (spec: Resources > Order). The ids in order products are strings. */
import { orderStatuses } from '../../src-shared/api/orders.ts';
import { materials } from '../catalogue/catalogue.ts';
import { type Rejection, readRejection } from '../store/json-columns.ts';
import type { OrderProductRow, OrderWithProducts, ShipmentRow } from '../store/order-records.ts';

/** `YYYY-MM-DD hh:mm:ss`, in UTC [Assumption: dates-in-utc]. */
export const dateOnWire = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

export function viewOrders(
  counts: Readonly<Record<string, number>>,
  orders: readonly OrderWithProducts[],
  baseUrl: string,
) {
  return {
    ordersCount: {
      total: Object.values(counts).reduce((sum, count) => sum + count, 0),
      ...Object.fromEntries(orderStatuses.map((status) => [status, counts[status] ?? 0])),
    },
    ordersStatus: Object.fromEntries(
      orders.map((order) => [
        order.order_id,
        {
          status: order.status,
          items: Object.fromEntries(order.products.map((row) => [row.order_product_id, viewItem(row)])),
        },
      ]),
    ),
    ordersInfo: orders.map((order) => viewInfo(order, baseUrl)),
  };
}

const viewItem = (row: OrderProductRow) => ({
  title: row.title,
  quantity: row.quantity,
  status: {
    processing: row.processing,
    in_production: row.in_production,
    complete: row.complete,
    cancelled: row.cancelled,
  },
});

const viewInfo = (order: OrderWithProducts, baseUrl: string) => ({
  orderId: order.order_id,
  refNumber: null,
  targetDeliveryDate: dateOnWire(order.target_delivery_at),
  targetShipDate: dateOnWire(order.target_ship_at),
  // Null until the first parcel leaves (spec: Resources > Order).
  shipments: order.shipments.length === 0 ? null : order.shipments.map((row) => viewShipment(row, baseUrl)),
  orderProducts: order.products.map(viewProduct),
});

const viewShipment = (shipment: ShipmentRow, baseUrl: string) => ({
  shipmentId: shipment.shipment_id,
  shipDate: dateOnWire(shipment.ship_date),
  carrier: shipment.carrier,
  trackingNumber: shipment.tracking_number,
  trackingLink: `${baseUrl}/tracking/${shipment.tracking_number}`,
});

const notRejected: Rejection = { rejectionReasons: [], affectedMaterials: [] };

const viewProduct = (row: OrderProductRow) => ({
  orderProductId: String(row.order_product_id),
  spin: row.spin,
  productTitle: row.title,
  // One option per product and material; the material's id is the option's id [Assumption: option-id].
  optionId: String(row.material_id),
  optionDescription: `${row.title} in ${materials.get(row.material_id)?.title ?? row.material_title}`,
  quantity: row.quantity,
  models: [
    {
      modelId: String(row.model_id),
      materialId: String(row.material_id),
      title: row.title,
      rejection: row.rejection_json === null ? notRejected : readRejection(row.rejection_json),
    },
  ],
});
