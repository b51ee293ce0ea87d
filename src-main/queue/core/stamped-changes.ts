/**
 * Changes of a job that an older copy of the folder would not know, to a person's cost (reliability: R20).
 */
import { finalStates } from '../../../src-shared/jobs/job.ts';
import type { JobRecord } from '../../db/job-record.ts';

/** Answers for each change whether the folder's stamp has to take a step for it. */
export function stampedChanges(): (record: JobRecord) => boolean {
  const seen = new Map<string, string>();
  return (record) => {
    const news = newsOf(record);
    if (news === null || seen.get(record.id) === news) return false;
    seen.set(record.id, news);
    return true;
  };
}

/** A consent to paid work, what became of it or of a change, or a cancellation. Uploads may be repeated. */
function newsOf({ kind, lane, condition: { state }, payload }: JobRecord): string | null {
  if (state === 'cancelled') return state;
  if (lane !== 'paid' && (kind !== 'change' || state === 'queued')) return null;
  if (state === 'queued') return 'consentAt' in payload ? `queued/${payload.consentAt}` : null;
  return state === 'unknown' || state === 'ask' || finalStates.has(state) ? state : null;
}
