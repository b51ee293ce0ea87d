/**
 * The pages that answers point to: a model (`urls`, secretKey view), its edit view, the claim page (spec:
 * Resources > Model > claimKey), the receipt of an order (`checkOrderStatus`) and the tracking of a parcel.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { optionalText } from '../../src-shared/api/wire.ts';
import { materials } from '../catalogue/catalogue.ts';
import type { RegisterRoutes } from '../context.ts';
import { readFields } from '../http/fields.ts';
import { dollars } from '../pricing/price-in-material.ts';
import { unitPriceCents, whyNotPrintable } from '../routes/model-view.ts';
import { dateOnWire } from '../routes/order-view.ts';
import { readMaterialSettings } from '../store/json-columns.ts';
import { type ModelRow, measuredOf } from '../store/models.ts';
import { sameSecret } from '../store/secrets.ts';
import { html, sendPage } from './page.ts';
import { requireCsrf, signedIn } from './sessions.ts';
import { signInPath } from './sign-in.ts';

type ById = { Params: { modelId: string }; Querystring: Record<string, unknown> };

const editSchema = z.object({ title: optionalText, description: optionalText, csrf: optionalText });
const sumOf = (bookings: readonly { readonly cents: number }[]): number =>
  bookings.reduce((sum, { cents }) => sum + cents, 0);
const money = (cents: number): string => `${dollars(cents).toFixed(2)} USD`;

export const registerModelPages: RegisterRoutes = (app, context) => {
  const open = { config: { access: 'open', isPage: true, bodyBytes: 64 * 1024 } } as const;
  const { models, accounts, orders, photos } = context;
  const nothing = (reply: FastifyReply): FastifyReply =>
    sendPage(reply.status(404), {
      title: 'Nothing to see here',
      body: html`<p>This address leads to nothing, or it needs its key.</p>`,
    });
  const modelOf = (request: FastifyRequest<ById>): Promise<ModelRow | undefined> =>
    /^\d{1,15}$/.test(request.params.modelId)
      ? models.find(Number(request.params.modelId))
      : Promise.resolve(undefined);
  const keyFits = (key: unknown, secret: string): boolean =>
    typeof key === 'string' && secret !== '' && sameSecret(key, secret);

  app.get<ById>('/model/:modelId', open, async (request, reply) => {
    const model = await modelOf(request);
    const account = await signedIn(request, accounts);
    const { key } = request.query;
    const byKey = model !== undefined && keyFits(key, model.secret_key);
    if (!model || !(model.is_public === 1 || byKey || account?.accountId === model.account_id))
      return nothing(reply);
    const file = await models.findFile(model.model_id, model.latest_version);
    if (!file) return nothing(reply);
    const measured = measuredOf(file);
    const settings = readMaterialSettings(model.materials_json);
    const offered = [...materials.values()].filter(
      (one) => settings[one.materialId]?.isActive !== false && whyNotPrintable(one, measured) === null,
    );
    const pictures = await photos.list(model.model_id);
    const suffix = byKey ? `?key=${model.secret_key}` : '';
    return sendPage(reply, {
      title: model.title,
      wide: true,
      body: html`<p>${model.description}</p>${pictures.map(
        (photo) =>
          html`<p><img src="/photos/${photo.photo_id}${suffix}" alt="${photo.title || model.title}" width="${Math.min(photo.width, 760)}"></p>`,
      )}<h2>Materials and prices</h2>${
        offered.length === 0
          ? html`<p>${measured.state === 'processing' ? 'The model is still being measured.' : 'No material can print this model.'}</p>`
          : html`<table><tbody>${offered.map(
              (one) =>
                html`<tr><td><img src="/swatches/${one.materialId}.svg" alt="" width="28"></td><td>${one.title}</td><td>${money(unitPriceCents(one, measured, settings[one.materialId]))}</td></tr>`,
            )}</tbody></table>`
      }`,
    });
  });

  app.get<ById>('/model/:modelId/edit', open, async (request, reply) => {
    const account = await signedIn(request, accounts);
    if (!account) return reply.redirect(signInPath(request.url), 303);
    const model = await modelOf(request);
    if (model?.account_id !== account.accountId) return nothing(reply);
    return sendPage(reply, {
      title: `Edit ${model.title}`,
      body: html`<form method="post" action="${account.at(`/model/${model.model_id}/edit`)}"><input type="hidden" name="csrf" value="${account.csrf}">
<label for="title">Title</label><input id="title" name="title" value="${model.title}" maxlength="200" required>
<label for="description">Description</label><textarea id="description" name="description" rows="5">${model.description}</textarea>
<button>Save</button></form><p class="muted"><a href="${account.at(`/model/${model.model_id}`)}">Show the model</a></p>`,
    });
  });

  app.post<ById>('/model/:modelId/edit', open, async (request, reply) => {
    const account = await signedIn(request, accounts);
    const model = await modelOf(request);
    if (!account || model?.account_id !== account.accountId) return nothing(reply);
    const { title, description, csrf } = readFields(editSchema, request.body ?? {});
    requireCsrf(account, csrf);
    const changed = await models.update(model.model_id, account.accountId, () => ({
      ...(title.trim() !== '' && { title: title.trim().slice(0, 200) }),
      description: description.slice(0, 20_000),
    }));
    if (!changed) return nothing(reply);
    return reply.redirect(account.at(`/model/${model.model_id}/edit`), 303);
  });

  app.get<ById>('/model/claim/:modelId', open, async (request, reply) => {
    const model = await modelOf(request);
    const key = request.query['key'];
    if (!model || !keyFits(key, model.claim_key)) return nothing(reply);
    const account = await signedIn(request, accounts);
    if (!account) return reply.redirect(signInPath(request.url), 303);
    return sendPage(reply, {
      title: `Claim ${model.title}?`,
      body: html`<p>The model moves into your account, <strong>${account.username}</strong>.</p><form method="post" action="${account.at(`/model/claim/${model.model_id}`)}">
<input type="hidden" name="csrf" value="${account.csrf}"><input type="hidden" name="key" value="${String(key)}"><button>Claim the model</button></form>`,
    });
  });

  app.post<ById>('/model/claim/:modelId', open, async (request, reply) => {
    const account = await signedIn(request, accounts);
    const model = await modelOf(request);
    const fields = (request.body ?? {}) as Record<string, unknown>;
    if (!account || !model || !keyFits(fields['key'], model.claim_key)) return nothing(reply);
    requireCsrf(account, fields['csrf']);
    if (!(await models.claim(model, account.accountId))) return nothing(reply);
    return reply.redirect(account.at(`/model/${model.model_id}/edit`), 303);
  });

  app.get<{ Querystring: Record<string, unknown> }>('/checkout/receipt', open, async (request, reply) => {
    const account = await signedIn(request, accounts);
    if (!account) return reply.redirect(signInPath(request.url), 303);
    const orderId = Number(request.query['orderId']);
    const order = Number.isSafeInteger(orderId) && (await orders.find(account.accountId, orderId));
    if (!order) return nothing(reply);
    const bookings = await orders.ledgerOf(order.order_id);
    const refunded = sumOf(bookings.filter(({ cents }) => cents < 0));
    return sendPage(reply, {
      title: `Order ${order.order_id}`,
      wide: true,
      body: html`<p>Status: <strong>${order.status.replaceAll('_', ' ')}</strong>. It is to leave on ${dateOnWire(order.target_ship_at)} and to arrive on ${dateOnWire(order.target_delivery_at)} (UTC).</p>
<table><tbody>${order.products.map(
        (row) =>
          html`<tr><td>${row.quantity} x</td><td>${row.title} in ${row.material_title}</td><td>${money(row.unit_price_cents * row.quantity)}</td></tr>`,
      )}<tr><td></td><td>Shipping</td><td>${money(order.shipping_cents)}</td></tr><tr><td></td><td>Service fee (5 %)</td><td>${money(order.fee_cents)}</td></tr><tr><td></td><th>Total</th><th>${money(sumOf(bookings.filter(({ cents }) => cents > 0)))}</th></tr>${
        refunded < 0 &&
        html`<tr><td></td><td>Refunded</td><td>${money(refunded)}</td></tr><tr><td></td><th>Paid</th><th>${money(sumOf(bookings))}</th></tr>`
      }</tbody></table>
${order.shipments.map((parcel) => html`<p>Sent with ${parcel.carrier}: <a href="${context.linkFrom(request, `/tracking/${parcel.tracking_number}`)}">${parcel.tracking_number}</a></p>`)}`,
    });
  });

  app.get<{ Params: { number: string } }>('/tracking/:number', open, async (request, reply) => {
    const parcel = await orders.findShipment(request.params.number);
    if (!parcel) return nothing(reply);
    return sendPage(reply, {
      title: `Parcel ${parcel.tracking_number}`,
      body: html`<p>It left the workshop with ${parcel.carrier} on ${dateOnWire(parcel.ship_date)} (UTC).</p>`,
    });
  });
};
