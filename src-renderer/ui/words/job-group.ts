/** Whose turn it is with a job: Fabdesk's, the user's, or nobody's any more. */
import type { Job, OrderJob } from '../../../src-shared/jobs/job.ts';
import { isFinal } from '../../../src-shared/jobs/state.ts';

export type JobGroup = 'active' | 'needs-you' | 'done';

/** An unsent order that waits for consent to a new price, or to one whose consent is too old. */
export const asksForPrice = (job: Job): job is OrderJob =>
  job.kind === 'order' && job.state === 'queued' && job.wait === 'consent';

/** The same, or a reprint that waits for a newer word. */
export const asksForWord = (job: Job): boolean => job.state === 'queued' && job.wait === 'consent';

const waitsForAccount = (job: Job): boolean => job.state === 'queued' && job.wait === 'sign-in';

/** A person held back this one job. */
export const isHeld = (job: Job): boolean =>
  job.state === 'queued' && job.wait === 'paused' && job.problem?.code === 'held-back';

/** Something about an ended job wants to be seen: the service holds it twice. */
export const wantsAttention = (job: Job): boolean => job.state === 'done' && job.problem !== null;

/** The outcome at the service is not known. */
export const isUnsettled = (job: Job): boolean => job.state === 'unknown' || job.state === 'ask';

export function jobGroup(job: Job): JobGroup {
  if (job.state === 'ask' || asksForWord(job) || waitsForAccount(job) || wantsAttention(job)) {
    return 'needs-you';
  }
  return isFinal(job.state) ? 'done' : 'active';
}
