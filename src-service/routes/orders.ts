/** Orders: place, list, read, cancel (spec: Endpoints > Orders). */

import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  cancelledOrderSchema,
  orderListSchema,
  orderRequestSchema,
  placedOrderSchema,
} from '../../src-shared/api/orders.ts';
import { id } from '../../src-shared/api/wire.ts';
import { callerOf, type RegisterRoutes } from '../context.ts';
import { Fault, notFound } from '../fault.ts';
import { readFields, readId } from '../http/fields.ts';
import { described } from '../openapi/description.ts';
import { orderFilterNames, readOrderQuery } from './order-filters.ts';
import { viewOrders } from './order-view.ts';
import { placeOrder } from './place-order.ts';

type ById = { Params: { orderId: string }; Querystring: Record<string, unknown> };

const withOrderId = z.object({ orderId: id });
const asObject = (body: unknown): object => (typeof body === 'object' && body !== null ? body : {});
const cancelSchema = z.object({ status: z.literal('cancelled') });

export const registerOrders: RegisterRoutes = (app, context) => {
  const { orders } = context;

  const { config } = described('Place an order, paid with the card on file', placedOrderSchema, {
    body: orderRequestSchema,
  });
  app.post('/orders/v1', { config: { ...config, bodyBytes: 2 * 1024 * 1024 } }, async (request) => {
    const { orderId, productIds } = await placeOrder(context, callerOf(request), request.body ?? {});
    return {
      result: 'success',
      orderId,
      // Every product becomes one production order [Assumption: production-orders].
      productionOrderIds: productIds,
      nextActionSuggestions: { checkOrderStatus: `/checkout/receipt?orderId=${orderId}` },
    };
  });

  app.get<{ Querystring: Record<string, unknown> }>(
    '/orders/v1',
    described('The orders of the account', orderListSchema, { query: [...orderFilterNames, 'page'] }),
    async (request) => {
      // Some clients send the filters in the body (compatibility: Paths).
      const { filters, limit, page } = readOrderQuery({ ...asObject(request.body), ...request.query });
      const before = await context.staleBefore(request);
      const found = await orders.list(
        callerOf(request).accountId,
        before === null ? filters : { ...filters, before },
        limit,
        (page - 1) * limit,
      );
      return {
        result: 'success',
        ...viewOrders(found.counts, found.orders, context.baseUrl()),
        nextActionSuggestions: { url: null },
      };
    },
  );

  app.get<ById>(
    '/orders/:orderId/v1',
    described('One order, if the filters fit it', orderListSchema, { query: orderFilterNames }),
    async (request) => {
      const orderId = readId(request.params.orderId, 'Order');
      const { accountId } = callerOf(request);
      const { filters, limit } = readOrderQuery(request.query, orderId);
      const found = await orders.list(accountId, filters, limit);
      if (found.orders.length === 0 && !(await orders.find(accountId, orderId)))
        throw notFound('Order', orderId);
      return {
        result: 'success',
        ...viewOrders(found.counts, found.orders, context.baseUrl()),
        nextActionSuggestions: { url: null },
      };
    },
  );

  const cancel = async (request: FastifyRequest, orderId: number) => {
    const order = await orders.find(callerOf(request).accountId, orderId);
    if (!order) throw notFound('Order', orderId);
    readFields(cancelSchema, request.body ?? {});
    if (!(await orders.cancel(order))) {
      throw new Fault(
        400,
        'started',
        `Order ${orderId} can no longer be cancelled, because its production has started, or that of a reprint.`,
      );
    }
    return { result: 'success', orderId, nextActionSuggestions: {} };
  };
  app.put<ById>(
    '/orders/:orderId/v1',
    described('Cancel an order while nothing has started', cancelledOrderSchema, { body: cancelSchema }),
    (request) => cancel(request, readId(request.params.orderId, 'Order')),
  );
  app.put(
    '/orders/v1',
    described('The same, with the number of the order in the body', cancelledOrderSchema, {
      body: cancelSchema.extend(withOrderId.shape),
    }),
    (request) => cancel(request, readFields(withOrderId, request.body ?? {}).orderId),
  );
};
