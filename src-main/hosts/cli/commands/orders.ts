/** `fabdesk orders`: what was ordered and how it stands; `orders cancel` cancels one at the service. */
import type { Command } from 'commander';
import type { OrderView } from '../../../../src-shared/ipc/order-view.ts';
import { CodedError } from '../../../../src-shared/result.ts';
import { exitCodes } from '../exit-codes.ts';
import { followChange } from '../follow-change.ts';
import { withHelp } from '../help.ts';
import { dataDirOf, parseId, withAppOptions } from '../options.ts';
import { writeOrder, writeOrderTable } from '../orders-report.ts';
import type { Registrar } from '../registrar.ts';
import { invoke } from '../surroundings.ts';
import { withApp } from '../with-app.ts';

interface OrdersOptions {
  readonly data?: string;
  readonly queue?: true;
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
}

function findOrder(orderId: number, orders: readonly OrderView[]): OrderView {
  const order = orders.find((known) => known.orderId === orderId);
  if (order !== undefined) return order;
  throw new CodedError('not-found', `There is no order ${orderId}. "fabdesk orders" lists what there is.`);
}
