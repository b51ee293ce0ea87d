/** Takes a change that a person asked for into the queue. After it returns, a power cut loses nothing. */
import { type ChangePayload, changePayloadSchema } from '../../../src-shared/jobs/change.ts';
import { newCondition } from '../../../src-shared/jobs/state.ts';
import type { ChangeRecord, JobRecord } from '../../db/job-record.ts';
import { strategyOf } from '../changes/strategies.ts';
import { fullFile } from '../send/spooled-file.ts';
import { common, type EnqueueOptions, requireFile } from './enqueue.ts';

/** What is asked for; when it was asked for is noted down here. */
export type ChangeRequest = ChangePayload extends infer P
  ? P extends { op: 'reprint' }
    ? Omit<P, 'consentAt'>
    : P
  : never;

/**
 * The same change that has not ended yet is returned instead of a second one; with a `requestKey` that was used before,
 * the job of that time, of whatever kind what is left of its record is. Throws `file-not-found`, `damaged-record`.
 */
export async function enqueueChange(
  options: EnqueueOptions,
  accountId: string,
  wish: ChangeRequest,
  requestKey: string | null = null,
): Promise<JobRecord> {
  const { ledger, clock, spool } = options;
  // Parsed, so that the same wish is the same text in the same order.
  const payload = changePayloadSchema.parse(
    wish.op === 'reprint' ? { ...wish, consentAt: clock.now() } : wish,
  );
  const file = 'file' in payload ? fullFile(payload) : null;
  if (file) await requireFile(spool, { sha256: file.file, size: file.size, name: file.fileName });
  const key = JSON.stringify(payload);
  const { lane, priority, isAdditive } = strategyOf({ payload });
  return ledger.write(() => {
    const repeated = requestKey === null ? null : ledger.jobs.byRequestKey(requestKey);
    if (repeated !== null) return repeated;
    const same = isAdditive
      ? undefined
      : ledger.jobs.openChanges(accountId, payload).find((job) => JSON.stringify(job.payload) === key);
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
