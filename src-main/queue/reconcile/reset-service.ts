/**
 * Numbers of a service are no identities: a service that was restored from an older backup, or a sandbox that
 * is reset every night, gives them out again (reliability: A8). An order that the service has no longer, or
 * that is another one now, shows that. A person has to see it before anything is bought again.
 */
import type { Problem } from '../../../src-shared/jobs/job.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';
import type { JobRecord } from '../../db/job-record.ts';
import { mainError, mainProblem } from '../../main-error.ts';
import { type Ledger, remoteIdOf } from '../core/ledger.ts';
import { type KnownOrders, orderAt } from './known-orders.ts';
import { isAnother } from './order-items.ts';
import { dateStep, readLag } from './token-quiescence.ts';

/** Stops the account's paid work until a person has seen it. */
export const goneCode = 'order-gone';

/** Newest orders that are asked about one by one, once the newest is gone. */
const mostAsked = 100;

type Client = Pick<ServiceClient, 'getOrder'>;

/** Orders that were there before: a list without one of them is not complete. `now`: epoch ms. */
export function expectedOrders({ id, accountId }: JobRecord, ledger: Ledger, now: number): Set<number> {
  const baselines = ledger.evidence.attemptsOf(id).flatMap(({ baseline }) => baseline ?? []);
  return new Set([...ledger.jobs.orderIds(accountId, now - readLag - dateStep), ...baselines]);
}

/**
 * Compares the newest orders of this queue with a list. Throws `still-looking` after it has said so, and what
 * the client throws. Older orders may be missing in any list: services drop them.
 */
export async function requireSameService(
  { accountId }: JobRecord,
  { ids, infos }: KnownOrders,
  client: Client,
  ledger: Ledger,
  now: number,
): Promise<void> {
  const gone: JobRecord[] = [];
  for (const record of ledger.jobs.madeOrders(accountId, mostAsked)) {
    const orderId = remoteIdOf(record);
    // A list may be older than the newest orders.
    if (orderId === null || Math.abs(now - record.updatedAt) <= readLag + dateStep) continue;
    const info = infos.get(orderId);
    const isOther = record.kind === 'order' && info !== undefined && isAnother(info, record, ledger.jobs);
    if (!isOther && (ids.has(orderId) || (await orderAt(orderId, client)) !== null)) break;
    gone.push(record);
  }
  const [newest] = gone;
  if (newest === undefined) return;
  const text = wasReset(gone.map(remoteIdOf).filter((id) => id !== null));
  ledger.write(() => {
    for (const record of gone) markGone(record, ledger);
    ledger.warn(newest.id, mainProblem(goneCode, text));
  });
  // Only the ended job holds the others.
  throw mainError('still-looking', text);
}

/** From now on, the number means nothing any more. */
export function markGone({ id }: JobRecord, ledger: Ledger): void {
  ledger.amend(id, (job) =>
    job.result === null ? job : ({ ...job, result: { ...job.result, isGone: true } } as JobRecord),
  );
}

const wasReset = (orderIds: readonly number[]) =>
  ref('problems.serviceReset', {
    count: orderIds.length,
    orders: orderIds.toSorted((a, b) => a - b).map(String),
  });

/** The number of an order has become that of another job. */
export const renumbered = (orderId: number): Problem => mainProblem(goneCode, wasReset([orderId]));
