/** Groups orders with the uploads that they wait for, since people think of them as one thing. */
import type { Job, UploadJob } from '../../../src-shared/jobs/job.ts';
import { type JobGroup, jobGroup } from '../../../src-shared/jobs/job-group.ts';

export interface Bundle {
  readonly job: Job;
  /** Uploads of this order; empty for anything else. */
  readonly uploads: readonly UploadJob[];
  /** The most urgent of all of them. */
  readonly group: JobGroup;
}

const urgency: readonly JobGroup[] = ['needs-you', 'active', 'done'];

/**
 * Sorted: first what needs the user; then what runs, and what waits in the order in which it is sent; then
 * what is done, the newest first. An upload that several orders share is shown with the newest one.
 * `returned`: ids of orders that bought nothing and that the person has not dismissed.
 */
export function bundleJobs(jobs: readonly Job[], returned: ReadonlySet<string> = new Set()): Bundle[] {
  const newestFirst = [...jobs].sort((a, b) => b.createdAt - a.createdAt);
  const taken = new Set<string>();
  const orders = newestFirst
    .filter((job) => job.kind === 'order')
    .map((job): Bundle => {
      const uploads = newestFirst
        .filter((other) => other.kind === 'upload')
        .filter((upload) => job.dependsOn.includes(upload.id) && !taken.has(upload.id));
      for (const upload of uploads) taken.add(upload.id);
      return { job, uploads, group: returned.has(job.id) ? 'needs-you' : mostUrgent([job, ...uploads]) };
    });
  const alone = newestFirst
    .filter((job) => job.kind !== 'order' && !taken.has(job.id))
    .map((job): Bundle => ({ job, uploads: [], group: jobGroup(job) }));
  return [...orders, ...alone].sort(
    (a, b) => urgency.indexOf(a.group) - urgency.indexOf(b.group) || within(a, b) || newer(a, b),
  );
}

const newer = (a: Bundle, b: Bundle) => b.job.createdAt - a.job.createdAt;

function within(a: Bundle, b: Bundle): number {
  if (a.group !== 'active') return 0;
  const waits = ({ job, uploads }: Bundle) =>
    Number([job, ...uploads].every(({ state }) => state === 'queued'));
  // Orders and uploads are in different lanes; the uploads of an order take its place.
  const place = ({ job, uploads }: Bundle) =>
    (uploads.find(({ state }) => state === 'queued') ?? job).priority ?? 0;
  return waits(a) - waits(b) || place(a) - place(b) || a.job.createdAt - b.job.createdAt;
}

function mostUrgent(jobs: readonly Job[]): JobGroup {
  const groups = new Set(jobs.map(jobGroup));
  return urgency.find((group) => groups.has(group)) ?? 'done';
}

export const filters = ['active', 'needs-you', 'done'] as const;
export type Filter = (typeof filters)[number];

/** Jobs that need the user count as active too: no open job may be hidden by a filter. */
export const passes = ({ group }: Bundle, filter: Filter): boolean =>
  filter === 'active' ? group !== 'done' : group === filter;
