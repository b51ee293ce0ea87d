/**
 * `fabdesk order`: checks, prices, shows, asks and places. Nothing is placed unless the person agrees to the
 * total, typed or with `--yes`.
 */
import { isPartsList } from '../../../../src-shared/csv/is-parts-list.ts';
import type { AppClient } from '../../../../src-shared/ipc/contract.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { invoke } from '../app/surroundings.ts';
import { type Commands, command } from '../declare.ts';
import { expandPatterns } from '../input/expand-patterns.ts';
import { unitOptions, usageError } from '../input/options.ts';
import { parseModelLine, parseOrderLine, type RequestedLine } from '../input/order-lines.ts';
import { readOrderList } from '../input/parts-list.ts';
import { orderOptions, runOrder } from './run-order.ts';

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
    async ({ surroundings, out }, options, texts) => {
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
    },
  ),
};
