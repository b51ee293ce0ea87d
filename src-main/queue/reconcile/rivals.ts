/**
 * Finds the other requests of an account that may have made an order. An answer may belong to another request
 * (reliability: R7). So the order named in an answer is ours only if no other open order or reprint of the
 * account (a rival) could have created it. This is asked before an answer counts, and again when the order is
 * reconciled and its parts are known. Uploads need no such check: they have a mark and an MD5. Customised
 * products are sent one after the other.
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

/** How long a job that a person gave up still counts as open, in ms. */
const givenUpLasts = 24 * 3_600_000;

/** Other orders and reprints of the account whose outcome is open. */
export function rivalsOf({ id, accountId }: JobRecord, ledger: Ledger, now: number): JobRecord[] {
  return ledger.jobs
    .openPaidJobs(accountId, id)
    .filter((job) => job.condition.state !== 'abandoned' || Math.abs(now - job.updatedAt) < givenUpLasts);
}

/**
 * Rivals that can no longer create anything: whatever they created is in every list read from now on. Call it
 * before the baseline is read. It costs a call only if there may be some. Throws what the client throws.
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
    // Jobs still being checked must meet further conditions (token-quiescence.ts).
    if (isBeingChecked(condition)) continue;
    if (tokenEndedAt !== null) shownAt.set(id, tokenEndedAt + longestProcessing + dateStep + readLag);
  }
  const { serverDate } = shownAt.size > 0 ? await client.probeToken('') : { serverDate: null };
  return new Set([...shownAt].filter(([, at]) => serverDate !== null && serverDate >= at).map(([id]) => id));
}

/** Still being checked; the person has not been asked. */
const isBeingChecked = ({ state }: JobCondition): boolean => state === 'unknown' || state === 'committed';

const claimSchema = z.object({ named: z.int(), order: orderResultSchema.optional() });
/** An answer that names an order which a rival may have made, as it is stored with the outcome. */
export type Claim = Readonly<z.infer<typeof claimSchema>>;

function claimedBy({ id, condition }: JobRecord, { evidence }: Ledger): Claim | null {
  const detail = evidence
    .outcomesOf(id)
    .findLast(({ name, attempt }) => name === 'unknown' && attempt === condition.attempt)?.detail;
  return claimSchema.safeParse(detail).data ?? null;
}

/** The order that the answer to the last attempt named; null: none, or another job has made it. */
export function claimOf(record: JobRecord, ledger: Ledger): number | null {
  const named = claimedBy(record, ledger)?.named ?? null;
  const { id, accountId } = record;
  if (named === null || ledger.jobs.withResult(accountId, 'order', named, id) !== null) return null;
  return named;
}

/**
 * All that the answer said about this order, once it is known to be ours; null: the answer named another
 * order, or none.
 */
export function answeredResult(record: JobRecord, orderId: number, ledger: Ledger): OrderResult | null {
  const order = claimedBy(record, ledger)?.order;
  return order?.orderId === orderId ? order : null;
}

/** Whether this rival may have made the order. `info`: what a list shows of it; null: not known. */
export function mayHaveMade(
  rival: JobRecord,
  orderId: number,
  info: OrderInfo | null,
  ledger: Ledger,
): boolean {
  const { reconciliation, jobs } = ledger;
  if (ledger.baselineOf(rival.id).has(orderId)) return false;
  if (reconciliation.verdictsOf(rival.id).get(orderId)?.verdict === 'other') return false;
  // Its own answer named something else, which nobody else has made.
  const claim = claimOf(rival, ledger);
  if (claim !== null && claim !== orderId) return false;
  if (rival.kind !== 'order' || info === null) return true;
  const wanted = wantedItems(rival, jobs);
  return hasUnknownItems(wanted) || sameItems(info, wanted);
}

/** Whether a claim counts. `later`: wait for the rivals whose checks will decide it. */
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
  const waits = rivals.every((rival) => isBeingChecked(rival.condition) && claimOf(rival, ledger) === null);
  return waits ? 'later' : 'open';
}
