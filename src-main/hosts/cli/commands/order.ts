/**
 * `fabdesk order`: checks, prices, shows, asks and places. Nothing is placed unless the person agrees to the total, typed
 * or with `--yes`.
 */
import { randomUUID } from 'node:crypto';
import { type Command, Option } from 'commander';
import { type ShippingOption, shippingOptions } from '../../../../src-shared/api/orders.ts';
import { sizeOfGeometry } from '../../../../src-shared/geometry/measure/price-geometry.ts';
import type { OrderJob } from '../../../../src-shared/jobs/job.ts';
import { addressAsSent } from '../../../../src-shared/jobs/reference-line.ts';
import type { Money } from '../../../../src-shared/messages/message.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { mainError } from '../../../main-error.ts';
import {
  currencyOf,
  importLines,
  type PricedLine,
  priceLines,
  totalOfLines,
} from '../analysis/place-order.ts';
import { readSizeContext, readSizeRules } from '../analysis/priced-models.ts';
import type { SizedModel } from '../analysis/sized-model.ts';
import { invoke, type Surroundings } from '../app/surroundings.ts';
import { waitForJobs } from '../app/wait-for-jobs.ts';
import { withAccount } from '../app/with-account.ts';
import { type AddressOptions, readAddress, withAddressOptions } from '../input/address.ts';
import { agrees } from '../input/agree.ts';
import { type ConsentOptions, requireConsent, withConsentOption } from '../input/consent.ts';
import { expandPatterns } from '../input/expand-patterns.ts';
import { collect, parseAmount, usageError, withServiceOptions, withUnitOptions } from '../input/options.ts';
import { keyedRequest, parseKey } from '../input/order-key.ts';
import { parseOrderLine, type RequestedLine } from '../input/order-lines.ts';
import { formatSize } from '../output/format.ts';
import { withHelp } from '../output/help.ts';
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
import type { Registrar } from '../registrar.ts';

interface OrderOptions extends AddressOptions, ConsentOptions {
  readonly data?: string;
  readonly account?: string;
  readonly unit?: string;
  readonly scale?: string;
  readonly material?: string;
  readonly quantity?: string;
  readonly shipping?: ShippingOption;
  readonly incentive?: readonly string[];
  readonly maxTotal?: string;
  readonly reference: boolean;
  readonly key?: string;
  readonly anyway?: true;
  readonly yes?: true;
  readonly queue?: true;
}

export function registerOrder(program: Command, registrar: Registrar): void {
  const { act, surroundings, t } = registrar;
  const command = program
    .command('order')
    .description(t('cliHelp.order.about'))
    .argument('<line...>', t('cliHelp.order.lines'))
    .option('--material <id|name>', t('cliHelp.order.material'))
    .option('--quantity <n>', t('cliHelp.order.quantity'))
    .addOption(new Option('--shipping <option>', t('cliHelp.order.shipping')).argParser(parseShipping))
    .option('--incentive <code>', t('cliHelp.order.incentive'), collect)
    .option('--max-total <amount>', t('cliHelp.order.maxTotal'))
    .option('--no-reference', t('cliHelp.order.noReference'))
    .option('--key <text>', t('cliHelp.order.key'))
    .option('--anyway', t('cliHelp.order.anyway'))
    .option('--yes', t('cliHelp.order.yes'))
    .option('--queue', t('cliHelp.any.queue'))
    .action(
      act(async (out, texts: string[], options: OrderOptions) => {
        const rules = readSizeRules(options);
        const limit = options.maxTotal === undefined ? null : parseAmount(options.maxTotal);
        const key = options.key === undefined ? null : parseKey(options.key);
        const requests: RequestedLine[] = [];
        for (const text of await expandPatterns(texts, surroundings.cwd))
          requests.push(await parseOrderLine(text, surroundings.cwd, options));
        return withAccount(surroundings, options, out, async (client, account) => {
          const workspace = await invoke(client, 'workspace.get', {});
          const address = await readAddress(options, workspace.address, surroundings.cwd);
          const shippingOption = options.shipping ?? workspace.shippingOption;
          const { orderMarks = true } = await invoke(client, 'settings.get', {});
          const referenceLine = options.reference && orderMarks;
          const incentives = [...(options.incentive ?? [])];
          const request = { accountId: account.id, address, shippingOption, incentives, referenceLine };
          const keyed =
            key === null
              ? { requestKey: randomUUID() }
              : await keyedRequest(
                  key,
                  { ...request, lines: requests, unit: options.unit, scale: options.scale },
                  surroundings.cwd,
                );
          const follow = async (order: OrderJob, lines: readonly object[]) => {
            if (options.queue === true)
              return writeOrderOutcome(out, account, { order, held: null }, lines, null);
            const jobs = await waitForJobs(client, [...order.dependsOn, order.id], {
              surroundings,
              onChange: (now, sent) => out.progress(progressText(out, now, sent)),
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
            { anyway: options.anyway === true, confirmUnit: unitQuestion(options, surroundings, out) },
            surroundings,
            out,
          );
          writeOrderSummary(out, account, lines, addressAsSent(address, referenceLine), shippingOption);
          requireWithin(limit, lines);
          await requireConsent(client, account, options, surroundings, out);
          if (!(await isConfirmed(options, lines, surroundings, out))) {
            throw mainError('declined', ref('cli.order.declined'));
          }
          const placed = await invoke(client, 'queue.placeOrder', {
            ...request,
            ...keyed,
            lines: await importLines(client, lines),
            confirmedTotal: totalOfLines(lines),
          });
          return follow(orderJob(placed.order), lines.map(lineEntry));
        });
      }),
    );
  withHelp(
    t,
    withServiceOptions(t, withConsentOption(t, withAddressOptions(t, withUnitOptions(t, command)))),
    [
      ['fabdesk order bracket.stl:6:2', t('cliHelp.order.example')],
      ['fabdesk order --material "Polished Silver" ring.stl', t('cliHelp.order.exampleMaterial')],
      [
        'fabdesk order part.stl:25 --address-file me.json --yes --max-total 40',
        t('cliHelp.order.exampleScript'),
      ],
      ['fabdesk order part.stl:25 --yes --key job-4711', t('cliHelp.order.exampleKey')],
      ['fabdesk order part.stl:25 --yes --queue', t('cliHelp.order.exampleQueue')],
    ],
    t('cliHelp.order.more'),
  );
}

function parseShipping(text: string): ShippingOption {
  const option = shippingOptions.find((known) => known.toLowerCase() === text.trim().toLowerCase());
  if (option !== undefined) return option;
  throw usageError(ref('cli.order.badShipping', { text, options: shippingOptions }));
}

function requireWithin(limit: number | null, lines: readonly PricedLine[]): void {
  const total = moneyOf(lines);
  if (limit === null || total.amount <= limit) return;
  throw mainError('over-limit', ref('cli.order.overLimit', { total, limit: String(limit) }));
}

/** Null if nobody sees a question: with `--yes`, for programs, and without a terminal. */
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
  lines: readonly PricedLine[],
  surroundings: Surroundings,
  out: Output,
): Promise<boolean> {
  if (options.yes === true) return true;
  const { isTerminal, signal } = surroundings;
  const total = moneyOf(lines);
  if (!isTerminal.stdin || !isTerminal.stderr)
    throw mainError('confirmation-needed', ref('cli.order.confirmationNeeded', { total }));
  const answer = await agrees(surroundings, out, ref('cli.order.question', { total }));
  signal.throwIfAborted();
  return answer;
}

const moneyOf = (lines: readonly PricedLine[]): Money => ({
  amount: totalOfLines(lines),
  currency: currencyOf(lines),
});
