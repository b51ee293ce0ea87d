/**
 * An answer may belong to another request: misrouted, or from a cache on the way. What it names is not what
 * this request made if the service listed it before, or if another job made it. If another job whose outcome
 * is open may have made it, the service is read first (reliability: R7).
 */
import { ref } from '../../../src-shared/messages/messages.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';
import type { JobRecord } from '../../db/job-record.ts';
import type { JobStore } from '../../db/job-store.ts';
import { mainProblem } from '../../main-error.ts';
import type { Ledger } from '../core/ledger.ts';
import type { KnownOrders } from '../reconcile/known-orders.ts';
import { mayHaveMade, quietRivals, rivalsOf } from '../reconcile/rivals.ts';
import type { AnswerMeaning } from './task.ts';

/** `baseline`: ids that the service listed just before sending. */
export function ownResult(
  { id, accountId }: JobRecord,
  made: { readonly kind: 'upload' | 'order'; readonly remoteId: number },
  baseline: readonly number[],
  jobs: Pick<JobStore, 'withResult'>,
  own: AnswerMeaning,
): AnswerMeaning {
  const isOfAnother =
    baseline.includes(made.remoteId) || jobs.withResult(accountId, made.kind, made.remoteId, id) !== null;
  if (!isOfAnother) return own;
  const text =
    made.kind === 'order'
      ? ref('problems.answerOfOtherOrder', { order: `${made.remoteId}` })
      : ref('problems.answerOfOtherModel', { model: `${made.remoteId}` });
  return { kind: 'mismatch', problem: mainProblem('answer-of-another', text) };
}

/**
 * Likewise for an order or a reprint, whose answer carries no proof that it is its own. Call it before the
 * list is read that `known` names. Throws what the client throws.
 */
export async function ownOrderAmongRivals(
  record: JobRecord,
  client: Pick<ServiceClient, 'probeToken'>,
  ledger: Ledger,
  now: () => number,
): Promise<(orderId: number, known: KnownOrders, own: AnswerMeaning) => AnswerMeaning> {
  const quiet = await quietRivals(record, client, ledger, now());
  return (orderId, { ids, isComplete }, own) => {
    const result = ownResult(record, { kind: 'order', remoteId: orderId }, [...ids], ledger.jobs, own);
    if (result !== own) return result;
    const rivals = rivalsOf(record, ledger, now()).filter(({ id }) => !(isComplete && quiet.has(id)));
    if (!rivals.some((rival) => mayHaveMade(rival, orderId, null, ledger))) return own;
    const text = ref('problems.answerOfRival', { order: `${orderId}` });
    const claim = {
      named: orderId,
      ...(own.kind === 'result' && 'orderId' in own.result && { order: own.result }),
    };
    return { kind: 'mismatch', problem: mainProblem('answer-of-another', text), claim };
  };
}
