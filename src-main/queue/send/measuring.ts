/**
 * Services measure a model after its upload was answered, and refuse orders of it until then. An order that meets this waits
 * and tries again, for a limited time. After that it is sent all the same: only the service can say whether it takes it, and
 * one whose models are `processing` for ever may do so.
 */
import type { Problem } from '../../../src-shared/jobs/job.ts';
import { measuringLasts } from '../../../src-shared/jobs/measuring.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import type { AppError } from '../../../src-shared/result.ts';
import type { JobRecord, OrderRecord } from '../../db/job-record.ts';
import { mainError, mainProblem, problemOf, textOf } from '../../main-error.ts';
import type { CheckedLine } from './checked-line.ts';
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
  if (record.kind !== 'order') return false;
  const { measuringSince: since = now } = record.payload;
  // In both directions: the clock may have been moved.
  return Math.abs(now - since) < measuringLasts;
}

/** Begins the wait of an order, if it has not begun. */
export const sinceNow =
  (now: number) =>
  (record: JobRecord): JobRecord =>
    record.kind === 'order' && record.payload.measuringSince === undefined
      ? { ...record, payload: { ...record.payload, measuringSince: now } }
      : record;

/** Why an order whose wait is over was refused. */
export function refusedUnmeasured(record: JobRecord, refusal: AppError): Problem {
  const since = record.kind === 'order' ? record.payload.measuringSince : undefined;
  if (since === undefined) return problemOf(refusal);
  const next = ref('problems.neverMeasured', { since });
  return mainProblem('still-measuring', ref('errors.sentences', { before: textOf(refusal), next }));
}
