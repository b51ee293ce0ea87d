/** Groups jobs by who has to act: Fabdesk, the person, or nobody. */
import type { Job, OrderJob } from './job.ts';
import { isFinal } from './state.ts';

export type JobGroup = 'active' | 'needs-you' | 'done';

/** An unsent order that waits for consent, because its price changed or the consent is too old. */
export const asksForPrice = (job: Job): job is OrderJob =>
  job.kind === 'order' && job.state === 'queued' && job.wait === 'consent';

/** A program prepared it, and no person has signed it yet. */
export const isUnsigned = (job: { readonly kind: Job['kind']; readonly payload: object }): boolean =>
  job.kind === 'order' && (job.payload as OrderJob['payload']).proposal?.signedAt === null;

/** It is unsigned and waits for that. */
export const asksForSignature = (job: Job): boolean => job.state === 'queued' && isUnsigned(job);

/** It waits for consent, or is a reprint that has to be confirmed again. */
export const asksForConsent = (job: Job): boolean => job.state === 'queued' && job.wait === 'consent';

/** Rights and terms of its account have to be confirmed first. */
export const asksForTerms = (job: Job): boolean => job.state === 'queued' && job.wait === 'terms';

/** There is something to agree to: an order may wait for what only its model's owner can change. */
export const canConfirm = (job: Job): boolean => job.kind !== 'order' || job.offer !== null;

const waitsForAccount = (job: Job): boolean => job.state === 'queued' && job.wait === 'sign-in';

/** The person put this job on hold. */
export const isHeld = (job: Job): boolean =>
  job.state === 'queued' && job.wait === 'paused' && job.problem?.code === 'held-back';

/** Warnings of an ended job about orders that a person has to check. Other problems say why it failed. */
const warnings: ReadonlySet<string> = new Set(['late-order', 'ambiguous-order', 'order-gone']);

/** The service has an order of this ended job twice, or one that it should not have. */
export const isWarning = ({ state, problem }: Pick<Job, 'state' | 'problem'>): boolean =>
  problem !== null && (state === 'done' || (isFinal(state) && warnings.has(problem.code)));

/** An ended job that needs a person's attention. */
export const wantsAttention = (job: Job): boolean => isWarning(job);

/** The outcome at the service is unknown. */
export const isUnknown = (job: Job): boolean => job.state === 'unknown' || job.state === 'ask';

export function jobGroup(job: Job): JobGroup {
  if (
    job.state === 'ask' ||
    asksForConsent(job) ||
    asksForTerms(job) ||
    waitsForAccount(job) ||
    wantsAttention(job)
  ) {
    return 'needs-you';
  }
  return isFinal(job.state) ? 'done' : 'active';
}
