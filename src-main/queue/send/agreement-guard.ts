/**
 * The last check before money is spent: whether the service would make what was agreed, for what was agreed,
 * and whether the agreement is young enough (reliability: I13). Called while an order is prepared; sends
 * nothing that counts.
 *
 * A file goes as a model of its own. If the model of its upload is not what was agreed any more, the file is
 * uploaded once more and the order waits for that. Everything else that differs is asked about, all of it at
 * once.
 */
import { isSameFile } from '../../../src-shared/api/same-file.ts';
import type { AppErrorCode } from '../../../src-shared/error-codes.ts';
import type { AgreedLine, Agreement } from '../../../src-shared/jobs/agreement-schema.ts';
import type { Offer } from '../../../src-shared/jobs/job.ts';
import { offeredSum, orderSum } from '../../../src-shared/jobs/order-sum.ts';
import type { MessageRef } from '../../../src-shared/messages/message.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import { isOpen, mostOf, roundMoney, totalOf } from '../../../src-shared/units/money.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';
import type { OrderRecord } from '../../db/job-record.ts';
import { mainProblem, sentences } from '../../main-error.ts';
import type { Ledger } from '../core/ledger.ts';
import { Held } from '../core/step-failure.ts';
import { withdrawnConsent } from '../core/withdraw-consents.ts';
import { askPrices, askShippingPrice, type CheckedLine, type Misfit, type Priced } from './line-prices.ts';
import { requireMeasured } from './measuring.ts';
import type { ModelNow, ModelsNow } from './models-now.ts';

/** A consent older than this is asked for again, in ms. */
export const consentLasts = 24 * 3_600_000;

export interface GuardOptions {
  readonly client: Pick<ServiceClient, 'quote' | 'listShippingPrices'>;
  readonly now: () => number;
  /** Uploads the files of these lines again; called in the transaction in which the order begins to wait. */
  readonly replaceUploads: (ledger: Ledger, orderId: string, lines: ReadonlySet<number>) => void;
}

/**
 * Returns what the order costs if it may be sent. Throws `Held` with what it costs now if the person has to
 * agree anew, or to wait for an upload; `still-measuring` if the service has not measured a model yet;
 * `price-missing` if it names no price for a line; and what the client throws.
 */
export async function guardAgreement(
  order: OrderRecord,
  agreement: Agreement,
  lines: readonly CheckedLine[],
  models: ModelsNow,
  options: GuardOptions,
): Promise<Offer> {
  const { client, now, replaceUploads } = options;
  const misfits = lines.map((one) => misfitOf(one, models.get(one.modelId) ?? null));
  const replaceable = lines.flatMap(({ agreed, line }, index) =>
    misfits[index] !== null && agreed.file !== null && line.replaced !== true ? [index] : [],
  );
  const first = lines[replaceable[0] ?? -1];
  if (first !== undefined) {
    const problem = mainProblem('model-replaced', ref('agreement.replaced', { title: first.agreed.title }));
    throw new Held('dependency', problem, null, (ledger) =>
      replaceUploads(ledger, order.id, new Set(replaceable)),
    );
  }
  const differing = lines.flatMap((one, index) => misfitText(one, misfits[index] ?? null));
  const isHopeless = lines.some(
    ({ agreed }, index) =>
      misfits[index] === 'withheld' || (misfits[index] === 'gone' && agreed.file === null),
  );
  const asking = (code: AppErrorCode, reasons: readonly MessageRef[], offer: Offer | null) =>
    ask(
      code,
      reasons,
      offer,
      lines.some(({ agreed }) => agreed.file !== null),
    );
  if (isHopeless) throw asking('order-differs', differing, null);
  requireMeasured(order, lines, models, now());
  const priced = await askPrices(lines, models, misfits, client);
  const shippingPrice = await askShippingPrice(agreement, client);
  const offer = offerOf(lines, priced, shippingPrice, agreement.currency, now());
  const { code, reasons } = comparePrices(agreement, lines, priced, offer);
  const doubt = doubtOf(order.payload.consentAt, offer, now());
  // It may have been sent from a newer copy of the folder, which matters more than what it costs.
  if (doubt?.code === 'restored') throw asking('restored', [doubt.reason, ...differing, ...reasons], offer);
  if (differing.length > 0) throw asking('order-differs', [...differing, ...reasons], offer);
  if (code !== null) throw asking(code, reasons, offer);
  if (doubt !== null) throw asking(doubt.code, [doubt.reason], offer);
  return offer;
}

function misfitOf({ line, agreed, uploadedVersion }: CheckedLine, model: ModelNow | null): Misfit | null {
  if (model === null) return 'gone';
  const entry = model.materials[String(agreed.materialId)];
  if (!hasAgreedFile(agreed, model, uploadedVersion)) return 'file';
  if (entry?.isActive === false) return 'withheld';
  // The one that was uploaded last may have a markup of the service's own: a person decides about its price.
  const isOwn = agreed.file !== null && line.replaced !== true;
  return isOwn && isMore(entry?.markup ?? 0, agreed.markup ?? 0, 0) ? 'markup' : null;
}

function hasAgreedFile(
  { file, model: wanted }: AgreedLine,
  { version, file: reported }: ModelNow,
  uploadedVersion: number | null,
): boolean {
  if (file !== null) {
    if (reported === null) return version === uploadedVersion;
    return isSameFile({ fileMd5Checksum: reported.md5, contentLength: reported.size }, file);
  }
  const { md5 = null, version: agreedVersion = null } = wanted ?? {};
  if (md5 !== null && reported !== null) return reported.md5 === md5;
  // Versions never change: the same number is the same file.
  return agreedVersion === null || version === agreedVersion;
}

function offerOf(
  lines: readonly CheckedLine[],
  priced: readonly Priced[],
  shippingPrice: number | null,
  agreedCurrency: string,
  quotedAt: number,
): Offer {
  const other = priced.find(({ currency }) => currency !== agreedCurrency);
  const currency = other?.currency ?? agreedCurrency;
  const unitPrices = priced.map(({ unitPrice }) => unitPrice);
  const costing = lines.map(({ agreed }, index) => ({ ...agreed, unitPrice: unitPrices[index] ?? 0 }));
  const models = priced.map(({ base, markup, model }) => ({
    base,
    markup,
    version: model?.version ?? null,
    md5: model?.file?.md5 ?? null,
  }));
  const offered = { parts: totalOf(costing, currency), currency, shippingPrice };
  return { ...offered, total: offeredSum(offered).amount, unitPrices, models, quotedAt };
}

function misfitText({ agreed, modelId }: CheckedLine, misfit: Misfit | null): MessageRef[] {
  const { title, materialTitle: material } = agreed;
  switch (misfit) {
    case 'gone':
      return [ref('agreement.gone', { model: String(modelId), title })];
    case 'file':
      return [ref('agreement.file', { model: String(modelId), title })];
    case 'withheld':
      return [ref('agreement.withheld', { title, material })];
    case 'markup':
    case null:
      // A markup shows in the price.
      return [];
  }
}

/**
 * All reasons in one text. Without an offer there is nothing that the person could agree to. `hasFiles`:
 * their uploads went before the prices were compared [Assumption: upload-before-price].
 */
function ask(
  code: AppErrorCode,
  reasons: readonly MessageRef[],
  offer: Offer | null,
  hasFiles: boolean,
): Held {
  // An older copy of the data cannot say that nothing was ordered.
  const nothingOrdered = hasFiles ? 'agreement.confirmUploaded' : 'agreement.confirm';
  const next =
    offer === null
      ? ref('agreement.cancel')
      : ref(code === 'restored' ? 'agreement.confirmRestored' : nothingOrdered, {
          now: { amount: offer.total, currency: offer.currency },
        });
  const [first = next, ...more] = reasons;
  return new Held('consent', mainProblem(code, sentences(first, ...more, next)), offer);
}

/** Half a cent: rounding of binary fractions is no rise. */
const isMore = (now: number, before: number, tolerance: number): boolean =>
  now > before * (1 + tolerance) + 0.005;

/** The service names the very prices that were agreed. */
export const isAsAgreed = ({ parts, lines, shipping }: Agreement, offer: Offer): boolean =>
  isSame(offer.parts, parts) &&
  lines.every(({ unitPrice }, at) => isSame(offer.unitPrices[at] ?? null, unitPrice)) &&
  (offer.shippingPrice === null || isSame(offer.shippingPrice, shipping.price));

const isSame = (now: number | null, agreed: number | null): boolean =>
  now !== null && agreed !== null && Math.abs(now - agreed) <= 0.005;

/** Compares the whole and each line with what was agreed. */
function comparePrices(
  agreement: Agreement,
  lines: readonly CheckedLine[],
  priced: readonly Priced[],
  offer: Offer,
): {
  readonly code: 'currency-changed' | 'above-limit' | 'price-rose' | null;
  readonly reasons: readonly MessageRef[];
} {
  const { currency } = offer;
  const { tolerance = 0 } = agreement;
  const agreed = { amount: agreement.parts, currency: agreement.currency, isLimit: false };
  const totals = {
    before: orderSum(agreed, agreement.shipping.price),
    now: { amount: offer.total, currency },
  };
  if (currency !== agreement.currency)
    return { code: 'currency-changed', reasons: [ref('agreement.currency', totals)] };
  const rises = lines.flatMap(({ agreed }, index): MessageRef[] => {
    const { unitPrice = 0, markup = null } = priced[index] ?? {};
    const { quantity, title, materialTitle: material } = agreed;
    const agreedPrice = mostOf(agreed);
    if (!isMore(unitPrice * quantity, agreedPrice * quantity, tolerance)) return [];
    if (isOpen(agreed)) {
      const limit = { amount: agreedPrice, currency };
      const above = { amount: roundMoney(unitPrice - agreedPrice, currency), currency };
      return [
        ref('agreement.aboveLimit', { title, material, limit, above, now: { amount: unitPrice, currency } }),
      ];
    }
    const prices = { now: { amount: unitPrice, currency }, before: { amount: agreedPrice, currency } };
    if (markup === null || markup === 0) return [ref('agreement.price', { title, material, ...prices })];
    const owner = { markup: { amount: markup, currency } };
    return [ref('agreement.priceWithMarkup', { title, material, ...prices, ...owner })];
  });
  const hasOpen = agreement.lines.some(isOpen);
  const total = ref(hasOpen ? 'agreement.totalAboveLimit' : 'agreement.rose', totals);
  const rose = isMore(offer.parts, agreement.parts, tolerance) ? [total] : [];
  const { price: agreedShipping } = agreement.shipping;
  const shipping =
    agreedShipping !== null && isMore(offer.shippingPrice ?? 0, agreedShipping, tolerance)
      ? [
          ref('agreement.shipping', {
            before: { amount: agreedShipping, currency },
            now: { amount: offer.shippingPrice ?? 0, currency },
          }),
        ]
      : [];
  const limit = limitText(agreement, offer);
  const reasons = [...rose, ...rises, ...shipping, ...limit];
  if (reasons.length === 0) return { code: null, reasons };
  const isAbove = limit.length > 0 || (hasOpen && rose.length + rises.length > 0);
  return { code: isAbove ? 'above-limit' : 'price-rose', reasons };
}

/** Why the order is not certain to stay within the limit for all of it. */
function limitText({ maxTotal }: Agreement, { total, shippingPrice, currency }: Offer): MessageRef[] {
  if (maxTotal === undefined) return [];
  const limit = { amount: maxTotal, currency };
  if (isMore(total, maxTotal, 0))
    return [ref('agreement.totalAboveLimit', { now: { amount: total, currency }, before: limit })];
  return shippingPrice === null ? [ref('agreement.shippingUnknown', { limit })] : [];
}

/** Why an agreement that still fits does not count any more; null if it does. */
function doubtOf(
  consentAt: number,
  { total, currency }: Offer,
  now: number,
): { readonly code: 'restored' | 'consent-old'; readonly reason: MessageRef } | null {
  const price = { now: { amount: total, currency } };
  if (consentAt === withdrawnConsent) return { code: 'restored', reason: ref('agreement.restored', price) };
  // The clock may have been moved in either direction.
  const isOld = Math.abs(now - consentAt) > consentLasts;
  return isOld ? { code: 'consent-old', reason: ref('agreement.old', price) } : null;
}
