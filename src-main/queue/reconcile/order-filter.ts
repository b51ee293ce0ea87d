/**
 * Finds orders by the reference in their address, and whether that can be trusted: the interface does not say how its
 * filters work, so they are proven on known orders (reliability: A4).
 */

import type { Reference } from '../../../src-shared/jobs/reference-line.ts';
import { toAppError } from '../../../src-shared/result.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';
import type { QueueClock } from '../core/clock.ts';
import type { Ledger } from '../core/ledger.ts';
import { withOtherMark } from '../core/reference.ts';
import { readLag } from './token-quiescence.ts';

type Client = Pick<ServiceClient, 'getOrder'>;

/** How long a proof counts, in ms. */
const proofLasts = 3_600_000;
/** Placed orders that are tried for a proof. The service may have dropped an old one. */
const mostTried = 3;

/**
 * Whether the service returns this order for that line. Works whether the filter narrows the id in the path or replaces
 * it.
 */
export async function answersTo(
  orderId: number,
  { field, value }: Reference,
  client: Client,
): Promise<boolean> {
  try {
    const { ordersStatus } = await client.getOrder(orderId, { [field]: value });
    return Object.keys(ordersStatus).map(Number).includes(orderId);
  } catch (thrown) {
    if (toAppError(thrown).code === 'not-found') return false;
    throw thrown;
  }
}

export class OrderFilter {
  readonly #ledger: Ledger;
  readonly #clock: QueueClock;
  readonly #newMark: () => string;
  /** Epoch ms of the proof, by account and line. */
  readonly #proven = new Map<string, number>();

  constructor(ledger: Ledger, clock: QueueClock, newMark: () => string) {
    this.#ledger = ledger;
    this.#clock = clock;
    this.#newMark = newMark;
  }

  /**
   * `ignored`: the service returns the order whatever is asked. The other two are as certain as the reading is new: one
   * from before the order does not show it. `control`: an order that is old enough to show in every reading.
   */
  async ask(
    orderId: number,
    reference: Reference,
    mark: string,
    client: Client,
    control: number | null = null,
  ): Promise<'carries' | 'lacks' | 'ignored'> {
    if (!(await answersTo(orderId, reference, client))) return 'lacks';
    const other = withOtherMark(reference, mark, this.#newMark());
    if (control !== null && (await answersTo(control, other, client))) return 'ignored';
    return (await answersTo(orderId, other, client)) ? 'ignored' : 'carries';
  }

  /** Whether `lacks` can be believed: an order that certainly has such a line is found by it and by no other. */
  async isProven(accountId: string, field: Reference['field'], client: Client): Promise<boolean> {
    const key = `${accountId} ${field}`;
    const at = this.#proven.get(key);
    if (at !== undefined && Math.abs(this.#clock.now() - at) < proofLasts) return true;
    const { jobs, evidence } = this.#ledger;
    let tried = 0;
    for (const job of jobs.placedOrders(accountId, 20)) {
      const reference = evidence.readAttempt(job.id, job.condition.attempt)?.reference;
      if (job.kind !== 'order' || job.result === null || reference?.field !== field) continue;
      // A reading may be older than this order and would then say nothing about the filter.
      if (Math.abs(this.#clock.now() - job.updatedAt) <= readLag) continue;
      if (++tried > mostTried) break;
      if ((await this.ask(job.result.orderId, reference, job.mark, client)) !== 'carries') continue;
      this.#proven.set(key, this.#clock.now());
      return true;
    }
    return false;
  }
}
