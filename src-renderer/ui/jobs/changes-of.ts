/** The open or refused changes of one order or model, shown beside it. */
import { changedThing } from '../../../src-shared/jobs/change-effect.ts';
import type { ChangeJob, Job } from '../../../src-shared/jobs/job.ts';
import { isFinal } from '../../../src-shared/jobs/state.ts';

/** How long a refusal is shown beside the item, ms. It stays in the queue. */
const refusalStays = 24 * 3_600_000;

/**
 * Open changes, the newest first, and the newest one of all if it was refused recently. `thing`: `order
 * 1042`, `model 7`.
 */
export function changesOf(jobs: readonly Job[], accountId: string | undefined, thing: string): ChangeJob[] {
  const all = jobs
    .filter((job) => job.kind === 'change')
    .filter((job) => job.accountId === accountId && changedThing(job.payload) === thing)
    .sort((a, b) => b.createdAt - a.createdAt);
  return all.filter(
    (job, index) =>
      !isFinal(job.state) ||
      (index === 0 && job.state === 'rejected' && Date.now() - job.updatedAt < refusalStays),
  );
}
