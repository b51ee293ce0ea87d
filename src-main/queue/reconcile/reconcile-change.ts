/** One look for a change whose answer was lost. Called by the reconciler; sends nothing. */
import { toAppError } from '../../../src-shared/result.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';
import type { ChangeRecord } from '../../db/job-record.ts';
import type { ChangeFinding, CheckParts } from '../changes/change.ts';
import { strategyOf } from '../changes/strategies.ts';
import { dateStep, readLag } from './token-quiescence.ts';

/** Throws what the client throws, but where the thing that was to be changed is not there. */
export async function reconcileChange(
  record: ChangeRecord,
  client: ServiceClient,
  parts: CheckParts,
): Promise<ChangeFinding> {
  try {
    return await strategyOf(record).check(record, client, parts);
  } catch (thrown) {
    if (toAppError(thrown).code !== 'not-found') throw thrown;
    // What was made within the last minute may not show yet.
    if (Math.abs(parts.clock.now() - record.updatedAt) <= readLag + dateStep)
      return { kind: 'later', inMs: readLag };
    return { kind: 'ask', problem: gone };
  }
}

const gone = {
  code: 'change-gone',
  message:
    'The answer to this change was lost, and the service no longer has what was to be changed. There is nothing left to send; give it up.',
};
