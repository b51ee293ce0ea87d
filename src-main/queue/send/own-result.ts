/**
 * An answer may belong to another request: misrouted, or from a cache on the way. What it names is not what this request
 * made if the service listed it before, or if another job made it (reliability: R7).
 */
import { ref } from '../../../src-shared/messages/messages.ts';
import type { JobRecord } from '../../db/job-record.ts';
import type { JobStore } from '../../db/job-store.ts';
import { mainProblem } from '../../main-error.ts';
import type { Conclusion } from './task.ts';

/** `baseline`: ids that the service listed just before sending. */
export function ownResult(
  { id, accountId }: JobRecord,
  made: { readonly kind: 'upload' | 'order'; readonly remoteId: number },
  baseline: readonly number[],
  jobs: Pick<JobStore, 'withResult'>,
  own: Conclusion,
): Conclusion {
  const isOfAnother =
    baseline.includes(made.remoteId) || jobs.withResult(accountId, made.kind, made.remoteId, id) !== null;
  if (!isOfAnother) return own;
  const text =
    made.kind === 'order'
      ? ref('problems.answerOfOtherOrder', { order: `${made.remoteId}` })
      : ref('problems.answerOfOtherModel', { model: `${made.remoteId}` });
  return { kind: 'mismatch', problem: mainProblem('answer-of-another', text) };
}
