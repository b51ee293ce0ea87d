/**
 * Finds a given order of this queue among the service's orders (reliability: R10). Certain verdicts are
 * stored, so that an interrupted check does not start over. Uncertain ones are found again each time.
 */
import type { OrderInfo } from '../../../src-shared/api/orders.ts';
import type { Reference } from '../../../src-shared/jobs/reference-line.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';
import type { OrderRecord } from '../../db/job-record.ts';
import type { MatchVerdict, StoredVerdict } from '../../db/reconcile-store.ts';
import type { QueueClock } from '../core/clock.ts';
import type { Ledger } from '../core/ledger.ts';
import { referenceOf } from '../core/reference.ts';
import { type KnownOrders, orderAt } from './known-orders.ts';
import type { OrderFilter } from './order-filter.ts';
import { everNamed, holds, isForeign, sameItems, wantedItems } from './order-items.ts';
import { OwnFiles } from './own-files.ts';
import { assessClaim, claimOf } from './rivals.ts';
import { dateStep, readLag } from './token-quiescence.ts';

/** The relation of one order of the service to a job. */
export type OrderVerdict =
  /** It carries the job's mark. If two do, something sent the order twice. */
  | 'ours'
  /** Another order, for certain or as far as the newest reading shows. */
  | 'other'
  /** One reading showed the mark; a check after the longest read lag makes that certain. */
  | 'seems-ours'
  /**
   * Exactly the same parts, at a service that does not search by address lines. Only a mark could tell them
   * apart.
   */
  | 'alike'
  /**
   * Exactly the same parts, one of which was uploaded for this order alone, at a service that does not find
   * lines as they were sent. Nothing says whether it carries the mark.
   */
  | 'own-part'
  /** Not proven to be another order. */
  | 'possible';

export interface OrderMatches {
  /** One verdict for each order that could be this one, the newest order first. */
  readonly verdicts: readonly { readonly orderId: number; readonly verdict: OrderVerdict }[];
  /** A later check will find out more: about an order that seems ours, or about a rival of the own answer. */
  readonly isPending: boolean;
  /**
   * Tier T3: without a mark, and still certain unless somebody else ordered it. A single order of exactly
   * these parts, one of which was uploaded for this order alone.
   */
  readonly byModel: number | null;
  /**
   * The job's own answer named this order, which has exactly these parts and which no other open request can
   * have made.
   */
  readonly byAnswer: number | null;
  /**
   * Whether the order that is the job's result is the one that it placed: `other` if two readings show
   * another order under its number, or none. `open`: nothing tells.
   */
  readonly own: 'ours' | 'other' | 'later' | 'open';
}

/** The orders with this verdict, the newest first. */
export const ordersWith = ({ verdicts }: OrderMatches, wanted: OrderVerdict): number[] =>
  verdicts.filter(({ verdict }) => verdict === wanted).map(({ orderId }) => orderId);

/** The orders that are neither ours nor another one. */
export const undecidedOrders = ({ verdicts }: Pick<OrderMatches, 'verdicts'>) =>
  verdicts.filter(({ verdict }) => verdict !== 'ours' && verdict !== 'other');

export interface MatchOptions {
  readonly ledger: Ledger;
  readonly filter: OrderFilter;
  readonly clock: QueueClock;
  /** Epoch ms by the service's clock before the orders were read; null: not known. */
  readonly serverNow: number | null;
}

type Client = Pick<ServiceClient, 'getOrder' | 'getModelFile' | 'listOrders'>;

/** More candidates than this are asked about by one question. */
const fewCandidates = 4;

/** Throws what the client throws; verdicts found before that are stored. */
export async function matchOrders(
  record: OrderRecord,
  orders: KnownOrders,
  client: Client,
  options: MatchOptions,
): Promise<OrderMatches> {
  const matcher = new Matcher(record, orders, client, options);
  const verdicts: { orderId: number; verdict: OrderVerdict }[] = [];
  for (const orderId of matcher.candidates)
    verdicts.push({ orderId, verdict: await matcher.verdictOn(orderId) });
  const own = await matcher.ownVerdict();
  const claim = matcher.assessOwnClaim(verdicts);
  return {
    verdicts,
    isPending:
      verdicts.some(({ verdict }) => verdict === 'seems-ours') ||
      claim?.verdict === 'later' ||
      own === 'later',
    own,
    byModel: matcher.byModel(verdicts),
    byAnswer: claim?.verdict === 'own' ? claim.named : null,
  };
}

class Matcher {
  readonly #record: OrderRecord;
  readonly #orders: KnownOrders;
  readonly #client: Client;
  readonly #options: MatchOptions;
  /**
   * The line of the last attempt, or of the job itself if a restored database lacks the records of its
   * attempts.
   */
  readonly #reference: Reference | null;
  /** An order that every reading shows by now; null: there may be none. */
  readonly #control: number | null;
  readonly #stored: ReadonlyMap<number, StoredVerdict>;
  readonly #wanted: ReturnType<typeof wantedItems>;
  readonly #named: ReturnType<typeof everNamed>;
  readonly #ownModels: readonly number[];
  readonly #ownFiles: OwnFiles;
  /** Whether the last attempt is on record. A restored database without it may also lack an upload for it. */
  readonly #isRecorded: boolean;
  /** The orders that carry the line, if the service tells. */
  #carriers: Promise<ReadonlySet<number> | null> | undefined;
  /** Another job made it, as far as its number says. */
  readonly #isTaken: (orderId: number) => boolean;
  /** The order that is the job's result; null: none. */
  readonly #own: number | null;
  /**
   * Orders that are new since the first attempt, the newest first, without those of other jobs. With a
   * reference, those are asked too: numbers of a service that was reset begin again.
   */
  readonly candidates: readonly number[];

  constructor(record: OrderRecord, orders: KnownOrders, client: Client, options: MatchOptions) {
    this.#record = record;
    this.#orders = orders;
    this.#client = client;
    this.#options = options;
    const { ledger, clock } = options;
    const { id, accountId, condition } = record;
    this.#own = condition.state === 'done' ? (record.result?.orderId ?? null) : null;
    const attempts = ledger.evidence.attemptsOf(id);
    // The first attempt's baseline, so that an earlier attempt which seemed absent is still found.
    const before = new Set(attempts[0]?.baseline ?? []);
    this.#reference = attempts.at(-1)?.reference ?? referenceOf(record);
    // An order that was made just before the first attempt may still be missing in a reading, which would
    // then seem to prove the filter.
    const sentAt = attempts[0]?.at ?? clock.now();
    const [control = null] = Math.abs(clock.now() - sentAt) > readLag ? before : [];
    this.#control = control;
    this.#stored = ledger.reconciliation.verdictsOf(id);
    this.#wanted = wantedItems(record, ledger.jobs);
    this.#named = everNamed(record, ledger.jobs);
    this.#ownModels = ownModels(record, ledger);
    this.#ownFiles = new OwnFiles(record, ledger.jobs, client);
    this.#isRecorded = attempts.some(({ attempt }) => attempt === condition.attempt);
    const maker = (orderId: number) => ledger.jobs.withResult(accountId, 'order', orderId, id);
    this.#isTaken = (orderId) => maker(orderId) !== null;
    // An order that a reprint of this one made carries the reference as well.
    const mayCarry = (orderId: number) => {
      const { payload } = maker(orderId) ?? {};
      return !(payload && 'orderId' in payload && payload.orderId === this.#own);
    };
    this.candidates = [...orders.ids]
      .filter((orderId) => !before.has(orderId) && this.#stored.get(orderId)?.verdict !== 'other')
      .filter((orderId) => orderId !== this.#own)
      .filter((orderId) => (this.#reference === null ? !this.#isTaken(orderId) : mayCarry(orderId)))
      .sort((a, b) => b - a);
  }

  /** Like `OrderMatches.own`; reads the service each time, since it may have been reset since. */
  async ownVerdict(): Promise<OrderMatches['own']> {
    const own = this.#own;
    if (own === null) return 'open';
    const info = this.#orders.infos.get(own);
    const isMissing = !this.#orders.ids.has(own) && (await orderAt(own, this.#client)) === null;
    const read = isMissing ? this.#seemsOther(own) : await this.#read(own, info);
    if (read === 'ours' || (read === 'other' && !this.#hasOwnPart(info))) return read;
    return read === 'seems-ours' || read === 'seems-other' ? 'later' : 'open';
  }

  async verdictOn(orderId: number): Promise<OrderVerdict> {
    const info = this.#orders.infos.get(orderId);
    if (this.#isTaken(orderId)) {
      const read = await this.#read(orderId, info);
      if (read === 'ours' || read === 'other') this.#store(orderId, read, this.#options.clock.now());
      return read === 'ours' || read === 'seems-ours' ? read : 'other';
    }
    const stored = this.#stored.get(orderId)?.verdict;
    const read = stored === 'ours' ? stored : await this.#read(orderId, info);
    // The service may have changed the address, and hardly anybody else orders a model that was uploaded for
    // this order.
    const hasOwnPart = this.#hasOwnPart(info);
    if (read === 'ours' || (read === 'other' && !hasOwnPart)) {
      if (stored !== read) this.#store(orderId, read, this.#options.clock.now());
      return read;
    }
    switch (read) {
      case 'seems-ours':
        return 'seems-ours';
      case 'seems-other':
        // A newer reading may show that it is ours. Absence is concluded from two readings only
        // (reconcile-order.ts).
        return hasOwnPart ? 'possible' : 'other';
      case 'ignored':
        return this.#hasSameParts(info) ? 'alike' : 'possible';
      case 'open':
        return hasOwnPart ? 'own-part' : 'possible';
      case 'other':
        return 'possible';
    }
  }

  async #read(orderId: number, info: OrderInfo | undefined): Promise<MatchVerdict | 'open' | 'ignored'> {
    if (info !== undefined && isForeign(info, this.#named)) {
      if (this.#isRecorded || !(await this.#ownFiles.areIn(info))) return 'other';
    }
    return this.#readReference(orderId, info);
  }

  async #readReference(
    orderId: number,
    info: OrderInfo | undefined,
  ): Promise<MatchVerdict | 'open' | 'ignored'> {
    const { accountId, mark } = this.#record;
    const { filter } = this.#options;
    const line = this.#reference;
    if (line === null) return 'ignored';
    if (this.candidates.length > fewCandidates) {
      this.#carriers ??= filter.carriers(accountId, line, mark, this.#client);
      const carriers = await this.#carriers;
      if (carriers !== null && !carriers.has(orderId)) return this.#seemsOther(orderId);
    }
    const answer = await filter.ask(orderId, accountId, line, mark, this.#client, this.#control);
    if (answer === 'ignored') return 'ignored';
    const isProven = await filter.isProven(accountId, line, this.#client);
    if (answer === 'carries') {
      // Nothing proves the filter for the first order of an account, so its parts count as well.
      const others = this.candidates.filter((one) => one !== orderId);
      const isFirst = others.length === 0 && !this.#isTaken(orderId) && this.#hasSameParts(info);
      const isCertain =
        isProven || this.#control !== null || isFirst || this.#isSeenAgain(orderId, 'seems-ours');
      return isCertain ? 'ours' : 'seems-ours';
    }
    if (!isProven) return 'open';
    return this.#seemsOther(orderId);
  }

  #seemsOther(orderId: number): MatchVerdict {
    return this.#isSeenAgain(orderId, 'seems-other') ? 'other' : 'seems-other';
  }

  /** Whether the same was read before, longer ago than readings can lag. */
  #isSeenAgain(orderId: number, verdict: MatchVerdict): boolean {
    const { serverNow } = this.#options;
    const stored = this.#stored.get(orderId);
    if (stored?.verdict !== verdict) this.#store(orderId, verdict, 0);
    else if (serverNow !== null && stored.at === 0) this.#store(orderId, verdict, serverNow + dateStep);
    else return serverNow !== null && serverNow >= stored.at + readLag;
    return false;
  }

  #store(orderId: number, verdict: MatchVerdict, at: number): void {
    const { ledger } = this.#options;
    ledger.write(() => ledger.reconciliation.setVerdict(this.#record.id, orderId, verdict, at));
  }

  #hasSameParts(info: OrderInfo | undefined): boolean {
    return info !== undefined && sameItems(info, this.#wanted);
  }

  #hasOwnPart(info: OrderInfo | undefined): boolean {
    return (
      this.#hasSameParts(info) && this.#ownModels.some((model) => info !== undefined && holds(info, model))
    );
  }

  /** Assesses the order that the job's own answer named; null: none was named, or it is decided. */
  assessOwnClaim(verdicts: OrderMatches['verdicts']) {
    const { ledger, clock } = this.#options;
    const named = claimOf(this.#record, ledger);
    const info = named === null ? undefined : this.#orders.infos.get(named);
    if (named === null || info === undefined || !this.#hasSameParts(info)) return null;
    if (!undecidedOrders({ verdicts }).some(({ orderId }) => orderId === named)) return null;
    return { named, verdict: assessClaim(this.#record, named, info, ledger, clock.now()) };
  }

  byModel(verdicts: OrderMatches['verdicts']): number | null {
    const [only, ...more] = undecidedOrders({ verdicts });
    // An order that is not shown may match just as well.
    if (only?.verdict !== 'alike' || more.length > 0 || !this.#orders.isComplete) return null;
    // Somebody who orders that model elsewhere may have placed this order too.
    const elsewhere = [...this.#orders.infos.values()].filter(({ orderId }) => orderId !== only.orderId);
    const isOnlyHere = (model: number) => !elsewhere.some((info) => holds(info, model));
    return this.#ownModels.some(isOnlyHere) ? only.orderId : null;
  }
}

/** Models that were uploaded for this order alone, so their ids identify it. */
export function ownModels({ id, accountId, payload }: OrderRecord, ledger: Ledger): number[] {
  return payload.lines.flatMap(({ source }) => {
    if (!('uploadJobId' in source)) return [];
    const upload = ledger.jobs.read(source.uploadJobId);
    if (upload?.kind !== 'upload' || upload.result === null) return [];
    const { modelId } = upload.result;
    const users = [
      ...ledger.jobs.ordersOf(accountId, { uploadJobId: upload.id }),
      ...ledger.jobs.ordersOf(accountId, { modelId }),
    ];
    return users.every((user) => user.id === id) ? [modelId] : [];
  });
}
