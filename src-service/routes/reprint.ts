/**
 * POST /orders/<orderId>/reprint/v1 (spec: Endpoints > Orders): makes a new order of the same product to the same
 * address, free of charge [Assumption: reprint-free]. A cancelled product cannot be reprinted, and no more copies
 * are reprinted than were ordered [Assumption: reprint-limit].
 */
import { z } from 'zod';
import type { ShippingOption } from '../../src-shared/api/orders.ts';
import { id, integer, text } from '../../src-shared/api/wire.ts';
import { materials } from '../catalogue/catalogue.ts';
import { callerOf, type RegisterRoutes } from '../context.ts';
import { badField, Fault, notFound } from '../fault.ts';
import { readFields, readId } from '../http/fields.ts';
import type { OrderRow } from '../store/order-records.ts';
import { targetDates } from './order-dates.ts';

const reprintSchema = z.object({
  orderProductId: id,
  reprintReasonId: id,
  reprintComment: text.pipe(z.string().trim().min(1).max(5000)),
  quantity: integer.pipe(z.int().positive()),
});

export const registerReprint: RegisterRoutes = (app, context) => {
  app.post<{ Params: { orderId: string } }>('/orders/:orderId/reprint/v1', async (request) => {
    const caller = callerOf(request);
    const orderId = readId(request.params.orderId, 'Order');
    const order = await context.orders.find(caller.accountId, orderId);
    if (!order) throw notFound('Order', orderId);
    const fields = readFields(reprintSchema, request.body ?? {});
    const product = order.products.find((row) => row.order_product_id === fields.orderProductId);
    if (!product) throw badField('orderProductId', `names no product of order ${orderId}.`);
    const material = materials.get(product.material_id);
    const { shipAt, deliveryAt } = targetDates(
      context.clock(),
      material ? [material] : [],
      order.shipping_option as ShippingOption,
    );
    const placed = await context.orders.reprint(
      {
        ...deliveryOf(order),
        client_id: caller.clientId,
        target_ship_at: shipAt,
        target_delivery_at: deliveryAt,
        reprint_of: orderId,
        shipping_cents: 0,
      },
      {
        model_id: product.model_id,
        model_version: product.model_version,
        material_id: product.material_id,
        title: product.title,
        material_title: product.material_title,
        spin: product.spin,
        sha256: product.sha256,
        quantity: fields.quantity,
        unit_price_cents: 0,
      },
      {
        of_product_id: product.order_product_id,
        reason_id: fields.reprintReasonId,
        comment: fields.reprintComment,
      },
    );
    if ('refused' in placed) {
      throw placed.refused === 'cancelled'
        ? new Fault(400, 'cancelled', `Product ${fields.orderProductId} was cancelled and never printed.`)
        : badField(
            'quantity',
            `is ${fields.quantity}, and ${placed.left} of the product can still be reprinted.`,
          );
    }
    return {
      result: 'success',
      orderId: placed.orderId,
      nextActionSuggestions: { checkOrderStatus: `/checkout/receipt?orderId=${placed.orderId}` },
    };
  });
};

/** The columns that a reprint takes from its order: recipient, address and shipping. */
const deliveryOf = (order: OrderRow) => ({
  account_id: order.account_id,
  first_name: order.first_name,
  last_name: order.last_name,
  country: order.country,
  state: order.state,
  city: order.city,
  address1: order.address1,
  address2: order.address2,
  address3: order.address3,
  zip_code: order.zip_code,
  phone_number: order.phone_number,
  email: order.email,
  shipping_option: order.shipping_option,
  payment_method: order.payment_method,
  incentives_json: '[]',
  metadata_json: order.metadata_json,
});
