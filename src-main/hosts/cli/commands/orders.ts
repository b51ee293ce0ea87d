/** `fabdesk orders`: what was ordered and its state; `cancel` and `reprint` go through the queue. */
import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import type { OrderView } from '../../../../src-shared/ipc/order-view.ts';
import type { MessageRef } from '../../../../src-shared/messages/message.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { mainError } from '../../../main-error.ts';
import { followChange } from '../app/follow-change.ts';
import { invoke } from '../app/surroundings.ts';
import { withAccount } from '../app/with-account.ts';
import { agrees } from '../input/agree.ts';
import { parseId, parseQuantity, withServiceOptions } from '../input/options.ts';
import { exitCodes } from '../output/exit-codes.ts';
import { withHelp } from '../output/help.ts';
import { writeOrder, writeOrderTable } from '../output/orders-report.ts';
import type { Output } from '../output/output.ts';
import type { Registrar } from '../registrar.ts';

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

export function registerOrders(program: Command, registrar: Registrar): void {
  const { act, surroundings, t } = registrar;
  const command = program
    .command('orders')
    .description(t('cliHelp.orders.about'))
    .argument('[order]', t('cliHelp.orders.order'))
    .enablePositionalOptions()
    .action(
      act(async (out, orderId: string | undefined, options: OrdersOptions) => {
        const wanted = orderId === undefined ? null : parseId(orderId, 'order');
        return withAccount(surroundings, options, out, async (client) => {
          const list = await invoke(client, 'orders.list', {});
          const order = wanted === null ? null : findOrder(wanted, list.orders);
          if (out.json) out.value(order ?? list.orders);
          else if (order !== null) writeOrder(out, order);
          else writeOrderTable(out, list);
          return exitCodes.ok;
        });
      }),
    );
  withHelp(t, withServiceOptions(t, command), [
    ['fabdesk orders', t('cliHelp.orders.example')],
    ['fabdesk orders 1042', t('cliHelp.orders.exampleOne')],
    ['fabdesk orders cancel 1042', t('cliHelp.orders.exampleCancel')],
    ['fabdesk orders reprint 1042 77 --comment "broken"', t('cliHelp.orders.exampleReprint')],
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
          const { orders } = await invoke(client, 'orders.list', {});
          const item = findOrder(orderId, orders).items.find((one) => one.orderProductId === orderProductId);
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

function findOrder(orderId: number, orders: readonly OrderView[]): OrderView {
  const order = orders.find((known) => known.orderId === orderId);
  if (order !== undefined) return order;
  throw mainError('not-found', ref('cli.orders.unknown', { order: String(orderId) }));
}
