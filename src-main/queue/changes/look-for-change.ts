/** One look for a change whose answer was lost. Called by the reconciler; sends nothing. */
import { toAppError } from '../../../src-shared/result.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';
import type { ChangeRecord } from '../../db/job-record.ts';
import { dateStep, readLag } from '../fence.ts';
import type { ChangeFinding, LookParts } from './change.ts';
import { strategyOf } from './strategies.ts';

/** Throws what the client throws, but where the thing that was to be changed is not there. */
export async function lookForChange(
  record: ChangeRecord,
  client: ServiceClient,
  parts: LookParts,
): Promise<ChangeFinding> {
  try {
    return await strategyOf(record).look(record, client, parts);
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
