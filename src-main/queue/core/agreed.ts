/**
 * The agreement of an order in the queue. Orders of earlier versions have none: theirs is assembled from the data they
 * have, and the rest is unknown.
 */
import { feeAmount } from '../../../src-shared/api/fee.ts';
import { agreementOf } from '../../../src-shared/jobs/agreement.ts';
import type { Agreement } from '../../../src-shared/jobs/agreement-schema.ts';
import type { Offer } from '../../../src-shared/jobs/job.ts';
import type { OrderRecord } from '../../db/job-record.ts';
import type { JobStore } from '../../db/job-store.ts';

export function agreementOfJob(order: OrderRecord, jobs: Pick<JobStore, 'read'>): Agreement {
  const { accountId, payload, mark } = order;
  if (payload.agreement) return payload.agreement;
  const lines = payload.lines.map((line) => {
    const upload = 'uploadJobId' in line.source ? jobs.read(line.source.uploadJobId) : null;
    const sent = upload?.kind === 'upload' ? upload.payload : null;
    const file = sent && { sha256: sent.file, md5: sent.md5, size: sent.size, name: sent.fileName };
    return { ...line, currency: payload.currency, file, uploadScale: sent?.uploadScale ?? null };
  });
  const agreement = agreementOf(
    { ...payload, lines },
    {
      accountId,
      mark: payload.referenceLine === true ? mark : undefined,
      consent: null,
      agreedAt: payload.consentAt,
    },
  );
  return { ...agreement, total: payload.confirmedTotal };
}

/** The order with what its open prices turned out to be, for the transaction that sends it. Its limits stay agreed. */
export function withFoundPrices(order: OrderRecord, agreement: Agreement, found: Offer): OrderRecord {
  return { ...order, payload: { ...order.payload, agreement: { ...agreement, found } } };
}

/** The order after the person agreed to the current price. Lines may be uploaded again if that turns out wrong too. */
export function agreedAnew(
  order: OrderRecord,
  offer: Offer,
  jobs: Pick<JobStore, 'read'>,
  now: number,
): OrderRecord {
  const { total, currency, unitPrices, models, shippingPrice } = offer;
  const before = agreementOfJob(order, jobs);
  const lines = before.lines.map((line, index) => {
    const unitPrice = unitPrices[index] ?? line.unitPrice;
    const { limit: _limit, estimate: _estimate, ...agreed } = line;
    const found = models?.[index];
    if (!found) return { ...agreed, unitPrice, base: null, markup: line.file && line.markup };
    const { base, markup, version, md5 } = found;
    return { ...agreed, unitPrice, base, markup, model: line.model && { ...line.model, version, md5 } };
  });
  const { found: _, ...agreed } = before;
  const agreement: Agreement = {
    ...agreed,
    lines,
    currency,
    total,
    fee: feeAmount(total, currency),
    shipping: { ...before.shipping, price: shippingPrice ?? before.shipping.price },
    agreedAt: now,
  };
  const payload = {
    ...order.payload,
    lines: order.payload.lines.map(({ replaced: _, limit: _limit, estimate: _estimate, ...line }, index) => ({
      ...line,
      unitPrice: lines[index]?.unitPrice ?? line.unitPrice,
    })),
    confirmedTotal: total,
    currency,
    consentAt: now,
    agreement,
  };
  return { ...order, payload, offer: null };
}
