/**
 * Proves that a change which must not happen twice had no effect (reliability: R11): its attempt is quiet,
 * and two readings at least as far apart as reads may lag do not show it. Quiescence is checked first and the
 * lists are read afterwards, so that they are at least as new.
 */
import type { Problem } from '../../../src-shared/jobs/job.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';
import type { ChangeRecord, JobRecord } from '../../db/job-record.ts';
import type { ChangeFinding, CheckParts } from '../changes/change.ts';
import { checkQuiescence, type QuiescenceCheck, readLag } from './token-quiescence.ts';

/** Throws what the client throws. */
export function checkQuiescenceOf(
  { id, condition, updatedAt }: JobRecord,
  client: Pick<ServiceClient, 'probeToken'>,
  { ledger, clock }: CheckParts,
): Promise<QuiescenceCheck> {
  const { attempt } = condition;
  const sent = ledger.sentAttempt(id, attempt, updatedAt);
  return checkQuiescence(sent, ledger.reconciliation.quiescenceOf(id, attempt), client, clock.now());
}

/**
 * The finding if lists read after `seen` do not show the change. `open`: the question if it can never be
 * known.
 */
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
    // The lists were read until now, so the minute until the second reading starts here.
    keep((await client.probeToken('')).serverDate);
    return { kind: 'later', inMs: readLag + 1_000 };
  }
  const left = absentAt + readLag - seen.serverNow;
  if (left > 0) return { kind: 'later', inMs: left };
  const facts = { by: 'quiescence', tokenEndedAt, absentAt, absentAgainAt: seen.serverNow };
  return { kind: 'absent', proof: 'absent-for-good', facts };
}
