/**
 * Places an order of files and models: prices it, shows it with its total, asks, places it and waits.
 * `fabdesk order` and `fabdesk orders again` are both this.
 */
import { randomUUID } from 'node:crypto';
import { type ShippingOption, shippingOptions } from '../../../../src-shared/api/orders.ts';
import { sizeOfGeometry } from '../../../../src-shared/geometry/measure/price-geometry.ts';
import type { Account } from '../../../../src-shared/ipc/account.ts';
import type { AppClient } from '../../../../src-shared/ipc/contract.ts';
import type { OrderJob } from '../../../../src-shared/jobs/job.ts';
import { addressAsSent } from '../../../../src-shared/jobs/reference-line.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { mainError } from '../../../main-error.ts';
import { type OrderCosts, orderCosts } from '../analysis/order-costs.ts';
import { importLines, priceLines } from '../analysis/place-order.ts';
import { readSizeContext, readSizeRules } from '../analysis/priced-models.ts';
import type { SizedModel } from '../analysis/sized-model.ts';
import { invoke, type Surroundings } from '../app/surroundings.ts';
import { waitForJobs } from '../app/wait-for-jobs.ts';
import { withAccount } from '../app/with-account.ts';
import type { OptionsOf } from '../declare.ts';
import { addressOptions, readAddress } from '../input/address.ts';
import { agrees } from '../input/agree.ts';
import { requireConsent } from '../input/consent.ts';
import { parseMaxPrice } from '../input/max-price.ts';
import { parseMetadata } from '../input/metadata.ts';
import { parseAmount, serviceOptions, type unitOptions, usageError } from '../input/options.ts';
import { keyedRequest, parseKey } from '../input/order-key.ts';
import type { RequestedLine } from '../input/order-lines.ts';
import type { ExitCode } from '../output/exit-codes.ts';
import { formatSize } from '../output/format.ts';
import { progressText } from '../output/job-text.ts';
import {
  followed,
  lineEntry,
  orderedLines,
  orderJob,
  writeOrderOutcome,
  writeOrderSummary,
} from '../output/order-report.ts';
import type { Output } from '../output/output.ts';

/** All that an order takes besides its lines. */
export const orderOptions = [
  '--shipping <option>',
  '--incentive <code>*',
  '--metadata <name=value>*',
  '--max-price <amount>*',
  '--max-total <amount>',
  '--no-reference',
  '--key <text>',
  '--yes',
  '--queue',
  ...addressOptions,
  '--accept-terms',
  ...serviceOptions,
] as const;
export type OrderOptions = OptionsOf<
  (typeof orderOptions)[number] | (typeof unitOptions)[number] | '--anyway'
>;

/** `linesOf` reads what is to be ordered; it is asked once the account is known. */
export async function runOrder(
  linesOf: (client: AppClient, account: Account) => Promise<readonly RequestedLine[]>,
  options: OrderOptions,
  surroundings: Surroundings,
  out: Output,
): Promise<ExitCode> {
  const rules = readSizeRules(options);
  const limit = options.maxTotal === undefined ? null : parseAmount(options.maxTotal);
  const maxPrices = (options.maxPrice ?? []).map(parseMaxPrice);
  const key = options.key === undefined ? null : parseKey(options.key);
  const metadata = parseMetadata(options.metadata ?? []);
  const shipping = options.shipping === undefined ? null : parseShipping(options.shipping);
  return withAccount(surroundings, options, out, async (client, account) => {
    const requests = await linesOf(client, account);
    const workspace = await invoke(client, 'workspace.get', {});
    const address = await readAddress(options, workspace.address, surroundings.cwd);
    const shippingOption = shipping ?? workspace.shippingOption;
    const { orderMarks = true, priceTolerance } = await invoke(client, 'settings.get', {});
    const referenceLine = options.reference !== false && orderMarks;
    const extras = { incentives: [...(options.incentive ?? [])], metadata };
    const request = { accountId: account.id, address, shippingOption, extras, referenceLine };
    const keyed =
      key === null
        ? { requestKey: randomUUID() }
        : await keyedRequest(
            key,
            { ...request, lines: requests, unit: options.unit, scale: options.scale, maxPrices },
            surroundings.cwd,
          );
    const follow = async (order: OrderJob, lines: readonly object[]) => {
      if (options.queue === true)
        return writeOrderOutcome(out, account, { order, held: null, uploaded: [] }, lines, null);
      const jobs = await waitForJobs(client, [...order.dependsOn, order.id], {
        surroundings,
        onChange: (now, sent) => out.progress(() => progressText(out, now, sent)),
      });
      return writeOrderOutcome(out, account, followed(order, jobs), lines, surroundings.signal);
    };
    if (key !== null) {
      const { order } = await invoke(client, 'queue.orderWithKey', keyed);
      if (order !== null) {
        const earlier = orderJob(order);
        out.note(out.t('cli.order.sameKey', { key, time: earlier.createdAt }));
        return follow(earlier, orderedLines(earlier));
      }
    }
    const lines = await priceLines(
      client,
      requests,
      await readSizeContext(client, rules),
      { anyway: options.anyway === true, maxPrices, confirmUnit: unitQuestion(options, surroundings, out) },
      surroundings,
      out,
    );
    const costs = await orderCosts(client, lines, address, shippingOption);
    writeOrderSummary(out, account, lines, addressAsSent(address, referenceLine), costs);
    requireWithin(limit, costs);
    const hasLimit = limit !== null || maxPrices.length > 0;
    if (priceTolerance > 0 && !hasLimit && !costs.isLimit)
      out.note(out.t('cli.summary.tolerance', { share: priceTolerance }));
    await requireConsent(client, account, options, surroundings, out);
    if (!(await isConfirmed(options, costs, surroundings, out))) {
      throw mainError('declined', ref('cli.order.declined'));
    }
    const placed = await invoke(client, 'queue.placeOrder', {
      ...request,
      ...keyed,
      lines: await importLines(client, lines),
      shippingPrice: costs.shipping.price,
      hasLimit,
      confirmedTotal: costs.parts,
    });
    return follow(orderJob(placed.order), lines.map(lineEntry));
  });
}

function parseShipping(text: string): ShippingOption {
  const option = shippingOptions.find((known) => known.toLowerCase() === text.trim().toLowerCase());
  if (option !== undefined) return option;
  throw usageError(ref('cli.order.badShipping', { text, options: shippingOptions }));
}

function requireWithin(limit: number | null, { total: amount, currency, isLimit }: OrderCosts): void {
  const total = { amount, currency };
  if (limit === null || total.amount <= limit) return;
  const text = isLimit ? 'cli.order.overLimitUpTo' : 'cli.order.overLimit';
  throw mainError('over-limit', ref(text, { total, limit: String(limit) }));
}

/** Null where nobody sees a question: with `--yes`, for programs, and without a terminal. */
function unitQuestion(options: OrderOptions, surroundings: Surroundings, out: Output) {
  const { stdin, stderr } = surroundings.isTerminal;
  if (options.yes === true || out.json || !stdin || !stderr) return null;
  return async ({ source, chosen, geometry }: SizedModel): Promise<boolean> => {
    const size = formatSize(
      out.format,
      sizeOfGeometry(geometry).map((side) => side * 1000),
      'mm',
    );
    const unit = ref(`geometry.unit.${chosen.unit}`);
    const answer = await agrees(
      surroundings,
      out,
      ref('cli.order.unitQuestion', { file: source.file, unit, size }),
    );
    surroundings.signal.throwIfAborted();
    return answer;
  };
}

async function isConfirmed(
  options: OrderOptions,
  costs: OrderCosts,
  surroundings: Surroundings,
  out: Output,
): Promise<boolean> {
  if (options.yes === true) return true;
  const { isTerminal, signal } = surroundings;
  const total = { amount: costs.total, currency: costs.currency };
  if (!isTerminal.stdin || !isTerminal.stderr)
    throw mainError(
      'confirmation-needed',
      ref(costs.isLimit ? 'cli.order.confirmationNeededUpTo' : 'cli.order.confirmationNeeded', { total }),
    );
  const answer = await agrees(surroundings, out, ref(questionOf(costs), { total }));
  signal.throwIfAborted();
  return answer;
}

function questionOf({ isLimit, shipping }: OrderCosts) {
  if (isLimit) return shipping.price === null ? 'cli.order.questionUpToNoShipping' : 'cli.order.questionUpTo';
  return shipping.price === null ? 'cli.order.questionNoShipping' : 'cli.order.question';
}
