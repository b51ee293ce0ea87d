/**
 * Changes of one order or model are sent in the order in which they were asked for (reliability: R14): the
 * next one leaves when the outcome of the one before is known. Ids sort by creation.
 */
import { earlierChange } from '../../../src-shared/jobs/change-effect.ts';
import { changeTitle } from '../../../src-shared/jobs/change-text.ts';
import { mayBeSent } from '../../../src-shared/jobs/state.ts';
import { english } from '../../../src-shared/messages/english.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import type { ChangeRecord } from '../../db/job-record.ts';
import type { JobStore } from '../../db/job-store.ts';
import { mainError } from '../../main-error.ts';

/** Throws `earlier-change` if another change goes first. */
export function requireTurn(
  { id, accountId, payload }: ChangeRecord,
  jobs: Pick<JobStore, 'openChanges'>,
): void {
  const rival = jobs
    .openChanges(accountId, payload)
    .find((other) => other.id < id || (other.id !== id && mayBeSent(other.condition.state)));
  if (rival === undefined) return;
  const change = changeTitle(rival.payload, english.t);
  throw mainError(earlierChange, ref('problems.earlierChange', { change }));
}

export const waitsItsTurn = ({ condition }: ChangeRecord): boolean =>
  condition.state === 'queued' && condition.problem?.code === earlierChange;
