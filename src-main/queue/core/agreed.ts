/** Changes of the agreement of an order in the queue. */
import { feeAmount } from '../../../src-shared/api/fee.ts';
import type { Agreement } from '../../../src-shared/jobs/agreement-schema.ts';
import type { Offer } from '../../../src-shared/jobs/job.ts';
import { offeredSum } from '../../../src-shared/jobs/order-sum.ts';
import type { OrderRecord } from '../../db/job-record.ts';

/**
 * The order with what its prices turned out to be, for the transaction that sends it. What was agreed stays.
 */
export function withFoundPrices(order: OrderRecord, found: Offer): OrderRecord {
  const { payload } = order;
  return { ...order, payload: { ...payload, agreement: { ...payload.agreement, found } } };
}

/**
 * The order after the person agreed to the current price, which has no tolerance and no limit. Lines may be
 * uploaded again if that turns out wrong too.
 */
export function agreedAnew(order: OrderRecord, offer: Offer, now: number): OrderRecord {
  const { parts, currency, unitPrices, models, shippingPrice } = offer;
  const { found: _, tolerance: _tolerance, maxTotal: _maxTotal, ...before } = order.payload.agreement;
  const lines = before.lines.map((line, index) => {
    const unitPrice = unitPrices[index] ?? line.unitPrice;
    const { limit: _limit, estimate: _estimate, ...agreed } = line;
    const found = models[index];
    if (!found) return { ...agreed, unitPrice, base: null, markup: line.file && line.markup };
    const { base, markup, version, md5 } = found;
    return { ...agreed, unitPrice, base, markup, model: line.model && { ...line.model, version, md5 } };
  });
  const agreement: Agreement = {
    ...before,
    lines,
    currency,
    parts,
    fee: feeAmount(parts, currency),
    shipping: { ...before.shipping, price: shippingPrice ?? before.shipping.price },
    agreedAt: now,
  };
  const payload = {
    ...order.payload,
    lines: order.payload.lines.map(({ replaced: _, limit: _limit, estimate: _estimate, ...line }, index) => ({
      ...line,
      unitPrice: lines[index]?.unitPrice ?? line.unitPrice,
    })),
    confirmedParts: parts,
    currency,
    consentAt: now,
    agreement,
  };
  return { ...order, payload, offer: null };
}

/** The prices of the agreement, for a person to repeat. */
export function offerAsAgreed({ lines, currency, parts, shipping }: Agreement, now: number): Offer {
  const offered = { parts, currency, shippingPrice: shipping.price };
  return {
    ...offered,
    total: offeredSum(offered).amount,
    unitPrices: lines.map(({ unitPrice }) => unitPrice ?? 0),
    models: lines.map(({ base, markup, model }) => ({
      base,
      markup,
      version: model?.version ?? null,
      md5: model?.md5 ?? null,
    })),
    quotedAt: now,
  };
}
