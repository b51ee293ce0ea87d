/**
 * Attempts without an answer that were repeated since. A change that may be repeated is sent again before it is certain
 * that the first copy cannot arrive any more (token-quiescence.ts). This file says what has to wait for that, and what
 * a refusal of the repetition means (reliability: R14).
 */

import { earlierAttempt } from '../../../src-shared/jobs/change-effect.ts';
import type { ProofKind } from '../../../src-shared/jobs/state.ts';
import type { MessageRef } from '../../../src-shared/messages/message.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import type { ServiceClient, WriteOutcome } from '../../api-client/service-client.ts';
import type { ChangeRecord } from '../../db/job-record.ts';
import { mainError } from '../../main-error.ts';
import type { Ledger } from '../core/ledger.ts';
import { checkQuiescence } from '../reconcile/token-quiescence.ts';
import type { CheckParts } from './change.ts';

/** A held job is checked again at least this often, in ms, in case the clock is moved. */
const longestHold = 5 * 60_000;
/**
 * Statuses that say the thing is gone or different, which an earlier attempt may be the reason for, and those that a
 * gateway gives to some copies of a request and not to others.
 */
const notTheLastWord: ReadonlySet<number> = new Set([403, 404, 409, 413]);

/**
 * Before a change is sent. Throws `earlier-attempt` while an older one may still arrive, and what the client throws.
 */
export async function requireNoneBefore(
  { accountId, payload }: ChangeRecord,
  client: ServiceClient,
  parts: CheckParts,
): Promise<void> {
  const earlier = parts.ledger.jobs.endedChanges(accountId, payload);
  for (const job of earlier) {
    // A single attempt that was found done has arrived.
    const hasArrived = job.condition.state === 'done' && job.condition.attempt === 1;
    if (job.payload.op === payload.op && !hasArrived) await requireNoneOf(job, client, parts, beforeThis);
  }
}

/**
 * Throws `earlier-attempt` with this message while an unanswered attempt of the job may still arrive, and what the
 * client throws.
 */
export async function requireNoneOf(
  { id }: ChangeRecord,
  client: ServiceClient,
  { ledger, clock }: CheckParts,
  text: MessageRef,
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
    throw mainError(earlierAttempt, text, { retryAt: clock.now() + inMs });
  }
}

/**
 * A refused repetition says nothing about an unanswered attempt before it, which may have taken effect. A check finds
 * out.
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

const saysAbsent: ReadonlySet<string> = new Set<ProofKind>(['fenced-absent', 'user-says-absent']);

const beforeThis = ref('problems.earlierAttempt');
