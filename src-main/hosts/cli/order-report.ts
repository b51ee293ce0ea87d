/** What `fabdesk order` shows: the order before the yes, and what became of it after. */
import type { ShippingAddress, ShippingOption } from '../../../src-shared/api/orders.ts';
import type { Job, OrderJob } from '../../../src-shared/jobs/job.ts';
import { CodedError } from '../../../src-shared/result.ts';
import { addressLines } from './address.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { formatMoney, tableLines } from './format.ts';
import { stateWords } from './job-words.ts';
import type { Output } from './output.ts';
import { currencyOf, lineTotal, type PricedLine, totalOfLines } from './place-order.ts';
import { sizedLines } from './quote-report.ts';
import { jobExit } from './wait-for-jobs.ts';

export function writeOrderSummary(
  out: Output,
  lines: readonly PricedLine[],
  address: ShippingAddress,
  shippingOption: ShippingOption,
): void {
  for (const model of new Set(lines.map((line) => line.model))) {
    out.line(out.style.bold(model.source.file));
    for (const line of sizedLines(model)) out.line(`  ${line}`);
  }
  out.line();
  const rows = lines.map((line) => [
    String(line.quantity),
    line.model.source.file,
    line.materialTitle,
    formatMoney(line.unitPrice, line.currency),
    formatMoney(lineTotal(line), line.currency),
  ]);
  const columns = [
    { title: 'Qty', align: 'right' },
    { title: 'Part' },
    { title: 'Material' },
    { title: 'Each', align: 'right' },
    { title: 'Sum', align: 'right' },
  ] as const;
  const [heading = '', ...body] = tableLines(columns, rows);
  out.line(out.style.dim(heading));
  for (const line of body) out.line(line);
  out.line();
  out.line(`Total     ${out.style.bold(formatMoney(totalOfLines(lines), currencyOf(lines)))}`);
  out.line('Shipping and tax are not known yet; the service adds them.');
  out.line(`Shipping  ${shippingOption}`);
  out.line(`To        ${addressLines(address).join('\n          ')}`);
  out.line();
}

export interface Followed {
  readonly order: OrderJob;
  /** The upload that keeps the order from going, where there is one. */
  readonly held: Job | null;
}

/** The contract speaks of jobs; placing an order makes one that is an order. Throws `bad-answer` otherwise. */
export function orderJob(job: Job): OrderJob {
  if (job.kind === 'order') return job;
  throw new CodedError('bad-answer', 'Fabdesk answered with an upload where it placed an order. Restart it.');
}

/** What waiting showed; `jobs` holds the order's uploads and the order as they are now. */
export function followed(placed: OrderJob, jobs: readonly Job[]): Followed {
  const now = jobs.find((job) => job.id === placed.id);
  const order = now?.kind === 'order' ? now : placed;
  const held = jobs.find((job) => job.kind === 'upload' && job.state !== 'done') ?? null;
  return { order, held: order.state === 'queued' ? held : null };
}

/**
 * `lines` give files and units to the JSON; the queue knows neither. `waited` is the signal that may have ended
 * the wait, null where nobody waited.
 */
export function writeOrderOutcome(
  out: Output,
  { order, held }: Followed,
  lines: readonly PricedLine[],
  waited: AbortSignal | null,
): ExitCode {
  const blocking = held ?? order;
  const exit = waited === null ? exitCodes.ok : jobExit(blocking, waited);
  const problem = order.problem ?? held?.problem ?? null;
  if (out.json) {
    out.value({
      jobId: order.id,
      state: order.state,
      wait: order.wait,
      problem,
      orderId: order.result?.orderId ?? null,
      productionOrderIds: order.result?.productionOrderIds ?? [],
      total: order.payload.confirmedTotal,
      currency: order.payload.currency,
      lines: lines.map(lineEntry),
    });
    return exit;
  }
  if (order.state === 'done' && order.result !== null) {
    out.line(`${out.style.good('Placed.')} Order ${order.result.orderId}.`);
    return exit;
  }
  const queued = `The order is in the queue (${order.id}).`;
  if (waited === null) {
    out.line(`${queued} Fabdesk sends it while it runs; "fabdesk queue run" sends it now.`);
    return exit;
  }
  out.note(`${out.noteStyle.bad('fabdesk:')} ${outcomeSentence(order, blocking)}`);
  return exit;
}

function outcomeSentence(order: OrderJob, blocking: Job): string {
  const why = blocking.problem === null ? '' : ` ${blocking.problem.message}`;
  if (order.state === 'rejected') return `The order was refused.${why}`;
  if (order.state === 'cancelled') return `The order was cancelled.${why}`;
  if (order.state === 'poison') return `The order cannot be worked on.${why}`;
  const kept = `See "fabdesk queue"; its number there is ${order.id}.`;
  if (order.state === 'queued') {
    return `The order is not placed yet and stays in the queue: it ${stateWords(blocking)}.${why} ${kept}`;
  }
  if (order.state !== 'unknown' && order.state !== 'ask') {
    return `Nobody waits any more, but the order is being sent. ${kept}`;
  }
  return `It is not known whether the order was placed.${why} It is not sent again by itself. ${kept}`;
}

function lineEntry({ model, materialId, materialTitle, quantity, unitPrice, currency }: PricedLine): object {
  const { source, chosen, scale, uploadScale, geometry } = model;
  return {
    file: source.file,
    unit: chosen.unit,
    unitFrom: chosen.from,
    unitEvidence: chosen.evidence,
    scale,
    uploadScale,
    boundingBox: {
      min: [geometry.xBoundMin, geometry.yBoundMin, geometry.zBoundMin],
      max: [geometry.xBoundMax, geometry.yBoundMax, geometry.zBoundMax],
    },
    materialId,
    title: materialTitle,
    quantity,
    unitPrice,
    currency,
  };
}
