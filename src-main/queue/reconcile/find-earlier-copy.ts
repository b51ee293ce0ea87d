/**
 * Looks for an order's own mark at the service before the order is sent. Where it is found, the order was
 * sent before and nothing here knows: the data folder is an older copy (reliability: R17), or an earlier
 * request arrived after all (reliability: R19).
 */
import type { ServiceClient } from '../../api-client/service-client.ts';
import type { EvidenceStore } from '../../db/evidence-store.ts';
import type { OrderRecord } from '../../db/job-record.ts';
import type { QueueClock } from '../core/clock.ts';
import type { Ledger } from '../core/ledger.ts';
import { referenceOf } from '../core/reference.ts';
import type { KnownOrders } from './known-orders.ts';
import type { OrderFilter } from './order-filter.ts';
import { sameItems, wantedItems } from './order-items.ts';

/** How many of the newest orders are asked about one by one, without those that this queue made. */
const mostAsked = 200;
/** How long an order of the same parts may be what a refused order became, ms. */
const refusalCounts = 24 * 3_600_000;
/** More than these are asked about by one question, where the service answers it. */
const fewAsked = 4;

export class EarlierCopies {
  readonly #ledger: Ledger;
  readonly #filter: OrderFilter;
  readonly #clock: QueueClock;
  /** By job: orders that lack its mark, so that an interrupted search continues where it stopped. */
  readonly #lacking = new Map<string, Set<number>>();

  constructor(ledger: Ledger, filter: OrderFilter, clock: QueueClock) {
    this.#ledger = ledger;
    this.#filter = filter;
    this.#clock = clock;
  }

  /** An order with the mark of this job can only come from an earlier request of this process. */
  isOwnRequest(id: string): boolean {
    return this.#ledger.isNew(id) && this.#ledger.evidence.attemptsOf(id).length > 0;
  }

  /**
   * The service's order with this order's mark; or one of its parts after it was refused for now, if the mark
   * is not proven to be missing there. Null: none shows it. Throws what the client throws.
   */
  async find(
    record: OrderRecord,
    known: KnownOrders,
    client: Pick<ServiceClient, 'getOrder' | 'listOrders'>,
  ): Promise<number | null> {
    const { id, accountId, mark } = record;
    const reference = referenceOf(record);
    const [anyOrder] = known.ids;
    if (anyOrder === undefined) return null;
    const [first] = this.#ledger.evidence.attemptsOf(id);
    const before = new Set(first?.baseline ?? []);
    const isOfAnother = (orderId: number) =>
      this.#ledger.jobs.withResult(accountId, 'order', orderId, id) !== null;
    // What is new since the first attempt may be ours whatever other job has its number.
    const unaccounted = [...known.ids]
      .filter((orderId) => !before.has(orderId) && (first !== undefined || !isOfAnother(orderId)))
      .sort((a, b) => b - a);
    // The service may have placed it and refused it all the same; after other proofs there is nothing to
    // find.
    const wasRefused = wasRefusedForNow(id, this.#ledger.evidence);
    const wanted = wantedItems(record, this.#ledger.jobs);
    const mayBeIt = (orderId: number): boolean => {
      const info = known.infos.get(orderId);
      return wasRefused && !isOfAnother(orderId) && (info === undefined || sameItems(info, wanted));
    };
    if (reference === null) return unaccounted.find(mayBeIt) ?? null;
    const lacking = this.#lacking.get(id) ?? new Set();
    this.#lacking.set(id, lacking);
    // A job of this process cannot be older than the folder. One call still finds it if the filter searches
    // all orders.
    const isNew = this.#ledger.isNew(id) && !this.isOwnRequest(id);
    const carriers =
      isNew || unaccounted.length <= fewAsked
        ? null
        : await this.#filter.carriers(accountId, reference, mark, client);
    const candidates = isNew
      ? await this.#filter.search(anyOrder, reference, client)
      : carriers
        ? unaccounted.filter((orderId) => carriers.has(orderId))
        : unaccounted.slice(0, mostAsked);
    for (const orderId of candidates) {
      if (lacking.has(orderId) || !unaccounted.includes(orderId)) continue;
      const control = anyOrder === orderId ? null : anyOrder;
      const answer = await this.#filter.ask(orderId, accountId, reference, mark, client, control);
      if (answer === 'carries') {
        // A service that ignores the filter can look as if it honoured it, if the list was read before the
        // order existed. Either way nothing is sent; the next check (match-orders.ts) decides whose order it
        // is.
        if (await this.#filter.isProven(accountId, reference, client))
          this.#ledger.write(() =>
            this.#ledger.reconciliation.setVerdict(id, orderId, 'ours', this.#clock.now()),
          );
        return orderId;
      }
      // Services drop address lines and ignore filters: only a proven one says that it lacks the mark.
      const isLacking = answer === 'lacks' && (await this.#filter.isProven(accountId, reference, client));
      if (!isLacking && mayBeIt(orderId)) return orderId;
      lacking.add(orderId);
    }
    this.#lacking.delete(id);
    return null;
  }
}

/**
 * An order of exactly these parts that is new since the service refused another order of them: it may have
 * placed that one all the same, and the person ordered again. Null: none.
 */
export function placedAfterRefusal(
  record: OrderRecord,
  { ids, infos }: KnownOrders,
  ledger: Ledger,
  now: number,
): number | null {
  const { id, accountId } = record;
  const wanted = wantedItems(record, ledger.jobs);
  const isNewSince = (job: OrderRecord): ((orderId: number) => boolean) => {
    const [first] = ledger.evidence.attemptsOf(job.id);
    const before = new Set(first?.baseline ?? ids);
    const parts = wantedItems(job, ledger.jobs);
    return (orderId) => {
      const info = infos.get(orderId);
      const isSame = info !== undefined && sameItems(info, wanted) && sameItems(info, parts);
      return isSame && !before.has(orderId);
    };
  };
  for (const job of ledger.jobs.withState(['rejected'])) {
    const isRecent = Math.abs(now - job.updatedAt) < refusalCounts;
    if (job.kind !== 'order' || job.accountId !== accountId || !isRecent) continue;
    const found = [...ids]
      .filter(isNewSince(job))
      .find((orderId) => ledger.jobs.withResult(accountId, 'order', orderId, id) === null);
    if (found !== undefined) return found;
  }
  return null;
}

/** The last attempt was refused for a reason that passes. A service may have acted on it all the same. */
export const wasRefusedForNow = (id: string, { proofsOf, attemptsOf }: EvidenceStore): boolean => {
  const proof = proofsOf(id).at(-1);
  return proof?.name === 'documented-refusal' && proof.attempt === attemptsOf(id).at(-1)?.attempt;
};
