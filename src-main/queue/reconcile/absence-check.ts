/**
 * Looks for something that must not happen twice (reliability.md 2.4): it certainly did not take effect once the
 * service does not take the token of its try any more, that has settled, and two looks that far apart that no read
 * lags behind do not show it. First the fence is looked at, then the lists, so that these are at least as new.
 */
import type { Problem } from '../../../src-shared/jobs/job.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';
import type { ChangeRecord } from '../../db/job-record.ts';
import type { ChangeFinding, CheckParts } from '../changes/change.ts';
import { checkQuiescence, type QuiescenceCheck, readLag } from './token-quiescence.ts';

/** Throws what the client throws. */
export function checkQuiescenceOf(
  { id, condition, updatedAt }: ChangeRecord,
  client: ServiceClient,
  { ledger, clock }: CheckParts,
): Promise<QuiescenceCheck> {
  const { attempt } = condition;
  const tried = ledger.evidence.readAttempt(id, attempt) ?? {
    tokenFingerprint: '',
    tokenEndsAt: null,
    at: updatedAt,
  };
  return checkQuiescence(tried, ledger.reconciliation.quiescenceOf(id, attempt), client, clock.now());
}

/** What it means that lists read after `seen` do not show it. `open`: what to ask where nobody can ever tell. */
export async function concludeAbsent(
  { id, condition }: ChangeRecord,
  seen: QuiescenceCheck,
  client: ServiceClient,
  { ledger }: CheckParts,
  open: Problem,
): Promise<ChangeFinding> {
  const keep = (absentAt: number | null) =>
    ledger.write(() =>
      ledger.reconciliation.setQuiescence(id, condition.attempt, { ...seen.quiescence, absentAt }),
    );
  if (!seen.isQuiet && !seen.isHopeless) {
    keep(null);
    return { kind: 'later', inMs: seen.quietIn };
  }
  const { tokenEndedAt, absentAt } = seen.quiescence;
  if (seen.isHopeless || seen.serverNow === null) {
    keep(null);
    return { kind: 'ask', problem: open };
  }
  if (absentAt === null) {
    // The lists were read until now; the second time counts from here.
    keep((await client.probeToken('')).serverDate);
    return { kind: 'later', inMs: readLag + 1_000 };
  }
  const left = absentAt + readLag - seen.serverNow;
  if (left > 0) return { kind: 'later', inMs: left };
  const facts = { by: 'quiescence', tokenEndedAt, absentAt, absentAgainAt: seen.serverNow };
  return { kind: 'absent', proof: 'fenced-absent', facts };
}
