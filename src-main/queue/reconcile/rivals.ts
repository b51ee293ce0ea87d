/**
 * Which other requests of an account may have made an order. An answer may belong to another request (reliability: R7),
 * so the order that it names is the own one only if no other order or reprint whose outcome is open, a rival, can have
 * made it. Asked before an answer counts, and again when the order is reconciled and its parts are known. Uploads have a
 * mark and an MD5, and customised products go one after the other.
 */
import { z } from 'zod';
import type { OrderInfo } from '../../../src-shared/api/orders.ts';
import { type OrderResult, orderResultSchema } from '../../../src-shared/jobs/job.ts';
import type { JobCondition } from '../../../src-shared/jobs/state.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';
import type { JobRecord } from '../../db/job-record.ts';
import type { Ledger } from '../core/ledger.ts';
import { hasUnknownItems, sameItems, wantedItems } from './order-items.ts';
import { dateStep, longestProcessing, readLag } from './token-quiescence.ts';

/** What was given up counts as open for this long after a person said so, in ms. */
const givenUpLasts = 24 * 3_600_000;

/** Other orders and reprints of the account whose outcome is open. */
export function rivalsOf({ id, accountId }: JobRecord, ledger: Ledger, now: number): JobRecord[] {
  return ledger.jobs
    .openPaidJobs(accountId, id)
    .filter((job) => job.condition.state !== 'abandoned' || Math.abs(now - job.updatedAt) < givenUpLasts);
}

/**
 * Ids of the rivals that can have made nothing but what every list shows that is read after this. To be called before
 * the baseline is read. Costs a call only if there may be some. Throws what the client throws.
 */
export async function quietRivals(
  record: JobRecord,
  client: Pick<ServiceClient, 'probeToken'>,
  ledger: Ledger,
  now: number,
): Promise<ReadonlySet<string>> {
  const shownAt = new Map<string, number>();
  for (const { id, condition } of rivalsOf(record, ledger, now)) {
    const { tokenEndedAt } = ledger.reconciliation.quiescenceOf(id, condition.attempt);
    // What is still checked has other conditions besides (token-quiescence.ts).
    if (isFoundOut(condition)) continue;
    if (tokenEndedAt !== null) shownAt.set(id, tokenEndedAt + longestProcessing + dateStep + readLag);
  }
  const { serverDate } = shownAt.size > 0 ? await client.probeToken('') : { serverDate: null };
  return new Set([...shownAt].filter(([, at]) => serverDate !== null && serverDate >= at).map(([id]) => id));
}

/** The checks go on, and nobody is asked yet. */
const isFoundOut = ({ state }: JobCondition): boolean => state === 'unknown' || state === 'committed';

const claimSchema = z.object({ named: z.int(), order: orderResultSchema.optional() });
/** Of an answer that names an order which a rival may have made, as it is stored with the outcome. */
export type Claim = Readonly<z.infer<typeof claimSchema>>;

function claimedBy({ id, condition }: JobRecord, { evidence }: Ledger): Claim | null {
  const detail = evidence
    .outcomesOf(id)
    .findLast(({ name, attempt }) => name === 'unknown' && attempt === condition.attempt)?.detail;
  return claimSchema.safeParse(detail).data ?? null;
}

/** What the answer to the last attempt named, if it may have made that; null: nothing, or another job has made it. */
export function claimOf(record: JobRecord, ledger: Ledger): number | null {
  const named = claimedBy(record, ledger)?.named ?? null;
  const { id, accountId } = record;
  if (named === null || ledger.jobs.withResult(accountId, 'order', named, id) !== null) return null;
  return named;
}

/** All that the answer said about this order, now that it is known to be the own one; null: it named another, or none. */
export function answeredResult(record: JobRecord, orderId: number, ledger: Ledger): OrderResult | null {
  const order = claimedBy(record, ledger)?.order;
  return order?.orderId === orderId ? order : null;
}

/** Whether this rival may have made the order. `info`: of an order that a list shows; null: not known. */
export function mayHaveMade(
  rival: JobRecord,
  orderId: number,
  info: OrderInfo | null,
  ledger: Ledger,
): boolean {
  const { evidence, reconciliation, jobs } = ledger;
  if (evidence.attemptsOf(rival.id)[0]?.baseline?.includes(orderId)) return false;
  if (reconciliation.verdictsOf(rival.id).get(orderId)?.verdict === 'other') return false;
  // Its own answer named something else, which nobody else has made.
  const claim = claimOf(rival, ledger);
  if (claim !== null && claim !== orderId) return false;
  if (rival.kind !== 'order' || info === null) return true;
  const wanted = wantedItems(rival, jobs);
  return hasUnknownItems(wanted) || sameItems(info, wanted);
}

/** Whether a claim counts: `later`: not as long as rivals are checked whose outcome will show. */
export function assessClaim(
  record: JobRecord,
  named: number,
  info: OrderInfo | null,
  ledger: Ledger,
  now: number,
): 'own' | 'later' | 'open' {
  const rivals = rivalsOf(record, ledger, now).filter((rival) => mayHaveMade(rival, named, info, ledger));
  if (rivals.length === 0) return 'own';
  // Two that claim the same would wait for each other.
  const waits = rivals.every((rival) => isFoundOut(rival.condition) && claimOf(rival, ledger) === null);
  return waits ? 'later' : 'open';
}
