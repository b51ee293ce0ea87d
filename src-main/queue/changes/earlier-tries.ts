/**
 * What came of an edit or a new file is covered by the next one of the same model. A try of an earlier one whose
 * answer was lost, and that was repeated since, may still arrive late and would cover the newer one again; so that
 * waits until the service takes nothing of the old try any more (`fence.ts`). Called before such a change is sent.
 */
import type { ChangeOp } from '../../../src-shared/jobs/change.ts';
import { CodedError } from '../../../src-shared/result.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';
import type { ChangeRecord } from '../../db/job-record.ts';
import { lookAtFence } from '../fence.ts';
import type { Ledger } from '../ledger.ts';
import type { LookParts } from './change.ts';

/** Of these the last one counts. */
const covering: ReadonlySet<ChangeOp> = new Set(['edit-model', 'add-file']);

/** Throws `earlier-try` while one may still arrive, and what the client throws. */
export async function requireNoLateTry(
  { accountId, payload }: ChangeRecord,
  client: ServiceClient,
  { ledger, clock }: LookParts,
): Promise<void> {
  if (!covering.has(payload.op)) return;
  const earlier = ledger.jobs.endedChanges(accountId, payload).filter((job) => job.payload.op === payload.op);
  for (const job of earlier) {
    for (const attempt of lostTries(job, ledger)) {
      const before = ledger.settling.fenceOf(job.id, attempt);
      const tried = ledger.evidence.readAttempt(job.id, attempt) ?? {
        tokenFingerprint: '',
        tokenEndsAt: null,
        at: job.updatedAt,
      };
      const { fence, isClosed, isHopeless } = await lookAtFence(tried, before, client, clock.now());
      ledger.write(() => ledger.settling.setFence(job.id, attempt, fence));
      if (!isClosed && !isHopeless) throw mayStillCome();
    }
  }
}

/** Tries that nothing has been heard of. One that was the only one, and was found done, has arrived. */
function lostTries({ id, condition }: ChangeRecord, ledger: Ledger): Set<number> {
  const lost = new Set(
    ledger.evidence
      .outcomesOf(id)
      .filter(({ name }) => name === 'unknown')
      .map(({ attempt }) => attempt),
  );
  return condition.state === 'done' && condition.attempt === 1 ? new Set() : lost;
}

const mayStillCome = () =>
  new CodedError(
    'earlier-try',
    'The answer to an earlier change of the same model was lost, and a copy of it may still arrive at the service. This one goes after that, so that it is not covered again.',
  );
