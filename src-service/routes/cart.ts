/** The cart (spec: Endpoints > Cart) and the prices of shipping, which later clients ask for. */

import { z } from 'zod';
import { countryCodeOf } from '../../src-shared/api/countries.ts';
import { success } from '../../src-shared/api/envelope.ts';
import { feeShare } from '../../src-shared/api/fee.ts';
import { shippingPricesSchema } from '../../src-shared/api/shipping-prices.ts';
import { id, integer, list } from '../../src-shared/api/wire.ts';
import { callerOf, type RegisterRoutes } from '../context.ts';
import { badField, missingField } from '../fault.ts';
import { readFields } from '../http/fields.ts';
import { suggest } from '../http/suggestions.ts';
import { described } from '../openapi/description.ts';
import { dollars } from '../pricing/price-in-material.ts';
import { shippingRate, transitDays } from '../pricing/shipping.ts';
import { findPurchasable, materialNamed, mayBuy, notForSale } from './model-rules.ts';
import { defaultMaterialIdOf } from './model-view.ts';
import { latestFile } from './models.ts';

const cartSchema = z.object({
  modelId: id,
  materialId: id.nullish(),
  /** Recorded suggestions call it `count`. */
  count: integer.nullish(),
  quantity: integer.nullish(),
});

const cartAnswer = success({
  itemCount: integer,
  items: list(z.looseObject({ modelId: id, spin: integer, materialId: id, quantity: integer })),
});

const mostCopies = 10_000;

export const registerCart: RegisterRoutes = (app, context) => {
  const { cart, baseUrl } = context;
  const next = () => ({ placeOrder: suggest(baseUrl(), 'POST', '/orders/v1') });

  app.get('/orders/cart/v1', described('The cart', cartAnswer), async (request) => {
    const items = await cart.list(callerOf(request).accountId);
    return {
      result: 'success',
      // Copies, as recorded answers count them [Assumption: item-count].
      itemCount: items.reduce((sum, item) => sum + item.quantity, 0),
      items: items.map((item) => ({
        modelId: item.model_id,
        spin: Number(item.spin),
        materialId: item.material_id,
        quantity: item.quantity,
        cartKey: `${item.model_id}-${item.material_id}`,
      })),
      nextActionSuggestions: next(),
    };
  });

  /** Adding the same model and material again increases the quantity [Assumption: cart-adds]. */
  app.post<{ Querystring: Record<string, unknown> }>(
    '/orders/cart/v1',
    described('Put a model into the cart', success({}), { body: cartSchema }),
    async (request) => {
      // Some clients send the fields in the query and no body (compatibility: Paths).
      const sent = { ...request.query, ...((request.body ?? {}) as Record<string, unknown>) };
      const fields = readFields(cartSchema, sent);
      const quantity = fields.quantity ?? fields.count ?? 1;
      if (quantity < 1 || quantity > mostCopies)
        throw badField('quantity', `must be between 1 and ${mostCopies}.`);
      const { accountId } = callerOf(request);
      const model = await findPurchasable(context, callerOf(request), fields.modelId, 'modelId');
      const materialId = fields.materialId ?? defaultMaterialIdOf(model, await latestFile(context, model));
      materialNamed('materialId', materialId);
      const item = { account_id: accountId, model_id: model.model_id, material_id: materialId, quantity };
      if (!(await cart.add(item, (now) => mayBuy(accountId, now))))
        throw notForSale('modelId', model.model_id);
      return { result: 'success', nextActionSuggestions: next() };
    },
  );

  app.get<{ Querystring: Record<string, unknown> }>(
    '/cart/shipping-options/v1',
    described('The prices of shipping to a country', shippingPricesSchema, { query: ['country'] }),
    async (request) => {
      const country = request.query['country'];
      if (typeof country !== 'string' || country.trim() === '') throw missingField('country');
      if (countryCodeOf(country) === null) throw badField('country', 'names no country.');
      return {
        result: 'success',
        shippingOptions: (['Cheapest', 'Fastest'] as const).map((name) => {
          const { carrier, cents } = shippingRate(country, name);
          return { name, carrier, price: dollars(cents), currency: 'USD', transitDays: transitDays[name] };
        }),
        serviceFee: { share: feeShare, paidBy: 'customer' },
        nextActionSuggestions: next(),
      };
    },
  );
};
