/** Prepares a change for the runner: what it is stands in `changes/`, what all of them have in common here. */
import { createHash } from 'node:crypto';
import { mayBeSent } from '../../src-shared/jobs/state.ts';
import { CodedError, toAppError } from '../../src-shared/result.ts';
import type { ChangeRecord } from '../db/job-record.ts';
import type { JobStore } from '../db/job-store.ts';
import { type ChangeParts, notAsAsked } from './changes/change.ts';
import { strategyOf } from './changes/strategies.ts';
import type { Prepare } from './task.ts';

export function changePreparation(parts: ChangeParts): Prepare<ChangeRecord> {
  return async (record, client) => {
    if (hasOpenRival(record, parts.ledger.jobs)) throw inTurn();
    const prepared = await strategyOf(record)
      .prepare(record, client, parts)
      .catch((thrown: unknown) => {
        const { code, message } = toAppError(thrown);
        if (code !== 'not-found') throw thrown;
        return notAsAsked(code, message);
      });
    return {
      requestSha256: createHash('sha256').update(JSON.stringify(record.payload)).digest('hex'),
      baseline: null,
      baselineComplete: false,
      reference: null,
      ...prepared,
    };
  };
}

/**
 * Two changes of one thing must not overtake each other: the first is settled before the second leaves. Ids sort by
 * creation, so an older one goes first, also while it waits to be tried again.
 */
const hasOpenRival = (
  { id, accountId, payload }: ChangeRecord,
  jobs: Pick<JobStore, 'openChanges'>,
): boolean =>
  jobs
    .openChanges(accountId, payload)
    .some((other) => other.id < id || (other.id !== id && mayBeSent(other.condition.state)));

const inTurn = () =>
  new CodedError(
    'earlier-change',
    'An earlier change of the same order or model is not settled yet. This one goes after it.',
  );
