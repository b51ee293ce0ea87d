/** The texts of a job in the window's language. */
import type { Job } from '../../../src-shared/jobs/job.ts';
import { type JobText, jobText as textOf } from '../../../src-shared/jobs/job-text.ts';
import { jobTitle as titleOf } from '../../../src-shared/jobs/job-title.ts';
import type { JobContext } from '../../../src-shared/jobs/state-text.ts';
import { language, t } from '../language.svelte.ts';

export const jobText = (job: Job, context: Omit<JobContext, 'messages'>): JobText =>
  textOf(job, { ...context, messages: language.messages });

export const jobTitle = (job: Job): string => titleOf(job, t);
