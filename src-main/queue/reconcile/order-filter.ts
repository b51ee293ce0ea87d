/**
 * Finds orders by the reference in their address, and whether that can be trusted: the interface does not say
 * how its filters work, and services change addresses before they store them. So both are proven on known
 * orders (reliability: A4).
 */

import type { Reference } from '../../../src-shared/jobs/reference-line.ts';
import { toAppError } from '../../../src-shared/result.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';
import type { QueueClock } from '../core/clock.ts';
import type { Ledger } from '../core/ledger.ts';
import { referenceOf, spellingsOf, withOtherMark } from '../core/reference.ts';
import { readLag } from './token-quiescence.ts';

type Client = Pick<ServiceClient, 'getOrder'>;

/** How long a proof counts, in ms. */
const proofLasts = 3_600_000;
/** Placed orders that are tried for a proof. The service may have dropped an old one. */
const mostTried = 3;

/** Proof that the filter finds lines of one length, in one spelling. */
interface FilterProof {
  /** Epoch ms. */
  readonly at: number;
  /** Index in `spellingsOf`. */
  readonly spelling: number;
}

/** The orders that the service returns for this line when it is asked for one order. Empty: none. */
async function ordersWith(orderId: number, { field, value }: Reference, client: Client): Promise<number[]> {
  try {
    const { ordersStatus } = await client.getOrder(orderId, { [field]: value });
    return Object.keys(ordersStatus).map(Number);
  } catch (thrown) {
    if (toAppError(thrown).code === 'not-found') return [];
    throw thrown;
  }
}

/**
 * Whether the service returns this order for that line. Works whether the filter narrows the id in the path
 * or replaces it.
 */
const answersTo = async (orderId: number, line: Reference, client: Client): Promise<boolean> =>
  (await ordersWith(orderId, line, client)).includes(orderId);

export class OrderFilter {
  readonly #ledger: Ledger;
  readonly #clock: QueueClock;
  readonly #newMark: () => string;
  /**
   * Proofs by account, line and length of the text: a service that stores short lines whole may cut off long
   * ones.
   */
  readonly #proofs = new Map<string, FilterProof>();

  constructor(ledger: Ledger, clock: QueueClock, newMark: () => string) {
    this.#ledger = ledger;
    this.#clock = clock;
    this.#newMark = newMark;
  }

  /**
   * `ignored`: the service returns the order whatever is asked. `carries` and `lacks` prove something only if
   * the service read its data after the order was made. `control`: an order that is old enough to show in
   * every reading.
   */
  async ask(
    orderId: number,
    accountId: string,
    reference: Reference,
    mark: string,
    client: Client,
    control: number | null = null,
  ): Promise<'carries' | 'lacks' | 'ignored'> {
    const proof = this.#proofOf(accountId, reference);
    const found = await this.#spellingOf(orderId, reference, mark, client, control, proof?.spelling ?? null);
    return found.kind;
  }

  /** Orders that the service names for this line when it is asked for `orderId`; they need not carry it. */
  search(orderId: number, reference: Reference, client: Client): Promise<number[]> {
    return ordersWith(orderId, reference, client);
  }

  /**
   * Whether `lacks` can be believed: an order that certainly has such a line is found by it and by no other.
   */
  async isProven(accountId: string, reference: Reference, client: Client): Promise<boolean> {
    if (this.#proofOf(accountId, reference) !== null) return true;
    const { jobs, evidence } = this.#ledger;
    let tried = 0;
    for (const job of jobs.placedOrders(accountId, 20)) {
      if (job.kind !== 'order' || job.result === null) continue;
      // Its last attempt may have found the order instead of sending it.
      const sent = evidence.attemptsOf(job.id).at(-1)?.reference ?? referenceOf(job);
      if (sent?.field !== reference.field) continue;
      // A service that stores a shorter line whole may still cut off a longer one.
      if (sent.value.length < reference.value.length) continue;
      // A reading may be older than this order and would then say nothing about the filter.
      if (Math.abs(this.#clock.now() - job.updatedAt) <= readLag) continue;
      if (++tried > mostTried) break;
      const found = await this.#spellingOf(job.result.orderId, sent, job.mark, client, null, null);
      if (found.kind !== 'carries') continue;
      this.#proofs.set(keyOf(accountId, reference), { at: this.#clock.now(), spelling: found.spelling });
      return true;
    }
    return false;
  }

  #proofOf(accountId: string, reference: Reference): FilterProof | null {
    const proof = this.#proofs.get(keyOf(accountId, reference));
    return proof !== undefined && Math.abs(this.#clock.now() - proof.at) < proofLasts ? proof : null;
  }

  /** `known`: the spelling in which this service stores lines; null: try all. */
  async #spellingOf(
    orderId: number,
    reference: Reference,
    mark: string,
    client: Client,
    control: number | null,
    known: number | null,
  ): Promise<
    { readonly kind: 'carries'; readonly spelling: number } | { readonly kind: 'lacks' | 'ignored' }
  > {
    const lines = spellingsOf(reference, mark);
    for (const [spelling, line] of lines.entries()) {
      const isTried = lines.findIndex(({ value }) => value === line.value) < spelling;
      if (known === null ? isTried : spelling !== known) continue;
      if (!(await answersTo(orderId, line, client))) continue;
      const otherMark = this.#newMark();
      const other = spellingsOf(withOtherMark(reference, mark, otherMark), otherMark)[spelling] ?? line;
      if (control !== null && (await answersTo(control, other, client))) return { kind: 'ignored' };
      if (await answersTo(orderId, other, client)) return { kind: 'ignored' };
      return { kind: 'carries', spelling };
    }
    return { kind: 'lacks' };
  }
}

const keyOf = (accountId: string, { field, value }: Reference): string =>
  `${accountId} ${field} ${value.length}`;
