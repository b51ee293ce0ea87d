/**
 * `fabdesk order`: checks, prices, shows, asks and places. Nothing is placed unless the person agrees to the total, typed
 * or with `--yes`.
 */
import type { Command } from 'commander';
import { isPartsList } from '../../../../src-shared/csv/parts-list.ts';
import type { AppClient } from '../../../../src-shared/ipc/contract.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { invoke } from '../app/surroundings.ts';
import { expandPatterns } from '../input/expand-patterns.ts';
import { collect, usageError, withUnitOptions } from '../input/options.ts';
import { parseModelLine, parseOrderLine, type RequestedLine } from '../input/order-lines.ts';
import { readOrderList } from '../input/parts-list.ts';
import { withHelp } from '../output/help.ts';
import type { Registrar } from '../registrar.ts';
import { type OrderOptions, runOrder, withOrderOptions } from './run-order.ts';

interface OrderLineOptions extends OrderOptions {
  readonly material?: string;
  readonly quantity?: string;
  readonly model?: readonly string[];
}

export function registerOrder(program: Command, registrar: Registrar): void {
  const { act, surroundings, t } = registrar;
  const command = program
    .command('order')
    .description(t('cliHelp.order.about'))
    .argument('[line...]', t('cliHelp.order.lines'))
    .option('--model <model>', t('cliHelp.order.model'), collect)
    .option('--material <id|name>', t('cliHelp.order.material'))
    .option('--quantity <n>', t('cliHelp.order.quantity'))
    .option('--anyway', t('cliHelp.order.anyway'))
    .action(
      act(async (out, texts: string[], options: OrderLineOptions) => {
        const { cwd } = surroundings;
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
        return runOrder(linesOf, options, surroundings, out);
      }),
    );
  withHelp(
    t,
    withOrderOptions(t, withUnitOptions(t, command)),
    [
      ['fabdesk order bracket.stl:6:2', t('cliHelp.order.example')],
      ['fabdesk order parts.csv', t('cliHelp.order.exampleList')],
      ['fabdesk order --material "Premium Silver" ring.stl', t('cliHelp.order.exampleMaterial')],
      ['fabdesk order --model 71:6:2 ring.stl:81', t('cliHelp.order.exampleModel')],
      [
        'fabdesk order part.stl:25 --address-file me.json --yes --max-total 40',
        t('cliHelp.order.exampleScript'),
      ],
      ['fabdesk order part.stl:25 --yes --key job-4711', t('cliHelp.order.exampleKey')],
      ['fabdesk order part.stl:25 --yes --max-price 12.50', t('cliHelp.order.exampleLimit')],
      ['fabdesk order part.stl:25 --yes --queue', t('cliHelp.order.exampleQueue')],
    ],
    t('cliHelp.order.more'),
  );
}
