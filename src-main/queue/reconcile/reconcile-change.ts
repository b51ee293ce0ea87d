/** Finds out what became of a change whose answer was lost, the way its strategy says. */
import { ref } from '../../../src-shared/messages/messages.ts';
import { toAppError } from '../../../src-shared/result.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';
import type { ChangeRecord } from '../../db/job-record.ts';
import { mainProblem } from '../../main-error.ts';
import { strategyOf } from '../changes/strategies.ts';
import type { CheckContext, Finding } from './check.ts';
import { dateStep, readLag } from './token-quiescence.ts';

/** Throws what the client throws, unless the order or model that was to be changed is not there. */
export async function reconcileChange(
  record: ChangeRecord,
  client: ServiceClient,
  context: CheckContext,
): Promise<Finding> {
  try {
    return await strategyOf(record).check(record, client, context);
  } catch (thrown) {
    if (toAppError(thrown).code !== 'not-found') throw thrown;
    // Something made within the last minute may not show yet.
    const isNew = Math.abs(context.clock.now() - record.updatedAt) <= readLag + dateStep;
    return isNew ? { kind: 'later', inMs: readLag } : { kind: 'ask', problem: gone };
  }
}

const gone = mainProblem('change-gone', ref('problems.changeGone'));
