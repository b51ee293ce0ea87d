/**
 * Which of the service's orders are a given order of this queue (reliability: R10). Certain verdicts are stored, so
 * that an interrupted check does not start over. Uncertain ones are found again each time.
 */
import type { OrderInfo } from '../../../src-shared/api/orders.ts';
import type { Reference } from '../../../src-shared/jobs/reference-line.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';
import type { OrderRecord } from '../../db/job-record.ts';
import type { StoredVerdict, Verdict } from '../../db/reconcile-store.ts';
import type { QueueClock } from '../core/clock.ts';
import type { Ledger } from '../core/ledger.ts';
import { referenceOf } from '../core/reference.ts';
import type { KnownOrders } from './known-orders.ts';
import type { OrderFilter } from './order-filter.ts';
import { everNamed, holds, isForeign, sameItems, wantedItems } from './order-items.ts';
import { OwnFiles } from './own-files.ts';
import { assessClaim, claimOf } from './rivals.ts';
import { dateStep, readLag } from './token-quiescence.ts';

export interface OrderMatches {
  /** With this job's mark. More than one means that something sent the order twice. */
  readonly ours: readonly number[];
  /** Not proven to be other orders. The newest first. */
  readonly possible: readonly number[];
  /** The possible ones with exactly the same parts, which only a mark could distinguish. */
  readonly alike: readonly number[];
  /**
   * The possible ones with exactly the same parts, one of which was uploaded for this order alone, at a service that does not
   * find lines as they were sent: nothing says whether they carry the mark.
   */
  readonly ownParts: readonly number[];
  /** Some seem to be this order; a check after the longest read lag makes that certain. */
  readonly isPending: boolean;
  /**
   * Tier T3: without a mark, and still certain unless somebody else ordered it. A single order of exactly these parts,
   * one of which was uploaded for this order alone.
   */
  readonly byModel: number | null;
  /** Its own answer named this order, which has exactly these parts and which no other open request can have made. */
  readonly byAnswer: number | null;
}

export interface MatchOptions {
  readonly ledger: Ledger;
  readonly filter: OrderFilter;
  readonly clock: QueueClock;
  /** Epoch ms by the service's clock before the orders were read; null: not known. */
  readonly serverNow: number | null;
}

/** Throws what the client throws; verdicts found before that are stored. */
export async function matchOrders(
  record: OrderRecord,
  orders: KnownOrders,
  client: Pick<ServiceClient, 'getOrder' | 'getModelFile'>,
  { ledger, filter, clock, serverNow }: MatchOptions,
): Promise<OrderMatches> {
  const { id, accountId, mark } = record;
  const attempts = ledger.evidence.attemptsOf(id);
  // Of the first attempt, so that an earlier attempt which seemed absent is still found.
  const before = new Set(attempts[0]?.baseline ?? []);
  // From the job itself if a restored database lacks the records of its attempts.
  const reference = attempts.at(-1)?.reference ?? referenceOf(record);
  // By now, every reading shows what was there before the first attempt. An order that was made just before it may still
  // be missing in a reading, which would then seem to prove the filter.
  const sentAt = attempts[0]?.at ?? clock.now();
  const [control = null] = Math.abs(clock.now() - sentAt) > readLag ? before : [];
  const own = ownModels(record, ledger);
  const verdicts = ledger.reconciliation.verdictsOf(id);
  const wanted = wantedItems(record, ledger.jobs);
  const named = everNamed(record, ledger.jobs);
  // A restored database without this attempt may lack an upload for it too.
  const isRecorded = attempts.some(({ attempt }) => attempt === record.condition.attempt);
  const files = new OwnFiles(record, ledger.jobs, client);
  const ours: number[] = [];
  const possible: number[] = [];
  const ignored: number[] = [];
  const ownParts: number[] = [];
  let isPending = false;

  const candidates = [...orders.ids]
    .filter((orderId) => !before.has(orderId) && verdicts.get(orderId)?.verdict !== 'other')
    .filter((orderId) => ledger.jobs.withResult(accountId, 'order', orderId, id) === null)
    .sort((a, b) => b - a);
  for (const orderId of candidates) {
    const info = orders.infos.get(orderId);
    const known = verdicts.get(orderId);
    const verdict =
      known?.verdict === 'ours'
        ? 'ours'
        : info !== undefined && isForeign(info, named) && (isRecorded || !(await files.areIn(info)))
          ? 'other'
          : await matchByReference(orderId, reference, known, info);
    // The service may have changed the address. Hardly anybody else orders a model that was uploaded for this order.
    const isOwnPart =
      info !== undefined && sameItems(info, wanted) && own.some((model) => holds(info, model));
    if (verdict === 'ours' || (verdict === 'other' && !isOwnPart)) {
      if (known?.verdict !== verdict) keep(orderId, verdict, clock.now());
      if (verdict === 'ours') ours.push(orderId);
      continue;
    }
    // A newer reading may show that it is ours. Whoever concludes absence reads twice (reconcile-order.ts).
    if (verdict === 'seems-other' && !isOwnPart) continue;
    if (verdict === 'seems-ours') isPending = true;
    possible.push(orderId);
    if (verdict === 'ignored') ignored.push(orderId);
    if (verdict === 'open' && isOwnPart) ownParts.push(orderId);
  }
  const alike = ignored.filter((orderId) => {
    const info = orders.infos.get(orderId);
    return info !== undefined && sameItems(info, wanted);
  });
  const claim = assessOwnClaim();
  return {
    ours,
    possible,
    alike,
    ownParts,
    isPending: isPending || claim?.verdict === 'later',
    byModel: byModel(),
    byAnswer: claim?.verdict === 'own' ? claim.named : null,
  };

  function keep(orderId: number, verdict: Verdict, at: number): void {
    ledger.write(() => ledger.reconciliation.setVerdict(id, orderId, verdict, at));
  }

  /** Whether the same was read before, longer ago than readings can lag. */
  function isSeenAgain(orderId: number, verdict: Verdict, known: StoredVerdict | undefined): boolean {
    if (known?.verdict !== verdict) keep(orderId, verdict, 0);
    else if (serverNow !== null && known.at === 0) keep(orderId, verdict, serverNow + dateStep);
    else return serverNow !== null && serverNow >= known.at + readLag;
    return false;
  }

  async function matchByReference(
    orderId: number,
    line: Reference | null,
    known: StoredVerdict | undefined,
    info: OrderInfo | undefined,
  ): Promise<Verdict | 'open' | 'ignored'> {
    if (line === null) return 'ignored';
    const answer = await filter.ask(orderId, accountId, line, mark, client, control);
    if (answer === 'ignored') return 'ignored';
    const isProven = await filter.isProven(accountId, line, client);
    if (answer === 'carries') {
      // For the first order of an account nothing proves the filter, so its parts count as well.
      const isFirst = candidates.length === 1 && info !== undefined && sameItems(info, wanted);
      const isCertain = isProven || control !== null || isFirst || isSeenAgain(orderId, 'seems-ours', known);
      return isCertain ? 'ours' : 'seems-ours';
    }
    if (!isProven) return 'open';
    return isSeenAgain(orderId, 'seems-other', known) ? 'other' : 'seems-other';
  }

  function assessOwnClaim() {
    const named = claimOf(record, ledger);
    const info = named === null ? undefined : orders.infos.get(named);
    if (named === null || info === undefined || !possible.includes(named) || !sameItems(info, wanted))
      return null;
    return { named, verdict: assessClaim(record, named, info, ledger, clock.now()) };
  }

  function byModel(): number | null {
    const [only, ...more] = possible;
    // An order that is not shown may match just as well.
    if (only === undefined || more.length > 0 || !orders.isComplete || !alike.includes(only)) return null;
    // Somebody who orders that model elsewhere may have placed this order too.
    const elsewhere = [...orders.infos.values()].filter(({ orderId }) => orderId !== only);
    return own.some((modelId) => !elsewhere.some((info) => holds(info, modelId))) ? only : null;
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
