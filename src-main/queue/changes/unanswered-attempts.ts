/**
 * Attempts without an answer that were repeated since. A change that may be repeated is sent again before it
 * is certain that the first copy cannot arrive any more (token-quiescence.ts). This file says what has to
 * wait for that, and what a refusal of the repetition means (reliability: R14).
 */
import { earlierAttempt } from '../../../src-shared/jobs/change-effect.ts';
import type { ProofKind } from '../../../src-shared/jobs/state.ts';
import type { MessageRef } from '../../../src-shared/messages/message.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import type { ServiceClient, WriteOutcome } from '../../api-client/service-client.ts';
import type { ChangeRecord } from '../../db/job-record.ts';
import { mainError } from '../../main-error.ts';
import type { Ledger } from '../core/ledger.ts';
import {
  checkQuiescence,
  clockSpread,
  dateStep,
  longestProcessing,
  type QuiescenceCheck,
  type SentAttempt,
} from '../reconcile/token-quiescence.ts';
import type { CheckParts } from './change.ts';

/** A held job is checked again at least this often, in ms, in case the clock is moved. */
const longestHold = 5 * 60_000;
/**
 * Statuses that say the thing is gone or different, which an earlier attempt may be the reason for, and those
 * that a gateway gives to some copies of a request and not to others.
 */
const notTheLastWord: ReadonlySet<number> = new Set([403, 404, 409, 413]);

/**
 * Before a change is sent. Throws `earlier-attempt` while an older one may still arrive, and what the client
 * throws.
 */
export async function requireNoneBefore(
  { accountId, payload }: ChangeRecord,
  client: ServiceClient,
  parts: CheckParts,
): Promise<void> {
  const earlier = parts.ledger.jobs.endedChanges(accountId, payload).filter((job) => {
    // A single attempt that was found done has arrived.
    const hasArrived = job.condition.state === 'done' && job.condition.attempt === 1;
    return job.payload.op === payload.op && !hasArrived;
  });
  await requireNoneOf(earlier, client, parts, beforeThis);
}

/**
 * Throws `earlier-attempt` with this message while an unanswered attempt of these jobs may still arrive, and
 * what the client throws. Checks all of them each time: the wait of each begins when its token is first seen
 * to be refused.
 */
export async function requireNoneOf(
  changes: readonly ChangeRecord[],
  client: ServiceClient,
  { ledger, clock }: CheckParts,
  text: MessageRef,
): Promise<void> {
  const asked = new Map<string, ReturnType<ServiceClient['probeToken']>>();
  /** Once for all attempts with the same token. */
  const probeToken: ServiceClient['probeToken'] = (fingerprint) => {
    const answer = asked.get(fingerprint) ?? client.probeToken(fingerprint);
    asked.set(fingerprint, answer);
    return answer;
  };
  let longest = 0;
  for (const { id } of changes)
    for (const [attempt, tried] of ledger.unansweredAttempts(id)) {
      const before = ledger.reconciliation.quiescenceOf(id, attempt);
      const seen = await checkQuiescence(tried, before, { probeToken }, clock.now());
      ledger.write(() => ledger.reconciliation.setQuiescence(id, attempt, seen.quiescence));
      if (!seen.isHopeless) longest = Math.max(longest, certainIn(tried, seen) ?? longestHold);
    }
  if (longest === 0) return;
  const inMs = Math.min(longestHold, Math.max(1_000, longest));
  throw mainError(earlierAttempt, text, { retryAt: clock.now() + inMs });
}

/**
 * Ms until no copy of the attempt can arrive, whichever of the service's clocks dated the answers: what an
 * old copy overwrites is shown nowhere. An answered attempt waits by this machine's clock as well. Null: not
 * known.
 */
function certainIn(
  { isAnswered }: SentAttempt,
  { quiescence, isQuiet, quietIn, serverNow }: QuiescenceCheck,
): number | null {
  if (!isQuiet) return quietIn;
  if (isAnswered === true) return 0;
  const from = (quiescence.tokenEndedAt ?? 0) + longestProcessing + dateStep + clockSpread;
  return Math.max(0, from - (serverNow ?? from));
}

/**
 * A refused repetition says nothing about an unanswered attempt before it, which may have taken effect. A
 * check finds out.
 */
export function asLastWord<T>(
  outcome: WriteOutcome<T>,
  { id }: ChangeRecord,
  ledger: Ledger,
): WriteOutcome<T> {
  if (outcome.kind !== 'refused' || !notTheLastWord.has(outcome.status)) return outcome;
  return hasOpenAttempt(id, ledger) ? { kind: 'unknown', error: outcome.error } : outcome;
}

/** An attempt other than `except` was not answered and not proven absent. */
export function hasOpenAttempt(id: string, ledger: Ledger, except = 0): boolean {
  const known = Math.max(
    0,
    ...ledger.evidence
      .proofsOf(id)
      .filter(({ name }) => saysAbsent.has(name))
      .map(({ attempt }) => attempt),
  );
  return [...ledger.unansweredAttempts(id).keys()].some((attempt) => attempt > known && attempt !== except);
}

const saysAbsent: ReadonlySet<string> = new Set<ProofKind>(['absent-for-good', 'user-says-absent']);

const beforeThis = ref('problems.earlierAttempt');
