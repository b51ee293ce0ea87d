/**
 * The last check before money is spent: today's price against the confirmed one, and the age of the consent
 * (reliability: I13). Called while an order is prepared; sends nothing that counts.
 */
import { type PriceEntry, priceGeometrySchema } from '../../../src-shared/api/price.ts';
import type { Offer, OrderLine, OrderPayload, Problem } from '../../../src-shared/jobs/job.ts';
import { CodedError } from '../../../src-shared/result.ts';
import { minorDigits, totalOf } from '../../../src-shared/units/money.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';
import { Held } from '../core/step-failure.ts';

/** Replaces the time of a consent that a restored database cannot vouch for. */
export const withdrawnConsent = 0;
/** A consent older than this is asked for again, in ms. */
export const consentLasts = 24 * 3_600_000;

/**
 * Returns if the order may be sent. Throws `Held` with today's price if a new consent is needed, `price-missing` if the
 * service names no price for a line, and what the client throws.
 */
export async function guardPrice(
  payload: OrderPayload,
  client: Pick<ServiceClient, 'quote' | 'getModelInfo'>,
  tolerance: number,
  now: () => number,
): Promise<void> {
  const offer = await offerOf(payload, client, now);
  const problem = reasonToAsk(payload, offer, tolerance, now());
  if (problem !== null) throw new Held('consent', problem, offer);
}

async function offerOf(
  payload: OrderPayload,
  client: Pick<ServiceClient, 'quote' | 'getModelInfo'>,
  now: () => number,
): Promise<Offer> {
  const byGeometry = new Map<string, Promise<Record<string, PriceEntry>>>();
  for (const { geometry } of payload.lines) {
    const key = JSON.stringify(geometry);
    if (byGeometry.has(key)) continue;
    const same = payload.lines.filter((line) => JSON.stringify(line.geometry) === key);
    const materials = [...new Set(same.map((line) => line.materialId))];
    byGeometry.set(key, client.quote(geometry ?? anyCube, materials));
  }
  // All are awaited, so that a second failure is not left unhandled.
  const answers = await Promise.allSettled(byGeometry.values());
  const failed = answers.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  const entries: PriceEntry[] = [];
  for (const line of payload.lines) {
    const prices = await byGeometry.get(JSON.stringify(line.geometry));
    const quoted = prices?.[String(line.materialId)];
    const entry = quoted && line.geometry === null ? await ownPrice(line, quoted, client) : quoted;
    // A price of 0 or below means that none is known yet (compatibility: Answers).
    if (!entry || entry.price <= 0 || entry.currency.length !== 3) {
      throw new CodedError(
        'price-missing',
        `The service names no price for “${line.title}” in ${line.materialTitle} now. Fabdesk asks again later; cancel the order to choose another material.`,
      );
    }
    entries.push(entry);
  }
  const other = entries.find((entry) => entry.currency !== payload.currency);
  const currency = other?.currency ?? payload.currency;
  const unitPrices = entries.map((entry) => entry.price);
  const priced = payload.lines.map((line, index) => ({ ...line, unitPrice: unitPrices[index] ?? 0 }));
  return { total: totalOf(priced, currency), currency, unitPrices, quotedAt: now() };
}

/** Its price is not used, only its currency: a model's own prices name none [Assumption: model-price-currency]. */
const anyCube = priceGeometrySchema.parse({
  volume: 1e-6,
  area: 6e-4,
  xBoundMax: 0.01,
  yBoundMax: 0.01,
  zBoundMax: 0.01,
});

/** The price that a model of the service has in the material of the line; 0 if the service names none. */
async function ownPrice(
  { source, materialId }: OrderLine,
  { currency }: PriceEntry,
  client: Pick<ServiceClient, 'getModelInfo'>,
): Promise<PriceEntry> {
  if (!('modelId' in source)) throw new Error('a line without measures names a model');
  const { materials } = await client.getModelInfo(source.modelId);
  return { price: materials[String(materialId)]?.price ?? 0, currency };
}

function reasonToAsk(payload: OrderPayload, offer: Offer, tolerance: number, now: number): Problem | null {
  const { confirmedTotal, currency, consentAt } = payload;
  const money = (amount: number, code: string) => `${amount.toFixed(minorDigits(code))} ${code}`;
  const before = money(confirmedTotal, currency);
  const after = money(offer.total, offer.currency);
  if (offer.currency !== currency) {
    return {
      code: 'currency-changed',
      message: `You confirmed ${before}, and the service now asks ${after}. Nothing was sent. Confirm the new price or cancel the order.`,
    };
  }
  // Half a cent: rounding of binary fractions is no rise.
  if (offer.total > confirmedTotal * (1 + tolerance) + 0.005) {
    return {
      code: 'price-rose',
      message: `The price rose from ${before} to ${after} since you confirmed it. Nothing was sent. Confirm the new price or cancel the order.`,
    };
  }
  if (consentAt === withdrawnConsent) {
    return {
      code: 'restored',
      message: `Fabdesk’s database was damaged, and an older copy took its place. This order was not sent, but you may have changed your mind since that copy. It costs ${after} now: confirm it again or cancel it.`,
    };
  }
  // In both directions: the clock may have been moved.
  if (Math.abs(now - consentAt) > consentLasts) {
    return {
      code: 'consent-old',
      message: `You confirmed this order more than a day ago. Nothing was sent. It costs ${after} now: confirm it again or cancel it.`,
    };
  }
  return null;
}
