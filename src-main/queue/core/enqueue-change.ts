/** Puts a requested change into the queue. Once it returns, a power cut loses nothing. */
import { isSame } from '../../../src-shared/is-same.ts';
import { type ChangePayload, changePayloadSchema } from '../../../src-shared/jobs/change.ts';
import { newCondition } from '../../../src-shared/jobs/state.ts';
import type { ChangeRecord, JobRecord } from '../../db/job-record.ts';
import { strategyOf } from '../changes/strategies.ts';
import { fullFile } from '../send/spooled-file.ts';
import { common, type EnqueueOptions, requireFile } from './enqueue.ts';

/** The request. The time of a consent is added here. */
export type ChangeRequest = ChangePayload extends infer P
  ? P extends { op: 'reprint' }
    ? Omit<P, 'consentAt'>
    : P
  : never;

/**
 * Returns an identical change that has not ended instead of adding a second one. With a `requestKey` that was
 * used before, returns that job; if its record was damaged since, it may be of another kind. Throws
 * `file-not-found`, `damaged-record`.
 */
export async function enqueueChange(
  options: EnqueueOptions,
  accountId: string,
  request: ChangeRequest,
  requestKey: string | null = null,
): Promise<JobRecord> {
  const { ledger, clock, spool } = options;
  // Parsed, so that equal requests become equal payloads.
  const payload = changePayloadSchema.parse(
    request.op === 'reprint' ? { ...request, consentAt: clock.now() } : request,
  );
  const file = 'file' in payload ? fullFile(payload) : null;
  if (file) await requireFile(spool, { sha256: file.file, size: file.size, name: file.fileName });
  const { lane, priority, isAdditive } = strategyOf({ payload });
  return ledger.write(() => {
    const repeated = requestKey === null ? null : ledger.jobs.byRequestKey(requestKey);
    if (repeated !== null) return repeated;
    const same = isAdditive
      ? undefined
      : ledger.jobs.openChanges(accountId, payload).find((job) => isSame(job.payload, payload));
    if (same) return same;
    const change: ChangeRecord = {
      ...common(options, accountId, requestKey),
      kind: 'change',
      lane,
      priority,
      condition: newCondition,
      dependsOn: [],
      payload,
      result: null,
    };
    ledger.insert(change);
    return change;
  });
}
