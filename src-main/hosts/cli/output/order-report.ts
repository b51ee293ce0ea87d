/** The output of `fabdesk order`: the order before the confirmation, and its outcome afterwards. */
import { feeShare } from '../../../../src-shared/api/fee.ts';
import type { ShippingAddress } from '../../../../src-shared/api/orders.ts';
import { receiptAddress } from '../../../../src-shared/api/receipt.ts';
import { bandText, type LandedCost, shareText } from '../../../../src-shared/estimate/landed-cost.ts';
import type { Account } from '../../../../src-shared/ipc/account.ts';
import type { Job, OrderJob, OrderLine } from '../../../../src-shared/jobs/job.ts';
import { pricedText } from '../../../../src-shared/jobs/job-text.ts';
import { foundPrices } from '../../../../src-shared/jobs/order-cost.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { isOpen, lineTotal, mostOf } from '../../../../src-shared/units/money.ts';
import { englishText, mainError } from '../../../main-error.ts';
import { estimateText } from '../analysis/file-price.ts';
import { obstacleLines, verdictEntry } from '../analysis/gate.ts';
import type { OrderCosts } from '../analysis/order-costs.ts';
import type { PricedLine } from '../analysis/place-order.ts';
import { jobExit } from '../app/wait-for-jobs.ts';
import { accountEntry } from '../app/with-app.ts';
import { addressLines } from '../input/address.ts';
import { unitEntry } from '../input/choose-unit.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { labelled, right, writeTable } from './format.ts';
import { textOfJob } from './job-text.ts';
import { confirmText, costEntry, costText, knownTotalText, openPriceLines } from './open-prices.ts';
import type { Output } from './output.ts';
import { boxEntry, sizedLines } from './quote-report.ts';

export function writeOrderSummary(
  out: Output,
  account: Account,
  lines: readonly PricedLine[],
  address: ShippingAddress,
  costs: OrderCosts,
): void {
  const { t, format } = out;
  for (const model of new Set(lines.flatMap(({ part }) => (part.kind === 'file' ? [part.model] : [])))) {
    out.line(out.style.bold(model.source.file));
    for (const line of sizedLines(model, out)) out.line(`  ${line}`);
  }
  out.line();
  const cost = ({ currency, ...line }: PricedLine, amount: number) =>
    costText(out, { amount, currency, isLimit: isOpen(line) });
  writeTable(out, lines, [
    [right('cli.column.quantity'), ({ quantity }) => format.integer(quantity)],
    ['ui.part', (line) => partName(line, out)],
    ['ui.material', ({ materialTitle }) => materialTitle],
    [right('quote.column.each'), (line) => cost(line, mostOf(line))],
    [right('cart.column.total'), (line) => cost(line, lineTotal(line))],
  ]);
  for (const line of lines) {
    const obstacles = obstacleLines(out, line.verdict);
    if (obstacles.length > 0)
      out.line(t('cli.summary.verdict', { file: partName(line, out), material: line.materialTitle }));
    for (const obstacle of obstacles) out.line(`  ${obstacle}`);
  }
  for (const line of lines.filter(isOpen)) for (const text of openLines(out, line)) out.line(text);
  out.line();
  const { currency, isLimit, parts, fee } = costs.sum;
  const money = (one: number) => costText(out, { amount: one, currency, isLimit });
  const [to = '', ...below] = addressLines(address, t);
  const summary: [string, string][] = [
    [t('queue.parts'), money(parts)],
    [
      t('cli.summary.fee'),
      t(isLimit ? 'cli.summary.feeUpTo' : 'cli.summary.feeBesides', {
        fee: { amount: fee, currency },
        share: feeShare,
      }),
    ],
    [t('queue.shipping'), shippingText(out, costs)],
    [t('orders.total'), knownTotalText(out, costs.sum)],
    [t('cli.summary.landed'), landedText(out, costs)],
    [t('proposals.to'), to],
    ...below.map((line): [string, string] => ['', line]),
    [t('quote.account'), account.name],
    [t('cli.summary.consent'), consentText(out, account)],
  ];
  for (const line of labelled(summary)) out.line(line);
  out.line();
}

/** The estimated amount with tax and customs, as earlier orders suggest. */
function landedText({ t, messages }: Output, { landed }: OrderCosts): string {
  if (landed === null) return t('cli.summary.landedUnknown');
  return `${bandText(landed.least, landed.most, landed.currency, messages)}. ${shareText(landed, messages)}`;
}

/** A part without a price: what it should cost, marked as an estimate, and what the limit does. */
function openLines(out: Output, line: PricedLine): string[] {
  const { t, say } = out;
  const { estimate, currency, limit, materialTitle: material } = line;
  const file = partName(line, out);
  return [
    t('cli.summary.verdict', { file, material }),
    estimate
      ? `  ${t('cli.summary.estimate', { estimate: say(estimateText(estimate, currency)) })}`
      : `  ${t('cli.summary.noEstimate')}`,
    `  ${t('cli.summary.limit', { limit: { amount: limit ?? 0, currency } })}`,
  ];
}

/** The name of a line in tables; models include their number, because titles repeat. */
function partName({ part, name }: PricedLine, { t }: Output): string {
  return part.kind === 'file' ? name : t('jobs.model.named', { title: name, id: String(part.view.modelId) });
}

/** `Cheapest, $4.99 with USPS, 10 working days`; or that its price is not known yet. */
export function shippingText({ t }: Output, { shipping, sum: { currency } }: OrderCosts): string {
  const { option, carrier, price, transitDays } = shipping;
  if (price === null) return t('cli.summary.shippingUnknown', { option });
  return [
    t('cli.summary.shippingPrice', { option, price: { amount: price, currency } }),
    ...(carrier === '' ? [] : [carrier]),
    ...(transitDays === null ? [] : [t('cli.summary.transit', { count: transitDays })]),
  ].join(', ');
}

/** Nothing for an account that needs no consent. */
function consentText({ t }: Output, { consentAt }: Account): string {
  if (consentAt === undefined) return '';
  return consentAt === null ? t('cli.summary.noConsent') : t('cli.summary.consentSince', { time: consentAt });
}

export interface Followed {
  readonly order: OrderJob;
  /** The upload that holds up the order, if there is one. */
  readonly held: Job | null;
  /** Models that were uploaded for it. */
  readonly uploaded: readonly { readonly title: string; readonly modelId: number }[];
}

/**
 * The contract returns jobs, and placing an order creates one that is an order. Throws `bad-answer`
 * otherwise.
 */
export function orderJob(job: Job): OrderJob {
  if (job.kind === 'order') return job;
  throw mainError('bad-answer', ref('cli.badAnswer.order'));
}

/** The result of waiting; `jobs` contains the order's uploads and the order in their current state. */
export function followed(placed: OrderJob, jobs: readonly Job[]): Followed {
  const now = jobs.find((job) => job.id === placed.id);
  const order = now?.kind === 'order' ? now : placed;
  const held = jobs.find((job) => job.kind === 'upload' && job.state !== 'done') ?? null;
  const uploaded = jobs.flatMap((job) =>
    job.kind === 'upload' && job.result !== null
      ? [{ title: job.payload.title, modelId: job.result.modelId }]
      : [],
  );
  return { order, held: order.state === 'queued' ? held : null, uploaded };
}

/**
 * `lines` are for the JSON: they have files and units, which the queue does not know. `waited` is the signal
 * that may have ended the wait, null if nobody waited.
 */
export function writeOrderOutcome(
  out: Output,
  account: Account,
  { order, held, uploaded }: Followed,
  lines: readonly object[],
  landed: LandedCost | null,
  waited: AbortSignal | null,
): ExitCode {
  const blocking = held ?? order;
  const exit = waited === null ? exitCodes.ok : jobExit(blocking, waited);
  const problem = order.problem ?? held?.problem ?? null;
  if (out.json) {
    out.value({
      account: accountEntry(account),
      jobId: order.id,
      state: order.state,
      wait: order.wait,
      problem,
      knownBy: order.knownBy ?? null,
      orderId: order.result?.orderId ?? null,
      productionOrderIds: order.result?.productionOrderIds ?? [],
      receipt: receiptOf(order, account),
      ...costEntry(order),
      shipping: order.payload.agreement.shipping,
      landed,
      offer: order.offer,
      uploaded,
      lines: withFoundPrices(lines, order),
    });
    return exit;
  }
  if (order.state === 'done' && order.result !== null) {
    const text = out.t('cli.order.placed', { order: String(order.result.orderId) });
    out.line(`${out.style.good(out.t('cli.order.placedHeadline'))} ${text}`);
    for (const line of [...openPriceLines(out, order), ...pricedText(order, out.t)]) out.line(line);
    if (order.isCompared === false) out.line(out.t('cli.order.asSaid', { job: order.id }));
    const address = receiptOf(order, account);
    if (address !== null) out.line(out.t('cli.order.receipt', { address }));
    return exit;
  }
  if (waited === null) {
    out.line(out.t('cli.order.queued', { job: order.id }));
    return exit;
  }
  out.note(`${out.noteStyle.bad('fabdesk:')} ${outcomeText(out, { order, held, uploaded }, waited)}`);
  return exit;
}

/** Null for the local service, too, whose pages only the window opens. */
const receiptOf = ({ result }: OrderJob, { baseUrl, isLocal }: Account): string | null =>
  result === null || isLocal ? null : receiptAddress(result.orderId, result.receipt, baseUrl);

/** The outcome of the order, the reason, and what to do next. */
function outcomeText(out: Output, { order, held, uploaded }: Followed, waited: AbortSignal): string {
  const { t } = out;
  const blocking = held ?? order;
  const why = out.problem(blocking.problem);
  const waiting = textOfJob(blocking, out);
  const seeQueue = t('cli.order.seeQueue', { job: order.id });
  const parts = ((): string[] => {
    switch (order.state) {
      case 'rejected':
        return [t('cli.order.refused'), why, ...(order.isCompared === false ? [waiting.next ?? ''] : [])];
      case 'cancelled':
        return [t('cli.order.cancelled'), why];
      case 'poison':
        return [t('cli.order.stopped'), why];
      case 'queued':
        if (waited.aborted && needsNobody(order))
          return [t('cli.order.waiting'), t('cli.order.stillGoes', { job: order.id })];
        return [
          t('cli.order.waiting'),
          waiting.sentence,
          waiting.next ?? '',
          ...uploadedText(out, uploaded),
          order.offer === null ? seeQueue : confirmText(out, order, order.offer),
        ];
      case 'unknown':
        return [t('cli.order.unknown'), waiting.sentence, waiting.next ?? '', seeQueue];
      case 'ask':
        return [t('cli.order.ask'), why, t('cli.order.resolve', { job: order.id })];
      default:
        return [t('cli.order.sending'), why, seeQueue];
    }
  })();
  return parts.filter((part) => part !== '').join(' ');
}

/** It will be sent without anybody's decision. */
const needsNobody = ({ wait }: OrderJob): boolean => wait !== 'consent' && wait !== 'terms';

/** Uploaded models stay at the service even if the order is never placed. */
function uploadedText({ t, format }: Output, uploaded: Followed['uploaded']): string[] {
  const models = uploaded.map(({ title, modelId }) => t('jobs.model.named', { title, id: String(modelId) }));
  return models.length === 0 ? [] : [t('cli.order.uploaded', { models: format.list(models) })];
}

/** The lines of an order of an earlier command, whose files are not read again. */
export const orderedLines = ({ payload }: OrderJob): object[] =>
  payload.lines.map(({ materialId, materialTitle, quantity, ...line }) => ({
    materialId,
    title: materialTitle,
    quantity,
    ...priceEntry(line),
    currency: payload.currency,
  }));

/** An open price stands with its limit and its estimate. */
const priceEntry = (line: Pick<OrderLine, 'unitPrice' | 'limit' | 'estimate'>): object => {
  const { unitPrice, limit = null, estimate = null } = line;
  return isOpen(line) ? { unitPrice, limit, estimate } : { unitPrice };
};

/** The prices that the service named when the order was placed count, not those agreed before. */
function withFoundPrices(lines: readonly object[], { payload }: OrderJob): object[] {
  const found = foundPrices(payload);
  return lines.map((line, at) => {
    const unitPrice = found?.[at];
    return unitPrice === undefined ? line : { ...line, unitPrice };
  });
}

export function lineEntry({ part, verdict, ...line }: PricedLine): object {
  const { materialId, materialTitle, quantity, currency } = line;
  const quotedAt = line.unitPrice === null ? null : new Date(line.quotedAt).toISOString();
  const common = { materialId, title: materialTitle, quantity, ...priceEntry(line), currency, quotedAt };
  if (part.kind === 'model') {
    const { modelId, modelVersion, details } = part.view;
    const { base = null, markup = null } = line;
    const model = { modelId, modelVersion, modelTitle: details.title };
    return { ...model, ...common, base, markup, verdict: verdictEntry(verdict) };
  }
  const { source, chosen, scale, uploadScale, geometry } = part.model;
  return {
    file: source.file,
    ...unitEntry(chosen),
    scale,
    uploadScale,
    warnings: part.model.analysis.warnings.map(englishText),
    boundingBox: boxEntry(geometry),
    ...common,
    verdict: verdictEntry(verdict),
  };
}
