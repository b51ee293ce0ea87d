/**
 * Places orders for POST /orders/v1 (spec: Endpoints > Orders; Errors > Addresses). Checks the address,
 * payment id and codes first, and every item and its price in the transaction that writes.
 */
import { checkAddress } from '../../src-shared/api/address-rules.ts';
import {
  addressFields,
  longestMetadata,
  type OrderRequest,
  orderRequestSchema,
} from '../../src-shared/api/orders.ts';
import { english } from '../../src-shared/messages/english.ts';
import type { CatalogueMaterial } from '../catalogue/catalogue.ts';
import type { ServiceContext } from '../context.ts';
import { badField, Fault, missingField } from '../fault.ts';
import { readFields } from '../http/fields.ts';
import { shippingCents } from '../pricing/shipping.ts';
import type { Caller } from '../store/applications.ts';
import type { Store } from '../store/dialect.ts';
import { readMaterialSettings } from '../store/json-columns.ts';
import { measuredOf } from '../store/models.ts';
import type { NewProduct } from '../store/order-records.ts';
import { findPurchasable, materialNamed } from './model-rules.ts';
import { unitPriceCents, whyNotPrintable } from './model-view.ts';
import { targetDates } from './order-dates.ts';

const mostItems = 500;
const longestLine = 200;
const texts = [...addressFields, 'paymentVerificationId'] as const;
const mostCopies = 10_000;

async function readOrderRequest(
  context: ServiceContext,
  caller: Caller,
  body: unknown,
): Promise<OrderRequest> {
  const request = readFields(orderRequestSchema, withKnownPayment(body));
  const problem = checkAddress(request)[0];
  if (problem) throw badField(problem.field, `cannot be used. ${english.say(problem.text)}`);
  if (request.items.length > mostItems) throw badField('items', `has more than ${mostItems} entries.`);
  for (const name of texts)
    if (request[name].length > longestLine) throw badField(name, `is longer than ${longestLine} characters.`);
  for (const [i, { name, value }] of request.metadata.entries()) {
    if (name.length > longestMetadata.name)
      throw badField(`metadata.${i}.name`, `is longer than ${longestMetadata.name} characters.`);
    if (value.length > longestMetadata.value)
      throw badField(`metadata.${i}.value`, `is longer than ${longestMetadata.value} characters.`);
  }
  if (!(await context.applications.paymentIdFits(caller.clientId, request.paymentVerificationId)))
    throw badField('paymentVerificationId', 'is not the one that was issued to this application.');
  requireKnownIncentives(context, request.incentives);
  await requireMetadataAllowed(context, caller, request);
  return request;
}

/** A mistyped code is refused rather than silently worth nothing [Assumption: incentive-codes]. */
function requireKnownIncentives(context: ServiceContext, codes: readonly string[]): void {
  const unknown = codes.find((code) => !context.incentives.has(code.trim()));
  if (unknown !== undefined)
    throw badField(
      'incentives',
      `names the code ${unknown.slice(0, 100)}, which this service does not know.`,
    );
}

/** Discount on the price of each copy, in percent: codes do not add up, the best one applies. */
const discountOf = (context: ServiceContext, codes: readonly string[]): number =>
  Math.max(0, ...codes.map((code) => context.incentives.get(code.trim()) ?? 0));

/** Only some applications may send metadata, about models of the order [Assumption: order-metadata]. */
async function requireMetadataAllowed(
  context: ServiceContext,
  caller: Caller,
  { metadata, items }: OrderRequest,
): Promise<void> {
  if (metadata.length === 0) return;
  if (!(await context.applications.find(caller.clientId))?.maySendMetadata)
    throw badField('metadata', 'may only be sent by applications that are allowed to. See /developer.');
  for (const [i, { modelId }] of metadata.entries())
    if (!items.some((item) => item.modelId === modelId))
      throw badField(`metadata.${i}.modelId`, `names model ${modelId}, which is not in the order.`);
}

/** `manual` is taken besides `credit_card` (compatibility: Answers) [Assumption: payment-manual]. */
function withKnownPayment(body: unknown): unknown {
  const manual =
    typeof body === 'object' &&
    body !== null &&
    (body as { paymentMethod?: unknown }).paymentMethod === 'manual';
  return manual ? { ...body, paymentMethod: 'credit_card' } : body;
}

/** The materials of the items, in their order. @throws Fault 400 for the first that does not exist */
function materialsOf({ items }: OrderRequest): CatalogueMaterial[] {
  return items.map((item, i) => {
    if (item.quantity > mostCopies) throw badField(`items.${i}.quantity`, `is more than ${mostCopies}.`);
    return materialNamed(`items.${i}.materialId`, item.materialId);
  });
}

/** The products with prices, in the order of the items. @throws Fault 400 for the first that cannot be */
async function priceItems(
  context: ServiceContext,
  caller: Caller,
  { items, incentives }: OrderRequest,
  used: readonly CatalogueMaterial[],
  tx: Store,
): Promise<NewProduct[]> {
  const products: NewProduct[] = [];
  const discount = discountOf(context, incentives);
  for (const [i, item] of items.entries()) {
    const product = await priceItem(context, caller, `items.${i}`, item, used[i]!, tx);
    products.push({
      ...product,
      unit_price_cents: Math.round((product.unit_price_cents * (100 - discount)) / 100),
    });
  }
  return products;
}

async function priceItem(
  context: ServiceContext,
  caller: Caller,
  name: string,
  item: OrderRequest['items'][number],
  material: CatalogueMaterial,
  tx: Store,
): Promise<NewProduct> {
  const model = await findPurchasable(context, caller, item.modelId, `${name}.modelId`, tx);
  const file = await context.models.findFile(model.model_id, model.latest_version, tx);
  if (!file) throw missingField(`${name}.modelId`);
  const setting = readMaterialSettings(model.materials_json)[material.materialId];
  if (setting?.isActive === false)
    throw badField(`${name}.materialId`, `names ${material.title}, which this model is not offered in.`);
  const measured = measuredOf(file);
  const why = whyNotPrintable(material, measured);
  if (why !== null) {
    throw new Fault(
      400,
      measured.state === 'processing' ? 'processing' : 'not-printable',
      `Model ${model.model_id} (${model.title}) cannot be printed in ${material.title}. ${why}`,
    );
  }
  return {
    model_id: model.model_id,
    model_version: file.version,
    material_id: material.materialId,
    title: model.title,
    material_title: material.title,
    spin: model.spin,
    sha256: file.sha256,
    quantity: item.quantity,
    unit_price_cents: unitPriceCents(material, measured, setting),
  };
}

/** The spec has this field only among the filters; it is stored if a client sends it. */
function readEmail(body: unknown): string {
  const email = (body as { email?: unknown } | null)?.email;
  return typeof email === 'string' ? email.trim().slice(0, 200) : '';
}

export async function placeOrder(context: ServiceContext, caller: Caller, body: unknown) {
  const request = await readOrderRequest(context, caller, body);
  const used = materialsOf(request);
  const { shipAt, deliveryAt } = targetDates(context.clock(), used, request.shippingOption);
  return context.orders.place(
    {
      account_id: caller.accountId,
      client_id: caller.clientId,
      first_name: request.firstName,
      last_name: request.lastName,
      country: request.country,
      state: request.state,
      city: request.city,
      address1: request.address1,
      address2: request.address2.trim(),
      address3: request.address3.trim(),
      zip_code: request.zipCode,
      phone_number: request.phoneNumber,
      email: readEmail(body),
      shipping_option: request.shippingOption,
      payment_method: request.paymentMethod,
      incentives_json: JSON.stringify(request.incentives),
      metadata_json: JSON.stringify(request.metadata),
      target_ship_at: shipAt,
      target_delivery_at: deliveryAt,
      reprint_of: null,
      shipping_cents: shippingCents(request.country, request.shippingOption),
    },
    used.length,
    (tx) => priceItems(context, caller, request, used, tx),
  );
}
