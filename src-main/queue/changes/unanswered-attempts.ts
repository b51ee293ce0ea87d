/**
 * Tries whose answer was lost and that were repeated since. Where doing it twice does no harm, a change goes again
 * before anybody knows that the lost one cannot arrive any more (`fence.ts`); this file says what has to wait for that,
 * and what a refusal of the repetition means.
 */
import { earlierTry } from '../../../src-shared/jobs/change-effect.ts';
import { CodedError } from '../../../src-shared/result.ts';
import type { ServiceClient, WriteOutcome } from '../../api-client/service-client.ts';
import type { ChangeRecord } from '../../db/job-record.ts';
import type { Ledger } from '../core/ledger.ts';
import { checkQuiescence } from '../reconcile/token-quiescence.ts';
import type { CheckParts } from './change.ts';

/** A held job looks at the fence at least this often, in ms; a clock that was moved is noticed by it. */
const longestHold = 5 * 60_000;
/** The thing is not there, or not as it was: what is refused for that may have been done before. */
const aboutTheThing: ReadonlySet<number> = new Set([404, 409]);

/** Before a change is sent. Throws `earlier-try` while one before it may still arrive, and what the client throws. */
export async function requireNoneBefore(
  { accountId, payload }: ChangeRecord,
  client: ServiceClient,
  parts: CheckParts,
): Promise<void> {
  const earlier = parts.ledger.jobs.endedChanges(accountId, payload);
  for (const job of earlier) {
    // One that was the only try, and was found done, has arrived.
    const hasArrived = job.condition.state === 'done' && job.condition.attempt === 1;
    if (job.payload.op === payload.op && !hasArrived) await requireNoneOf(job, client, parts, beforeThis);
  }
}

/** Throws `earlier-try` with these words while a lost try of this job may still arrive, and what the client throws. */
export async function requireNoneOf(
  { id }: ChangeRecord,
  client: ServiceClient,
  { ledger, clock }: CheckParts,
  words: string,
): Promise<void> {
  for (const [attempt, tried] of ledger.unansweredAttempts(id)) {
    const before = ledger.reconciliation.quiescenceOf(id, attempt);
    const { quiescence, isQuiet, isHopeless, quietIn } = await checkQuiescence(
      tried,
      before,
      client,
      clock.now(),
    );
    ledger.write(() => ledger.reconciliation.setQuiescence(id, attempt, quiescence));
    if (isQuiet || isHopeless) continue;
    const inMs = Math.min(longestHold, Math.max(1_000, quietIn ?? longestHold));
    throw new CodedError(earlierTry, words, { retryAt: clock.now() + inMs });
  }
}

/** A refusal of a repetition tells nothing of a lost try before it: that may have taken effect, and a look tells. */
export function asLastWord<T>(
  outcome: WriteOutcome<T>,
  { id }: ChangeRecord,
  ledger: Ledger,
): WriteOutcome<T> {
  if (outcome.kind !== 'refused' || !aboutTheThing.has(outcome.status)) return outcome;
  const known = Math.max(
    0,
    ...ledger.evidence
      .proofsOf(id)
      .filter(({ name }) => name === 'fenced-absent' || name === 'user-says-absent')
      .map(({ attempt }) => attempt),
  );
  const isOpen = [...ledger.unansweredAttempts(id).keys()].some((attempt) => attempt > known);
  return isOpen ? { kind: 'unknown', error: outcome.error } : outcome;
}

const beforeThis =
  'The answer to an earlier change of the same model was lost, and a copy of it may still arrive at the service. This one goes after that, so that it is not covered again.';
