/**
 * One look for an order whose answer was lost, and the conclusion from it: placed, doubly placed, certainly not
 * placed, to be looked for again, or for a person to say. Called by the reconciler; sends nothing.
 */
import type { Problem } from '../../../src-shared/jobs/job.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';
import type { Attempt } from '../../db/evidence-store.ts';
import type { OrderRecord } from '../../db/job-record.ts';
import type { SentLog } from '../../db/sent-log.ts';
import type { QueueClock } from '../core/clock.ts';
import { referenceOf } from '../core/reference.ts';
import { readKnownOrders } from './known-orders.ts';
import { type MatchOptions, matchOrders, type OrderMatches, ownModels } from './match-orders.ts';
import { checkQuiescence, readLag, type SentAttempt } from './token-quiescence.ts';

export type OrderFinding =
  | { readonly kind: 'found'; readonly orderId: number; readonly by: 'mark' | 'model' }
  | { readonly kind: 'twice'; readonly orderIds: readonly number[] }
  /** With the facts for the proof. */
  | { readonly kind: 'absent'; readonly facts: Readonly<Record<string, unknown>> }
  | { readonly kind: 'ask'; readonly problem: Problem }
  /** `inMs`: when a look may find out more; null: nobody can tell. */
  | { readonly kind: 'later'; readonly inMs: number | null };

export interface ReconcileOrderOptions extends Omit<MatchOptions, 'serverNow'> {
  readonly sentLog: Pick<SentLog, 'last'>;
  readonly clock: QueueClock;
}

/** Throws what the client throws. */
export async function reconcileOrder(
  record: OrderRecord,
  client: ServiceClient,
  options: ReconcileOrderOptions,
): Promise<OrderFinding> {
  const { ledger, clock } = options;
  const { id, condition } = record;
  const attempt = ledger.evidence.readAttempt(id, condition.attempt);
  // First the fence, then the lists: what they show is then at least as new as the fence's date.
  const before = ledger.reconciliation.quiescenceOf(id, condition.attempt);
  const seen = await checkQuiescence(triedWith(record, attempt, options), before, client, clock.now());
  const keep = (absentAt: number | null) =>
    ledger.write(() =>
      ledger.reconciliation.setQuiescence(id, condition.attempt, { ...seen.quiescence, absentAt }),
    );
  const orders = await readKnownOrders(client);
  const judged = await matchOrders(record, orders, client, { ...options, serverNow: seen.serverNow });

  const [ours, ...more] = judged.ours;
  if (ours !== undefined && more.length > 0) return { kind: 'twice', orderIds: judged.ours };
  if (ours !== undefined) return { kind: 'found', orderId: ours, by: 'mark' };
  if (judged.byModel !== null) return { kind: 'found', orderId: judged.byModel, by: 'model' };

  if (!seen.isQuiet && !seen.isHopeless) {
    keep(null);
    return { kind: 'later', inMs: seen.quietIn };
  }
  if (judged.isPending && seen.serverNow !== null) return { kind: 'later', inMs: readLag + 1_000 };
  const problem = reasonToAsk(record, judged, orders.isComplete, seen.isHopeless, options);
  if (problem !== null || seen.serverNow === null) {
    keep(null);
    return { kind: 'ask', problem: problem ?? noDates };
  }
  const { absentAt } = seen.quiescence;
  if (absentAt === null) {
    // The lists were read until now; the second time counts from here.
    const { serverDate } = await client.probeToken(attempt?.tokenFingerprint ?? '');
    keep(serverDate);
    return { kind: 'later', inMs: readLag + 1_000 };
  }
  if (seen.serverNow < absentAt + readLag)
    return { kind: 'later', inMs: absentAt + readLag - seen.serverNow };
  const facts = {
    by: 'quiescence',
    tokenEndedAt: seen.quiescence.tokenEndedAt,
    absentAt,
    absentAgainAt: seen.serverNow,
    ordersLooked: orders.ids.size,
  };
  return { kind: 'absent', facts };
}

/** From the attempt's record, or, where a restored database does not have it, from sent.log. */
function triedWith(
  { id }: OrderRecord,
  attempt: Attempt | null,
  { sentLog, clock }: ReconcileOrderOptions,
): SentAttempt {
  if (attempt !== null) return attempt;
  const logged = sentLog.last(id);
  return {
    tokenFingerprint: '',
    tokenEndsAt: logged?.tokenEndsAt ?? null,
    at: logged?.at ?? clock.now(),
  };
}

/** Why its absence, though it was not found, is no proof; null where it would be one. */
function reasonToAsk(
  record: OrderRecord,
  judged: OrderMatches,
  isComplete: boolean,
  isHopeless: boolean,
  { ledger }: ReconcileOrderOptions,
): Problem | null {
  if (judged.possible.length > 0) return unclear(judged.possible.length);
  if (isHopeless) return notQuietYet;
  if (!isComplete) return tooMany;
  if (referenceOf(record) === null && ownModels(record, ledger).length === 0) return noMark;
  return null;
}

const unclear = (count: number): Problem => ({
  code: 'order-unclear',
  message:
    count === 1
      ? 'The answer to this order was lost, and the service holds one order that could be it. Say whether it is.'
      : `The answer to this order was lost, and the service holds ${count} orders that could be it. Say which one it is.`,
});
const tooMany: Problem = {
  code: 'orders-incomplete',
  message:
    'The answer to this order was lost, and the service does not show all orders of this account, so Fabdesk cannot prove that it was not placed. Look at the service’s own pages, then say what you find.',
};
const notQuietYet: Problem = {
  code: 'fence-open',
  message:
    'The answer to this order was lost. No such order shows at the service, but Fabdesk cannot prove that it will not come yet. Look again later, then say what you find.',
};
const noDates: Problem = notQuietYet;
const noMark: Problem = {
  code: 'order-unmarked',
  message:
    'The answer to this order was lost. No such order has come up at the service since, but it carried no reference, so Fabdesk does not place it again without your word.',
};
