/** Prepares a change for the runner: what it is stands in `changes/`, what all of them have in common here. */
import { createHash } from 'node:crypto';
import { changedThing } from '../../src-shared/jobs/change-effect.ts';
import { mayBeSent } from '../../src-shared/jobs/state.ts';
import { CodedError } from '../../src-shared/result.ts';
import type { ChangeRecord, JobRecord } from '../db/job-record.ts';
import type { JobStore } from '../db/job-store.ts';
import type { ChangeParts } from './changes/change.ts';
import { strategyOf } from './changes/strategies.ts';
import type { Prepare } from './task.ts';

export function changePreparation(parts: ChangeParts): Prepare<ChangeRecord> {
  return async (record, client) => {
    if (hasOpenRival(record, parts.ledger.jobs)) throw inTurn();
    const prepared = await strategyOf(record).prepare(record, client, parts);
    return {
      requestSha256: createHash('sha256').update(JSON.stringify(record.payload)).digest('hex'),
      baseline: null,
      baselineComplete: false,
      reference: null,
      ...prepared,
    };
  };
}

/** Two changes of one thing must not overtake each other: the first is settled before the second leaves. */
function hasOpenRival({ id, accountId, payload }: ChangeRecord, jobs: Pick<JobStore, 'withState'>): boolean {
  const thing = changedThing(payload);
  const isRival = (other: JobRecord) =>
    other.kind === 'change' &&
    other.id !== id &&
    other.accountId === accountId &&
    changedThing(other.payload) === thing &&
    // Ids sort by creation, so of two that begin at once the older one goes.
    (mayBeSent(other.condition.state) || other.id < id);
  return jobs.withState(['preparing', 'armed', 'committed', 'unknown', 'ask']).some(isRival);
}

const inTurn = () =>
  new CodedError(
    'earlier-change',
    'An earlier change of the same order or model is not settled yet. This one goes after it.',
  );
