/**
 * Finds orders by the reference in their address, and whether that can be trusted: the interface does not say
 * how its filters work, and services change addresses before they store them. So both are proven on known
 * orders (reliability: A4).
 */
import type { Reference } from '../../../src-shared/jobs/reference-line.ts';
import { ifThere } from '../../api-client/if-there.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';
import type { QueueClock } from '../core/clock.ts';
import type { Ledger } from '../core/ledger.ts';
import { referenceOf, spellingsOf, withOtherMark } from '../core/reference.ts';
import { readLag } from './token-quiescence.ts';

type Client = Pick<ServiceClient, 'getOrder'>;
type ListClient = Pick<ServiceClient, 'listOrders'>;

/** How long a proof counts, in ms. */
const proofLasts = 3_600_000;
/** Placed orders that are tried for a proof. The service may have dropped an old one. */
const mostTried = 3;

/** The orders that the service lists for this line. */
async function listedWith({ field, value }: Reference, client: ListClient): Promise<ReadonlySet<number>> {
  const { ordersStatus } = await client.listOrders({ [field]: value });
  return new Set(Object.keys(ordersStatus).map(Number));
}

/** Proof that the filter finds lines of one length, in one spelling. */
interface FilterProof {
  /** Epoch ms. */
  readonly at: number;
  /** Index in `spellingsOf`. */
  readonly spelling: number;
}

/** The orders that the service returns for this line when it is asked for one order. Empty: none. */
async function ordersWith(orderId: number, { field, value }: Reference, client: Client): Promise<number[]> {
  const { ordersStatus = {} } = (await ifThere(client.getOrder(orderId, { [field]: value }))) ?? {};
  return Object.keys(ordersStatus).map(Number);
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
  /** The same for lists. `spelling` null: the service does not search them. */
  readonly #listProofs = new Map<string, { readonly at: number; readonly spelling: number | null }>();

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
    for (const { orderId, sent, mark } of this.#samples(accountId, reference)) {
      const found = await this.#spellingOf(orderId, sent, mark, client, null, null);
      if (found.kind !== 'carries') continue;
      this.#proofs.set(keyOf(accountId, reference), { at: this.#clock.now(), spelling: found.spelling });
      return true;
    }
    return false;
  }

  /**
   * The orders that carry the line, by one question for all of them. What it lacks may be newer than what the
   * service read. Null: nothing proves that this service searches its list. Throws what the client throws.
   */
  async carriers(
    accountId: string,
    reference: Reference,
    mark: string,
    client: ListClient,
  ): Promise<ReadonlySet<number> | null> {
    const spelling = await this.#listSpelling(accountId, reference, client);
    const line = spelling === null ? undefined : spellingsOf(reference, mark)[spelling];
    return line === undefined ? null : listedWith(line, client);
  }

  async #listSpelling(accountId: string, reference: Reference, client: ListClient): Promise<number | null> {
    const key = keyOf(accountId, reference);
    const known = this.#listProofs.get(key);
    if (known !== undefined && Math.abs(this.#clock.now() - known.at) < proofLasts) return known.spelling;
    let proven: number | null = null;
    const [sample] = this.#samples(accountId, reference);
    if (sample === undefined) return null;
    const otherMark = this.#newMark();
    const others = spellingsOf(withOtherMark(sample.sent, sample.mark, otherMark), otherMark);
    for (const [spelling, line] of spellingsOf(sample.sent, sample.mark).entries()) {
      const other = others[spelling];
      if (other === undefined || !(await listedWith(line, client)).has(sample.orderId)) continue;
      if ((await listedWith(other, client)).size === 0) proven = spelling;
      break;
    }
    this.#listProofs.set(key, { at: this.#clock.now(), spelling: proven });
    return proven;
  }

  /** Placed orders that certainly carry a line as long as this, or longer. */
  *#samples(accountId: string, reference: Reference) {
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
      yield { orderId: job.result.orderId, sent, mark: job.mark };
    }
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
