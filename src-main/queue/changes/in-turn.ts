/**
 * Two changes of one thing must not overtake each other: the first is settled before the second leaves. Ids sort by
 * creation, so an older one goes first, also while it waits to be tried again.
 */
import { earlierChange } from '../../../src-shared/jobs/change-effect.ts';
import { changeTitle } from '../../../src-shared/jobs/change-words.ts';
import { mayBeSent } from '../../../src-shared/jobs/state.ts';
import { CodedError } from '../../../src-shared/result.ts';
import type { ChangeRecord } from '../../db/job-record.ts';
import type { JobStore } from '../../db/job-store.ts';

/** Throws `earlier-change` where another one goes first. */
export function requireTurn(
  { id, accountId, payload }: ChangeRecord,
  jobs: Pick<JobStore, 'openChanges'>,
): void {
  const rival = jobs
    .openChanges(accountId, payload)
    .find((other) => other.id < id || (other.id !== id && mayBeSent(other.condition.state)));
  if (rival === undefined) return;
  const message = `It goes after an earlier change that is not settled yet: ${changeTitle(rival.payload)}.`;
  throw new CodedError(earlierChange, message);
}

export const waitsItsTurn = ({ condition }: ChangeRecord): boolean =>
  condition.state === 'queued' && condition.problem?.code === earlierChange;
