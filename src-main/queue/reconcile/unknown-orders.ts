/**
 * Looks through every list of orders that is read anyway, by the orders screen, by commands and by the queue,
 * for orders that no job knows and that one of the jobs may have made (reliability: R19). Costs no call: what
 * looks like it is then checked by its mark.
 */
import type { OrderInfo, OrderList } from '../../../src-shared/api/orders.ts';
import type { OrderRecord } from '../../db/job-record.ts';
import type { Ledger } from '../core/ledger.ts';
import { referenceOf } from '../core/reference.ts';
import { everNamed } from './order-items.ts';
import { isWatched } from './watch-order.ts';

/** Newest jobs of an account that an unknown order is compared with. */
const mostCompared = 200;
/** Jobs that are checked because of one list. */
const mostSuspects = 5;

export class UnknownOrders {
  readonly #ledger: Ledger;
  /** Orders of an account that were compared with its jobs, in this process. */
  readonly #compared = new Map<string, Set<number>>();

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /** Jobs whose order may be among those that are listed here for the first time. */
  suspects(accountId: string, { ordersInfo }: OrderList): OrderRecord[] {
    const compared = this.#compared.get(accountId) ?? new Set();
    this.#compared.set(accountId, compared);
    if (ordersInfo.every(({ orderId }) => compared.has(orderId))) return [];
    const { jobs } = this.#ledger;
    const own = jobs.orderIds(accountId, Infinity);
    const unknown = ordersInfo.filter(({ orderId }) => !compared.has(orderId) && !own.has(orderId));
    for (const { orderId } of ordersInfo) compared.add(orderId);
    if (unknown.length === 0) return [];
    return jobs
      .newestOrdersAtRest(accountId, mostCompared)
      .filter((job) => referenceOf(job) !== null && isWatched(job, this.#ledger))
      .filter((job) => unknown.some((info) => this.#mayBeOf(job, info)))
      .slice(0, mostSuspects);
  }

  #mayBeOf(job: OrderRecord, info: OrderInfo): boolean {
    const { jobs, reconciliation } = this.#ledger;
    const { id, payload } = job;
    const named = everNamed(job, jobs);
    const isOfItsModels = info.orderProducts.every(({ models }) =>
      models.every(({ modelId }) => named?.has(modelId) ?? true),
    );
    const pieces = payload.lines.reduce((sum, { quantity }) => sum + quantity, 0);
    const ordered = info.orderProducts.reduce(
      (sum, product) => sum + product.quantity * product.models.length,
      0,
    );
    if (!isOfItsModels || ordered !== pieces) return false;
    const wasThereBefore = this.#ledger.baselineOf(id).has(info.orderId);
    return !wasThereBefore && reconciliation.verdictsOf(id).get(info.orderId)?.verdict !== 'other';
  }
}
