/**
 * `fabdesk order`: checks, prices, shows, asks and places. Nothing is placed unless the person agrees to the
 * total, typed or with `--yes`.
 */
import { randomUUID } from 'node:crypto';
import {
  type OrderMetadata,
  orderMetadataSchema,
  type ShippingAddress,
  type ShippingOption,
  shippingOptions,
} from '../../../../src-shared/api/orders.ts';
import { zipDoubt } from '../../../../src-shared/api/zip-states.ts';
import { isPartsList } from '../../../../src-shared/csv/is-parts-list.ts';
import type { LandedCost } from '../../../../src-shared/estimate/landed-cost.ts';
import type { Account } from '../../../../src-shared/ipc/account.ts';
import type { AppClient } from '../../../../src-shared/ipc/contract.ts';
import type { OrderJob } from '../../../../src-shared/jobs/job.ts';
import { addressAsSent } from '../../../../src-shared/jobs/reference-line.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { mainError, sentences } from '../../../main-error.ts';
import { type OrderCosts, orderCosts } from '../analysis/order-costs.ts';
import { importLines, priceLines } from '../analysis/place-order.ts';
import { materialsUnread, readSizeContext, readSizeRules } from '../analysis/priced-models.ts';
import { invoke } from '../app/surroundings.ts';
import { waitForJobs } from '../app/wait-for-jobs.ts';
import { withAccount } from '../app/with-app.ts';
import { type Commands, command, type Host, type OptionsOf } from '../declare.ts';
import { addressOptions, readAddress } from '../input/address.ts';
import { agrees } from '../input/agree.ts';
import { unitQuestion } from '../input/certain-unit.ts';
import { requireConsent } from '../input/consent.ts';
import { expandPatterns } from '../input/expand-patterns.ts';
import { parseMaxPrice } from '../input/max-price.ts';
import { parseAmount, serviceOptions, unitOptions, usageError } from '../input/options.ts';
import { keyedRequest, parseKey } from '../input/order-key.ts';
import { parseModelLine, parseOrderLine, type RequestedLine } from '../input/order-lines.ts';
import { readOrderList } from '../input/parts-list.ts';
import type { ExitCode } from '../output/exit-codes.ts';
import {
  followed,
  lineEntry,
  orderedLines,
  orderJob,
  writeOrderOutcome,
  writeOrderSummary,
} from '../output/order-report.ts';

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
type OrderOptions = OptionsOf<(typeof orderOptions)[number] | (typeof unitOptions)[number] | '--anyway'>;

export const orderCommands: Commands = {
  order: command(
    {
      takes: ['[line...]'],
      options: [
        '--model <model>*',
        '--material <id|name>',
        '--quantity <n>',
        '--anyway',
        ...unitOptions,
        ...orderOptions,
      ],
      examples: [
        'fabdesk order bracket.stl:6:2',
        'fabdesk order parts.csv',
        'fabdesk order --material "Premium Silver" ring.stl',
        'fabdesk order --model 71:6:2 ring.stl:81',
        'fabdesk order part.stl:25 --address-file me.json --yes --max-total 40',
        'fabdesk order part.stl:25 --yes --key job-4711',
        'fabdesk order part.stl:25 --yes --max-price 12.50',
        'fabdesk order part.stl:25 --yes --queue',
      ],
    },
    async (host, options, texts) => {
      const { cwd, out } = host;
      const given: (RequestedLine | { readonly list: string })[] = [];
      for (const text of await expandPatterns(texts, cwd))
        given.push(isPartsList(text) ? { list: text } : await parseOrderLine(text, cwd, options));
      for (const text of options.model ?? []) given.push(parseModelLine(text, options));
      if (given.length === 0) throw usageError(ref('cli.order.nothing'));
      const linesOf = async (client: AppClient): Promise<RequestedLine[]> => {
        const requests: RequestedLine[] = [];
        for (const line of given) {
          if (!('list' in line)) requests.push(line);
          else {
            const { materials } = await invoke(client, 'catalog.get', {});
            requests.push(...(await readOrderList(line.list, cwd, options, materials, out)));
          }
        }
        return requests;
      };
      return runOrder(host, linesOf, options);
    },
  ),
};

/**
 * Places an order of files and models: prices it, shows it with its total, asks, places it and waits.
 * `fabdesk order` and `fabdesk orders again` are both this. `linesOf` reads what is to be ordered; it is
 * asked once the account is known.
 */
export async function runOrder(
  host: Host,
  linesOf: (client: AppClient, account: Account) => Promise<readonly RequestedLine[]>,
  options: OrderOptions,
): Promise<ExitCode> {
  const { out, cwd, signal } = host;
  const rules = readSizeRules(options);
  const limit = options.maxTotal === undefined ? null : parseAmount(options.maxTotal);
  const maxPrices = (options.maxPrice ?? []).map(parseMaxPrice);
  const key = options.key === undefined ? null : parseKey(options.key);
  const metadata = parseMetadata(options.metadata ?? []);
  const shippingOption = parseShipping(options.shipping ?? 'Cheapest');
  return withAccount(host, options, async (client, account) => {
    const requests = await linesOf(client, account);
    const saved = await invoke(client, 'workspace.get', {});
    const address = await readAddress(options, saved.address, cwd);
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
            cwd,
          );
    const follow = async (order: OrderJob, lines: readonly object[], landed: LandedCost | null = null) => {
      if (options.queue === true)
        return writeOrderOutcome(out, account, { order, held: null, uploaded: [] }, lines, landed, null);
      const jobs = await waitForJobs(host, client, [...order.dependsOn, order.id]);
      return writeOrderOutcome(out, account, followed(order, jobs), lines, landed, signal);
    };
    if (key !== null) {
      const { order } = await invoke(client, 'queue.orderWithKey', keyed);
      if (order !== null) {
        const earlier = orderJob(order);
        out.note(out.t('cli.order.sameKey', { key, time: earlier.createdAt }));
        return follow(earlier, orderedLines(earlier));
      }
    }
    requirePayment(account);
    const unread = materialsUnread(requests.map(({ material }) => material));
    const context = await readSizeContext(client, rules, unread);
    const lineRules = {
      anyway: options.anyway === true,
      maxPrices,
      confirmUnit: unitQuestion(host, options),
    };
    const lines = await priceLines(host, client, requests, context, lineRules);
    const costs = await orderCosts(client, account, lines, address, shippingOption);
    writeOrderSummary(out, account, lines, addressAsSent(address, referenceLine), costs);
    requireZip(host, address, options);
    requireWithin(limit, costs);
    const hasLimit = limit !== null || maxPrices.length > 0;
    if (priceTolerance > 0 && !hasLimit && !costs.sum.isLimit)
      out.note(out.t('cli.summary.tolerance', { share: priceTolerance }));
    await requireConsent(host, client, account, options);
    if (!(await isConfirmed(host, options, costs))) {
      throw mainError('declined', ref('cli.order.declined'));
    }
    const placed = await invoke(client, 'queue.placeOrder', {
      ...request,
      ...keyed,
      lines: await importLines(client, lines),
      shippingPrice: costs.shipping.price,
      hasLimit,
      ...(limit !== null && { maxTotal: limit }),
      confirmedParts: costs.sum.parts,
    });
    return follow(orderJob(placed.order), lines.map(lineEntry), costs.landed);
  });
}

/** Throws `payment-id-missing`. Where the keychain cannot be read, nobody knows what the account has. */
function requirePayment({ name, hasPaymentId, secretStorage, ...account }: Account): void {
  if (hasPaymentId || secretStorage === 'missing') return;
  const { userSignIn, baseUrl, clientId } = account;
  const next = userSignIn
    ? ref('cli.order.signInAgain', { account: name })
    : ref('cli.order.addAgain', { url: baseUrl, client: clientId });
  throw mainError('payment-id-missing', ref('cli.order.cannotPay', { account: name, next }));
}

/** A ZIP code of another state is a question, which nobody answers with `--yes` or without a terminal. */
function requireZip(host: Host, address: ShippingAddress, { yes, anyway }: OrderOptions): void {
  const doubt = zipDoubt(address);
  if (doubt === null) return;
  const { isTerminal, out } = host;
  const isAsked = yes !== true && isTerminal.stdin && isTerminal.stderr;
  if (!isAsked && anyway !== true)
    throw mainError('bad-address', sentences(doubt.text, ref('cli.order.zipUnclear')));
  out.note(out.say(doubt.text));
}

function parseShipping(text: string): ShippingOption {
  const option = shippingOptions.find((known) => known.toLowerCase() === text.trim().toLowerCase());
  if (option !== undefined) return option;
  throw usageError(ref('cli.order.badShipping', { text, options: shippingOptions }));
}

function requireWithin(
  limit: number | null,
  { sum: { isLimit, ...total }, shipping, isOffline }: OrderCosts,
): void {
  if (limit === null) return;
  if (total.amount <= limit) {
    if (shipping.price !== null || isOffline) return;
    throw mainError('over-limit', ref('cli.order.limitNoShipping', { limit: String(limit) }));
  }
  const text = isLimit ? 'cli.order.overLimitUpTo' : 'cli.order.overLimit';
  throw mainError('over-limit', ref(text, { total, limit: String(limit) }));
}

async function isConfirmed(host: Host, options: OrderOptions, costs: OrderCosts): Promise<boolean> {
  if (options.yes === true) return true;
  const { isTerminal, signal } = host;
  const { isLimit, ...total } = costs.sum;
  if (!isTerminal.stdin || !isTerminal.stderr)
    throw mainError(
      'confirmation-needed',
      ref(isLimit ? 'cli.order.confirmationNeededUpTo' : 'cli.order.confirmationNeeded', { total }),
    );
  const answer = await agrees(host, ref(questionOf(costs), { total }));
  signal.throwIfAborted();
  return answer;
}

function questionOf({ sum, shipping }: OrderCosts) {
  if (sum.isLimit)
    return shipping.price === null ? 'cli.order.questionUpToNoShipping' : 'cli.order.questionUpTo';
  return shipping.price === null ? 'cli.order.questionNoShipping' : 'cli.order.question';
}

/** Metadata of the models of an order, for applications that may send it. Throws `usage`. */
function parseMetadata(texts: readonly string[]): OrderMetadata {
  return texts.map((text) => {
    const at = text.indexOf('=');
    const parsed = orderMetadataSchema.safeParse([
      { name: text.slice(0, Math.max(at, 0)), value: text.slice(at + 1) },
    ]);
    const [one] = parsed.data ?? [];
    if (at > 0 && one !== undefined && texts.length <= 20) return one;
    throw usageError(ref('cli.order.badMetadata', { text }));
  });
}
