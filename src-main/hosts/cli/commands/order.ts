/**
 * `fabdesk order`: checks, prices, shows, asks, places. Nothing is placed without a yes to the total, typed or
 * given as `--yes`.
 */
import { randomUUID } from 'node:crypto';
import { type Command, Option } from 'commander';
import { type ShippingOption, shippingOptions } from '../../../../src-shared/api/orders.ts';
import { CodedError } from '../../../../src-shared/result.ts';
import { type AddressOptions, readAddress, withAddressOptions } from '../address.ts';
import { expandPatterns } from '../expand-patterns.ts';
import { formatMoney } from '../format.ts';
import { withHelp } from '../help.ts';
import { progressWords } from '../job-words.ts';
import { collect, dataDirOf, parseAmount, usageError, withAppOptions, withUnitOptions } from '../options.ts';
import { parseOrderLine, type RequestedLine } from '../order-lines.ts';
import { followed, orderJob, writeOrderOutcome, writeOrderSummary } from '../order-report.ts';
import { currencyOf, importLines, type PricedLine, priceLines, totalOfLines } from '../place-order.ts';
import { readSizeContext, readSizeRules } from '../priced-models.ts';
import type { Registrar } from '../registrar.ts';
import { invoke, type Surroundings } from '../surroundings.ts';
import { waitForJobs } from '../wait-for-jobs.ts';
import { withApp } from '../with-app.ts';

interface OrderOptions extends AddressOptions {
  readonly data?: string;
  readonly unit?: string;
  readonly scale?: string;
  readonly material?: string;
  readonly quantity?: string;
  readonly shipping?: ShippingOption;
  readonly incentive?: readonly string[];
  readonly maxTotal?: string;
  readonly anyway?: true;
  readonly yes?: true;
  readonly queue?: true;
}

export function registerOrder(program: Command, { act, surroundings }: Registrar): void {
  const command = program
    .command('order')
    .description('upload models and order prints of them')
    .argument('<line...>', 'FILE:MATERIAL[:QUANTITY], the material by id or name; or FILE with --material')
    .option('--material <id|name>', 'material of lines that name none')
    .option('--quantity <n>', 'quantity of lines that name none (1)')
    .addOption(
      new Option(
        '--shipping <option>',
        'Cheapest or Fastest; what is saved in Fabdesk when left out',
      ).argParser(parseShipping),
    )
    .option('--incentive <code>', 'incentive code; may be given several times', collect)
    .option('--max-total <amount>', 'refuse when the total is more than this')
    .option('--anyway', 'order parts with defects, or larger than the printer, all the same')
    .option('--yes', 'place it without asking')
    .option('--queue', 'put it into the queue and do not wait')
    .action(
      act(async (out, texts: string[], options: OrderOptions) => {
        const rules = readSizeRules(options);
        const limit = options.maxTotal === undefined ? null : parseAmount(options.maxTotal);
        const requests: RequestedLine[] = [];
        for (const text of await expandPatterns(texts, surroundings.cwd))
          requests.push(await parseOrderLine(text, surroundings.cwd, options));
        return withApp(surroundings, dataDirOf(options, surroundings), out, async (client) => {
          const workspace = await invoke(client, 'workspace.get', {});
          const address = await readAddress(options, workspace.address, surroundings.cwd);
          const shippingOption = options.shipping ?? workspace.shippingOption;
          const lines = await priceLines(
            client,
            requests,
            await readSizeContext(client, rules),
            { anyway: options.anyway === true, unitIsShown: options.yes !== true },
            surroundings,
            out,
          );
          writeOrderSummary(out, lines, address, shippingOption);
          requireWithin(limit, lines);
          if (!(await isConfirmed(options, lines, surroundings))) {
            throw new CodedError('declined', 'The order was not placed, because you did not say yes.');
          }
          const placed = await invoke(client, 'queue.placeOrder', {
            lines: await importLines(client, lines),
            address,
            shippingOption,
            incentives: [...(options.incentive ?? [])],
            confirmedTotal: totalOfLines(lines),
            requestKey: randomUUID(),
          });
          const order = orderJob(placed.order);
          if (options.queue === true) return writeOrderOutcome(out, { order, held: null }, lines, null);
          const jobs = await waitForJobs(client, [...order.dependsOn, order.id], {
            surroundings,
            onChange: (now, sent) => out.progress(progressWords(now, sent)),
          });
          return writeOrderOutcome(out, followed(order, jobs), lines, surroundings.signal);
        });
      }),
    );
  withHelp(
    withAppOptions(withAddressOptions(withUnitOptions(command))),
    [
      ['fabdesk order bracket.stl:6:2', 'two pieces in material 6, to the address saved in Fabdesk'],
      ['fabdesk order --material "Polished Silver" ring.stl', 'one piece; asks before it places the order'],
      [
        'fabdesk order part.stl:25 --address-file me.json --yes --max-total 40',
        'for scripts: no question, but never above 40',
      ],
      ['fabdesk order part.stl:25 --yes --queue', 'returns at once; "fabdesk queue" shows how it goes'],
    ],
    'The order is shown with its total and placed only after a yes. Shipping and tax come on top; the\n' +
      'service tells them later. Without a terminal --yes is needed.',
  );
}

function parseShipping(text: string): ShippingOption {
  const option = shippingOptions.find((known) => known.toLowerCase() === text.trim().toLowerCase());
  if (option !== undefined) return option;
  throw usageError(`"${text}" is not a shipping option. Use ${shippingOptions.join(' or ')}.`);
}

function requireWithin(limit: number | null, lines: readonly PricedLine[]): void {
  const total = totalOfLines(lines);
  if (limit === null || total <= limit) return;
  throw new CodedError(
    'over-limit',
    `The total is ${formatMoney(total, currencyOf(lines))}, more than --max-total ${limit}. Nothing was ordered.`,
  );
}

async function isConfirmed(
  options: OrderOptions,
  lines: readonly PricedLine[],
  { isTerminal, ask, signal }: Surroundings,
): Promise<boolean> {
  if (options.yes === true) return true;
  if (!isTerminal.stdin || !isTerminal.stderr) {
    throw new CodedError(
      'confirmation-needed',
      `Nothing was ordered: the total of ${formatMoney(totalOfLines(lines), currencyOf(lines))} has to be confirmed. Add --yes, and --max-total to be safe.`,
    );
  }
  const total = formatMoney(totalOfLines(lines), currencyOf(lines));
  const answer = await ask(`Place this order for ${total} plus shipping and tax? [y/N] `);
  signal.throwIfAborted();
  return answer !== null && /^y(es)?$/i.test(answer.trim());
}
