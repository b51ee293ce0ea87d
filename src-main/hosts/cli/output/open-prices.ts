/**
 * How the terminal shows lines whose price is open: the limit that was agreed, the estimate, and the price
 * once it is known.
 */
import type { Offer, OrderJob } from '../../../../src-shared/jobs/job.ts';
import { asksForSignature } from '../../../../src-shared/jobs/job-group.ts';
import { foundPrices, type OrderCost } from '../../../../src-shared/jobs/order-cost.ts';
import { agreedSum, type OrderSum, offeredSum } from '../../../../src-shared/jobs/order-sum.ts';
import type { Money } from '../../../../src-shared/messages/message.ts';
import { isOpen, mostOf } from '../../../../src-shared/units/money.ts';
import { estimateText } from '../analysis/file-price.ts';
import type { Output } from './output.ts';

/** `$12.00`, or `at most $12.00`. */
export const costText = (
  { t, format }: Output,
  { isLimit, ...amount }: Money & Pick<OrderCost, 'isLimit'>,
): string => (isLimit ? t('ui.costsAtMost', { amount }) : format.money(amount));

/** A total, with what is not in it. */
export const knownTotalText = (out: Output, sum: OrderSum): string =>
  out.style.bold(
    out.t(sum.shipping === null ? 'cli.summary.beforeShipping' : 'cli.summary.beforeTax', {
      total: costText(out, sum),
    }),
  );

/** A line for each part of the order whose price is or was open. */
export function openPriceLines(out: Output, { payload, offer }: OrderJob): string[] {
  const { t } = out;
  const { currency } = payload;
  const found = offer?.unitPrices ?? foundPrices(payload);
  return payload.lines.flatMap((line, at) => {
    if (!isOpen(line)) return [];
    const { quantity, title, materialTitle: material, estimate } = line;
    const limit = { amount: mostOf(line), currency };
    const amount = found?.[at];
    const shared = { quantity, title, material };
    if (amount !== undefined) {
      const price = { amount, currency: offer?.currency ?? currency };
      return [t('queue.lineFound', { ...shared, price, limit })];
    }
    const text = t('queue.lineUpTo', { ...shared, price: limit });
    return [estimate ? `${text}; ${out.say(estimateText(estimate, currency))}` : text];
  });
}

/** The cost of the order now, and the command that agrees to it. `id`: that of the job, as it was shown. */
export const confirmText = (out: Output, job: OrderJob, offer: Offer, id = job.id): string =>
  out.t(asksForSignature(job) ? 'proposals.signWith' : 'cli.queue.costs', {
    total: offerTotalText(out, offer),
    job: id,
    amount: String(offer.total),
  });

/** The price that the service asks now, and what is not in it. */
export const offerTotalText = (out: Output, offer: Offer): string => knownTotalText(out, offeredSum(offer));

/** The cost of an order, for programs. `total`: all that is known. `atMost`: these are only limits so far. */
export function costEntry({ payload }: OrderJob) {
  const { amount: total, currency, isLimit: atMost, parts, fee } = agreedSum(payload);
  return { total, parts, atMost, fee, currency };
}
