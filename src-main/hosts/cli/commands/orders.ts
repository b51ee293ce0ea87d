/** `fabdesk orders`: what was ordered and how it stands; `cancel` and `reprint` go through the queue. */
import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import type { OrderView } from '../../../../src-shared/ipc/order-view.ts';
import { CodedError } from '../../../../src-shared/result.ts';
import { exitCodes } from '../exit-codes.ts';
import { followChange } from '../follow-change.ts';
import { withHelp } from '../help.ts';
import { dataDirOf, parseId, parseQuantity, withAppOptions } from '../options.ts';
import { writeOrder, writeOrderTable } from '../orders-report.ts';
import type { Registrar } from '../registrar.ts';
import { invoke } from '../surroundings.ts';
import { withApp } from '../with-app.ts';

interface OrdersOptions {
  readonly data?: string;
  readonly queue?: true;
}

interface ReprintOptions extends OrdersOptions {
  readonly comment: string;
  readonly reason?: string;
  readonly quantity?: string;
  readonly yes?: true;
}

export function registerOrders(program: Command, { act, surroundings }: Registrar): void {
  const command = program
    .command('orders')
    .description('orders and how they stand')
    .argument('[order]', 'show this order with its parts and shipments')
    .enablePositionalOptions()
    .action(
      act(async (out, orderId: string | undefined, options: OrdersOptions) => {
        const wanted = orderId === undefined ? null : parseId(orderId, 'an order id');
        return withApp(surroundings, dataDirOf(options, surroundings), out, async (client) => {
          const list = await invoke(client, 'orders.list', {});
          const order = wanted === null ? null : findOrder(wanted, list.orders);
          if (out.json) out.value(order ?? list.orders);
          else if (order !== null) writeOrder(out, order);
          else writeOrderTable(out, list);
          return exitCodes.ok;
        });
      }),
    );
  withHelp(withAppOptions(command), [
    ['fabdesk orders', 'all orders, newest first'],
    ['fabdesk orders 1042', 'one order: parts, counts, shipments'],
    ['fabdesk orders cancel 1042', 'cancel it, while the service still takes that'],
    ['fabdesk orders reprint 1042 77 --comment "broken"', 'have a part of it made again'],
  ]);

  const cancel = command
    .command('cancel')
    .description('cancel an order at the service')
    .argument('<order>', 'the order id')
    .option('--queue', 'put it into the queue and do not wait')
    .action(
      act(async (out, text: string, options: OrdersOptions) => {
        const orderId = parseId(text, 'an order id');
        return withApp(surroundings, dataDirOf(options, surroundings), out, async (client) => {
          const job = await invoke(client, 'orders.cancel', { orderId });
          return followChange(client, job, options, surroundings, out);
        });
      }),
    );
  withHelp(withAppOptions(cancel), [['fabdesk orders cancel 1042', 'cancels order 1042']]);

  const reprint = command
    .command('reprint')
    .description('have a part of an order made again, as a new order')
    .argument('<order>', 'the order id')
    .argument('<product>', 'id of the part, as "fabdesk orders --json ORDER" tells it')
    .requiredOption('--comment <text>', 'what is wrong with it')
    .option('--reason <number>', 'the service’s number of a reason; 503 when left out')
    .option('--quantity <number>', 'pieces; 1 when left out')
    .option('--yes', 'do not ask')
    .option('--queue', 'put it into the queue and do not wait')
    .action(
      act(async (out, text: string, product: string, options: ReprintOptions) => {
        const orderId = parseId(text, 'an order id');
        const orderProductId = parseId(product, 'a product id');
        const quantity = options.quantity === undefined ? 1 : parseQuantity(options.quantity);
        // [Assumption: reprint-reason]
        const reasonId = options.reason === undefined ? 503 : parseId(options.reason, 'a reason');
        return withApp(surroundings, dataDirOf(options, surroundings), out, async (client) => {
          const { orders } = await invoke(client, 'orders.list', {});
          const item = findOrder(orderId, orders).items.find((one) => one.orderProductId === orderProductId);
          if (!item) throw new CodedError('not-found', `Order ${orderId} has no part ${orderProductId}.`);
          await requireYes(`Reprint ${quantity} × ${item.title}?`, options);
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
    withAppOptions(reprint),
    [['fabdesk orders reprint 1042 77 --comment "One arm is broken off"', 'asks before it is sent']],
    'The service names no price of a reprint before: it may make it for nothing, or charge the card on file.',
  );

  /** Money may follow, so it takes a person's word. */
  async function requireYes(question: string, { yes }: ReprintOptions): Promise<void> {
    if (yes === true) return;
    const words = `${question} The service names no price before and may charge the card on file. [y/N] `;
    const answer = surroundings.isTerminal.stdin ? await surroundings.ask(words) : null;
    if (answer?.trim().toLowerCase() === 'y') return;
    throw new CodedError('confirmation-needed', 'Nothing was asked for. Answer y, or give --yes.');
  }
}

function findOrder(orderId: number, orders: readonly OrderView[]): OrderView {
  const order = orders.find((known) => known.orderId === orderId);
  if (order !== undefined) return order;
  throw new CodedError('not-found', `There is no order ${orderId}. "fabdesk orders" lists what there is.`);
}
