/** `fabdesk orders`: what was ordered and its state; `cancel` and `reprint` go through the queue. */
import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import type { Account } from '../../../../src-shared/ipc/account.ts';
import type { AppClient } from '../../../../src-shared/ipc/contract.ts';
import type { OrderView } from '../../../../src-shared/ipc/order-view.ts';
import type { MessageRef } from '../../../../src-shared/messages/message.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { englishText, mainError } from '../../../main-error.ts';
import { readAgain } from '../analysis/order-again.ts';
import { followChange } from '../app/follow-change.ts';
import { invoke } from '../app/surroundings.ts';
import { withAccount } from '../app/with-account.ts';
import { agrees } from '../input/agree.ts';
import { parseId, parseQuantity, usageError, withServiceOptions } from '../input/options.ts';
import { type FilterOptions, readFilters, withFilterOptions } from '../input/order-filters.ts';
import { exitCodes } from '../output/exit-codes.ts';
import { withHelp } from '../output/help.ts';
import { writeAgain, writeOrder, writeOrderTable } from '../output/orders-report.ts';
import type { Output } from '../output/output.ts';
import type { Registrar } from '../registrar.ts';
import { type OrderOptions, runOrder, withOrderOptions } from './run-order.ts';

interface OrdersOptions {
  readonly data?: string;
  readonly account?: string;
  readonly queue?: true;
}

interface ReprintOptions extends OrdersOptions {
  readonly comment: string;
  readonly reason?: string;
  readonly quantity?: string;
  readonly yes?: true;
}

/** Remarks in English, as in all that programs read. Only the window opens pages of the local service. */
const forPrograms = ({ agreed, ...order }: OrderView, { isLocal }: Account) => ({
  ...order,
  ...(agreed && {
    agreed: agreed.map(({ doubts, ...part }) => ({
      ...part,
      ...(doubts && { warnings: doubts.map(englishText) }),
    })),
  }),
  receipt: isLocal ? null : order.receipt,
});

export function registerOrders(program: Command, registrar: Registrar): void {
  const { act, surroundings, t } = registrar;
  const command = program
    .command('orders')
    .description(t('cliHelp.orders.about'))
    .argument('[order]', t('cliHelp.orders.order'))
    .enablePositionalOptions()
    .action(
      act(async (out, orderId: string | undefined, options: OrdersOptions & FilterOptions) => {
        const wanted = orderId === undefined ? null : parseId(orderId, 'order');
        const filters = readFilters(options);
        if (wanted !== null && filters !== undefined) throw usageError(ref('cli.orders.oneOrFilters'));
        return withAccount(surroundings, options, out, async (client, account) => {
          if (wanted !== null) {
            const order = await readOrder(client, wanted);
            if (out.json) out.value(forPrograms(order, account));
            else writeOrder(out, order, account, await materialsOf(client, [order]));
            return exitCodes.ok;
          }
          const list = await invoke(client, 'orders.list', { filters });
          if (out.json) out.value(list.orders.map((order) => forPrograms(order, account)));
          else writeOrderTable(out, list, filters !== undefined);
          return exitCodes.ok;
        });
      }),
    );
  withHelp(
    t,
    withServiceOptions(t, withFilterOptions(t, command)),
    [
      ['fabdesk orders', t('cliHelp.orders.example')],
      ['fabdesk orders 1042', t('cliHelp.orders.exampleOne')],
      ['fabdesk orders --last-name Lovelace --city "New York"', t('cliHelp.orders.exampleFilter')],
      ['fabdesk orders again 1042', t('cliHelp.orders.exampleAgain')],
      ['fabdesk orders cancel 1042', t('cliHelp.orders.exampleCancel')],
      ['fabdesk orders reprint 1042 77 --comment "broken"', t('cliHelp.orders.exampleReprint')],
    ],
    t('cliHelp.orders.more'),
  );

  const again = command
    .command('again')
    .description(t('cliHelp.orders.again.about'))
    .argument('<order>', t('cliHelp.orders.orderId'))
    .option('--available', t('cliHelp.orders.again.available'))
    .action(
      act(async (out, text: string, options: OrderOptions & { available?: true }) => {
        const orderId = parseId(text, 'order');
        return runOrder(
          async (client) => {
            const order = await readOrder(client, orderId);
            const { materials } = await invoke(client, 'catalog.get', {});
            const lines = await readAgain(client, order, materials);
            writeAgain(out, order, lines);
            const orderable = lines.filter(({ now }) => !('obstacle' in now));
            if (orderable.length === 0) throw mainError('will-be-refused', ref('library.order.none'));
            if (orderable.length < lines.length && options.available !== true)
              throw mainError('will-be-refused', ref('cli.again.notAll'));
            return orderable.map(({ wanted: { modelId, materialId, quantity } }) => ({
              modelId,
              material: String(materialId),
              quantity,
            }));
          },
          options,
          surroundings,
          out,
        );
      }),
    );
  withHelp(t, withOrderOptions(t, again), [
    ['fabdesk orders again 1042', t('cliHelp.orders.again.example')],
    ['fabdesk orders again 1042 --yes --max-total 40', t('cliHelp.order.exampleScript')],
  ]);

  const cancel = command
    .command('cancel')
    .description(t('cliHelp.orders.cancel.about'))
    .argument('<order>', t('cliHelp.orders.orderId'))
    .option('--queue', t('cliHelp.any.queue'))
    .action(
      act(async (out, text: string, options: OrdersOptions) => {
        const orderId = parseId(text, 'order');
        return withAccount(surroundings, options, out, async (client) => {
          const job = await invoke(client, 'orders.cancel', { orderId });
          return followChange(client, job, options, surroundings, out);
        });
      }),
    );
  withHelp(t, withServiceOptions(t, cancel), [
    ['fabdesk orders cancel 1042', t('cliHelp.orders.cancel.example')],
  ]);

  const reprint = command
    .command('reprint')
    .description(t('cliHelp.orders.reprint.about'))
    .argument('<order>', t('cliHelp.orders.orderId'))
    .argument('<product>', t('cliHelp.orders.reprint.product'))
    .requiredOption('--comment <text>', t('cliHelp.orders.reprint.comment'))
    .option('--reason <number>', t('cliHelp.orders.reprint.reason'))
    .option('--quantity <number>', t('cliHelp.any.pieces'))
    .option('--yes', t('cliHelp.any.yes'))
    .option('--queue', t('cliHelp.any.queue'))
    .action(
      act(async (out, text: string, product: string, options: ReprintOptions) => {
        const orderId = parseId(text, 'order');
        const orderProductId = parseId(product, 'product');
        const quantity = options.quantity === undefined ? 1 : parseQuantity(options.quantity);
        // [Assumption: reprint-reason]
        const reasonId = options.reason === undefined ? 503 : parseId(options.reason, 'reason');
        return withAccount(surroundings, options, out, async (client) => {
          const order = await readOrder(client, orderId);
          const item = order.items.find((one) => one.orderProductId === orderProductId);
          if (!item) throw mainError('not-found', ref('cli.orders.noPart', { order: text, part: product }));
          await requireYes(ref('cli.orders.reprint.question', { quantity, title: item.title }), out, options);
          const job = await invoke(client, 'orders.reprint', {
            orderId,
            orderProductId,
            productTitle: item.title.slice(0, 255),
            quantity,
            reasonId,
            comment: options.comment,
            requestKey: randomUUID(),
          });
          return followChange(client, job, options, surroundings, out);
        });
      }),
    );
  withHelp(
    t,
    withServiceOptions(t, reprint),
    [
      [
        'fabdesk orders reprint 1042 77 --comment "One arm is broken off"',
        t('cliHelp.orders.reprint.example'),
      ],
    ],
    t('cliHelp.orders.reprint.more'),
  );

  /** A reprint may cost money, so a person has to confirm it. */
  async function requireYes(question: MessageRef, out: Output, { yes }: ReprintOptions): Promise<void> {
    if (yes === true || (surroundings.isTerminal.stdin && (await agrees(surroundings, out, question))))
      return;
    throw mainError('confirmation-needed', ref('cli.orders.notAsked'));
  }
}

/** Throws `not-found`. */
async function readOrder(client: AppClient, orderId: number): Promise<OrderView> {
  const { orders } = await invoke(client, 'orders.list', { filters: { orderIds: [orderId] } });
  const order = orders.find((known) => known.orderId === orderId);
  if (order !== undefined) return order;
  throw mainError('not-found', ref('cli.orders.unknown', { order: String(orderId) }));
}

/** To name the materials that a rejection names by id; none where no order needs them. */
async function materialsOf(client: AppClient, orders: readonly OrderView[]) {
  const affected = orders.some(({ items }) =>
    items.some(({ models }) => models.some(({ affectedMaterials }) => affectedMaterials.length > 0)),
  );
  return affected ? (await invoke(client, 'catalog.get', {})).materials : [];
}
