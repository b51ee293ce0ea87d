/**
 * POST /orders/<orderId>/reprint/v1 (spec: Endpoints > Orders): makes a new order of the same product to the
 * same address, free of charge [Assumption: reprint-free]. A cancelled product cannot be reprinted, and no
 * more copies are reprinted than were ordered [Assumption: reprint-limit].
 */

import { z } from 'zod';
import { success } from '../../src-shared/api/envelope.ts';
import type { ShippingOption } from '../../src-shared/api/orders.ts';
import { id, integer, text } from '../../src-shared/api/wire.ts';
import { materials } from '../catalogue/catalogue.ts';
import { callerOf, type RegisterRoutes } from '../context.ts';
import { badField, Fault, notFound } from '../fault.ts';
import { readFields, readId } from '../http/fields.ts';
import { described } from '../openapi/description.ts';
import { targetDates } from './order-dates.ts';

const reprintSchema = z.object({
  orderProductId: id,
  reprintReasonId: id,
  reprintComment: text.pipe(z.string().trim().min(1).max(5000)),
  quantity: integer.pipe(z.int().positive()),
});

export const registerReprint: RegisterRoutes = (app, context) => {
  app.post<{ Params: { orderId: string } }>(
    '/orders/:orderId/reprint/v1',
    described('Print a product of an order again', success({ orderId: id }), { body: reprintSchema }),
    async (request) => {
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
      // Recipient, address and shipping are those of the order.
      const { order_id, status, subtotal_cents, fee_cents, created_at, products, shipments, ...delivery } =
        order;
      const placed = await context.orders.reprint(
        {
          ...delivery,
          incentives_json: '[]',
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
    },
  );
};
