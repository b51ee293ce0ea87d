/** The progress of an order and its rejections, without texts; the rail counts with it. */
import { keyOfOrder } from '../../../src-shared/ipc/key-of-order.ts';
import type { OrderView } from '../../../src-shared/ipc/order-view.ts';
import type { OrderJob } from '../../../src-shared/jobs/job.ts';
import type { AppState } from '../../app-state.svelte.ts';

/** The steps of an order, as far as the service reports them (spec: States and transitions). */
export const orderSteps = ['placed', 'in_production', 'made', 'shipped'] as const;

/** How many of the steps are behind the order; 0: it was cancelled. */
export function stepsDone({ status, items }: OrderView): number {
  if (status === 'cancelled') return 0;
  if (status === 'shipped') return orderSteps.length;
  const count = (name: 'complete' | 'in_production' | 'cancelled') =>
    items.reduce((sum, item) => sum + item.status[name], 0);
  const wanted = items.reduce((sum, { quantity }) => sum + quantity, 0) - count('cancelled');
  if (wanted > 0 && count('complete') >= wanted) return 3;
  return status === 'in_production' || count('complete') + count('in_production') > 0 ? 2 : 1;
}

/** How many pieces the service rejected. */
export const rejectedPieces = ({ items }: OrderView): number =>
  items
    .filter(({ models }) => models.some(({ rejectionReasons }) => rejectionReasons.length > 0))
    .reduce((sum, { status }) => sum + status.cancelled, 0);

/** The orders with rejected parts that no person has marked as handled. */
export function needingPerson(app: AppState, orders: readonly OrderView[]): readonly OrderView[] {
  const accountId = app.status?.account.id ?? '';
  const { rejections = {} } = app.settings;
  return orders.filter((order) => {
    const isHandled = rejections[keyOfOrder(accountId, order.orderId)] === 'handled';
    return !isHandled && rejectedPieces(order) > 0;
  });
}

/** The jobs that placed orders from here, by the numbers of the orders. */
export const placedHere = ({ jobs, status }: AppState): ReadonlyMap<number, OrderJob> =>
  new Map(
    jobs.flatMap((job) =>
      job.kind === 'order' && job.result !== null && job.accountId === status?.account.id
        ? [[job.result.orderId, job] as const]
        : [],
    ),
  );
