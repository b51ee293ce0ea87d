/**
 * Finds out what became of an order whose answer was lost: placed, placed twice, certainly not placed, not
 * known yet, or a question to a person (reliability: R11).
 */
import type { OrderResult, Problem } from '../../../src-shared/jobs/job.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';
import type { Attempt } from '../../db/evidence-store.ts';
import type { OrderRecord } from '../../db/job-record.ts';
import { mainProblem } from '../../main-error.ts';
import type { Ledger } from '../core/ledger.ts';
import { referenceOf } from '../core/reference.ts';
import type { CheckContext, Finding } from './check.ts';
import { type KnownOrders, readKnownOrders, withUnseen } from './known-orders.ts';
import { matchOrders, type OrderMatches, ordersWith, ownModels, undecidedOrders } from './match-orders.ts';
import { expectedOrders } from './reset-service.ts';
import { answeredResult } from './rivals.ts';
import { checkQuiescence, readLag, type SentAttempt } from './token-quiescence.ts';
import { duplicate } from './watch-order.ts';

/** Throws what the client throws. */
export async function reconcileOrder(
  record: OrderRecord,
  client: ServiceClient,
  context: CheckContext,
): Promise<Finding<OrderResult>> {
  const { ledger, clock } = context;
  const { id, condition } = record;
  const attempt = ledger.evidence.readAttempt(id, condition.attempt);
  // Quiescence first, then the lists, so that the lists are at least as new as the date of that answer.
  const before = ledger.reconciliation.quiescenceOf(id, condition.attempt);
  const seen = await checkQuiescence(sentAttempt(record, attempt, context), before, client, clock.now());
  const store = (absentAt: number | null) =>
    ledger.write(() =>
      ledger.reconciliation.setQuiescence(id, condition.attempt, { ...seen.quiescence, absentAt }),
    );
  const listed = await readKnownOrders(client, expectedOrders(record, ledger, clock.now()));
  const match = (known: KnownOrders) =>
    matchOrders(record, known, client, { ...context, serverNow: seen.serverNow });
  const first = await match(listed);
  // A list may hide the order: a page, or one that lags. What it hides is asked for by its number, soon after
  // the attempt if the list is not complete, and before the order could count as absent.
  const isOpen = ordersWith(first, 'ours').length === 0 && undecidedOrders(first).length === 0;
  const isNew = Math.abs(clock.now() - (attempt?.at ?? 0)) < 2 * readLag;
  const isSearched = isOpen && (seen.isQuiet || seen.isHopeless || (isNew && !listed.isComplete));
  const baseline = condition.state === 'unknown' ? ledger.evidence.attemptsOf(id)[0]?.baseline : null;
  const orders = isSearched && baseline ? await withUnseen(listed, baseline, client) : listed;
  const matches = orders === listed ? first : await match(orders);

  const allOurs = ordersWith(matches, 'ours');
  const [ours, ...more] = allOurs;
  if (ours !== undefined && more.length > 0)
    return { kind: 'show', problem: duplicate(allOurs), orderIds: allOurs };
  if (ours !== undefined) return found(record, ours, 'mark', ledger);
  if (matches.byModel !== null) return found(record, matches.byModel, 'model', ledger);
  if (matches.byAnswer !== null) return found(record, matches.byAnswer, 'answer', ledger);

  if (!seen.isQuiet && !seen.isHopeless) {
    store(null);
    return { kind: 'later', inMs: seen.quietIn };
  }
  if (matches.isPending && seen.serverNow !== null) return { kind: 'later', inMs: readLag + 1_000 };
  const problem = reasonToAsk(record, matches, orders.isComplete, seen.isHopeless, context);
  if (problem !== null || seen.serverNow === null) {
    store(null);
    return { kind: 'ask', problem: problem ?? notQuietYet };
  }
  const { absentAt } = seen.quiescence;
  if (absentAt === null) {
    // The lists were read until now, so the minute until the second reading starts here.
    const { serverDate } = await client.probeToken(attempt?.tokenFingerprint ?? '');
    store(serverDate);
    return { kind: 'later', inMs: readLag + 1_000 };
  }
  if (seen.serverNow < absentAt + readLag)
    return { kind: 'later', inMs: absentAt + readLag - seen.serverNow };
  const facts = {
    by: 'quiescence',
    tokenEndedAt: seen.quiescence.tokenEndedAt,
    absentAt,
    absentAgainAt: seen.serverNow,
    ordersRead: orders.ids.size,
  };
  return { kind: 'absent', proof: 'absent-for-good', facts };
}

const found = (
  record: OrderRecord,
  orderId: number,
  by: 'mark' | 'model' | 'answer',
  ledger: Ledger,
): Finding<OrderResult> => ({
  kind: 'found',
  result: answeredResult(record, orderId, ledger) ?? { orderId, productionOrderIds: [] },
  detail: { by },
});

/** From the attempt's record, or from sent.log if a restored database does not have it. */
function sentAttempt(
  { id, condition }: OrderRecord,
  attempt: Attempt | null,
  { ledger, sentLog, clock }: CheckContext,
): SentAttempt {
  if (attempt !== null)
    return { ...attempt, isAnswered: ledger.reconciliation.isAnswered(id, condition.attempt) };
  const logged = sentLog.last(id);
  return {
    tokenFingerprint: '',
    tokenEndsAt: logged?.tokenEndsAt ?? null,
    at: logged?.at ?? clock.now(),
  };
}

/** Why the absence of an order proves nothing; null if it is a proof. */
function reasonToAsk(
  record: OrderRecord,
  matches: OrderMatches,
  isComplete: boolean,
  isHopeless: boolean,
  { ledger }: CheckContext,
): Problem | null {
  const undecided = undecidedOrders(matches).length;
  if (undecided > 0) return unclear(undecided);
  if (isHopeless) return notQuietYet;
  if (!isComplete) return tooMany;
  if (referenceOf(record) === null && ownModels(record, ledger).length === 0) return noMark;
  return null;
}

const unclear = (count: number): Problem =>
  mainProblem('order-unclear', ref('problems.orderUnclear', { count }));
const tooMany: Problem = mainProblem('orders-incomplete', ref('problems.ordersIncomplete'));
const notQuietYet: Problem = mainProblem('not-quiet-yet', ref('problems.notQuietYet'));
const noMark: Problem = mainProblem('order-unmarked', ref('problems.orderUnmarked'));
