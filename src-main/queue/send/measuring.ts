/**
 * Services measure a model after its upload was answered, and until then refuse orders of it and products
 * made from it. A job that meets this waits and tries again, for a limited time. After that an order is sent
 * all the same: only the service can say whether it takes it, and one whose models are `processing` for ever
 * may do so.
 */
import type { Problem } from '../../../src-shared/jobs/job.ts';
import { measuringLasts, measuringWaitOf } from '../../../src-shared/jobs/measuring.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import type { AppError } from '../../../src-shared/result.ts';
import type { JobRecord, OrderRecord } from '../../db/job-record.ts';
import { mainError, mainProblem, problemOf, textOf } from '../../main-error.ts';
import type { CheckedLine } from './line-prices.ts';
import type { ModelsNow } from './models-now.ts';

/** Throws `still-measuring` if a model is not measured yet and the order may wait for it. */
export function requireMeasured(
  order: OrderRecord,
  lines: readonly CheckedLine[],
  models: ModelsNow,
  now: number,
): void {
  const unmeasured = lines.find(({ modelId }) => models.get(modelId)?.isMeasured === false);
  if (unmeasured !== undefined && mayWait(order, now))
    throw mainError('still-measuring', ref('problems.measuring', { title: unmeasured.agreed.title }));
}

/** Whether a job waits for measuring, rather than being refused. */
export function mayWait(record: JobRecord, now: number): boolean {
  const wait = measuringWaitOf(record);
  if (wait === null) return false;
  const { measuringSince: since = now } = wait;
  // The clock may have been moved in either direction.
  return Math.abs(now - since) < measuringLasts;
}

/** Begins the wait of a job, if it has not begun. */
export const sinceNow =
  (now: number) =>
  (record: JobRecord): JobRecord => {
    const wait = measuringWaitOf(record);
    if (wait === null || wait.measuringSince !== undefined) return record;
    return { ...record, payload: { ...record.payload, measuringSince: now } } as JobRecord;
  };

/** Why a job whose wait is over was refused. */
export function refusedUnmeasured(record: JobRecord, refusal: AppError): Problem {
  const since = measuringWaitOf(record)?.measuringSince;
  if (since === undefined) return problemOf(refusal);
  const next = ref('problems.neverMeasured', { since });
  return mainProblem('still-measuring', ref('errors.sentences', { before: textOf(refusal), next }));
}
