/** The texts of jobs as the terminal shows them. */
import type { Job } from '../../../../src-shared/jobs/job.ts';
import { type JobText, jobText } from '../../../../src-shared/jobs/job-text.ts';
import { jobTitle } from '../../../../src-shared/jobs/job-title.ts';
import type { Translate } from '../../../../src-shared/messages/messages.ts';
import type { Output } from './output.ts';

/** `jobs`: the other jobs, which show the upload that an order waits for. */
export const textOfJob = (job: Job, { messages, format }: Output, jobs: readonly Job[] = []): JobText =>
  jobText(job, { messages, time: (at) => format.dated(at), jobs });

/** One line: the job, its state, the reason, and what happens next. */
export function jobLine(job: Job, out: Output): string {
  const { title, state, sentence, next } = textOfJob(job, out);
  return [out.t('cli.job.line', { title, state }), sentence, next].filter(Boolean).join(' ');
}

export function resultText({ kind, result }: Job, t: Translate): string {
  if (result === null) return '';
  if (kind === 'upload' && 'modelId' in result)
    return t('jobs.model.unnamed', { id: String(result.modelId) });
  if (kind === 'order' && 'orderId' in result) return t('cli.job.order', { id: String(result.orderId) });
  if (!('made' in result) || result.made === undefined) return '';
  const id = String(result.remoteId);
  return result.made === 'order' ? t('cli.job.order', { id }) : t('jobs.model.unnamed', { id });
}

/** One line while the jobs run. */
export function progressText(
  out: Output,
  jobs: readonly Job[],
  sent: ReadonlyMap<string, { sent: number; total: number }>,
): string {
  const { t } = out;
  const moving =
    jobs.find((job) => job.state !== 'queued' && job.state !== 'done') ??
    jobs.find((job) => job.state !== 'done');
  if (moving === undefined) return t('jobs.state.done');
  const { state, next } = textOfJob(moving, out, jobs);
  const bytes = sent.get(moving.id);
  const line = t('cli.job.progress', { title: jobTitle(moving, t), state });
  const parts = [line];
  if (jobs.length > 1) {
    const done = jobs.filter((job) => job.state === 'done').length;
    parts.unshift(t('cli.job.count', { done, count: jobs.length }));
  }
  if (bytes !== undefined && bytes.total > 0) parts.push(out.format.percent(bytes.sent / bytes.total));
  if (moving.problem?.code === 'still-measuring') parts.push(out.problem(moving.problem));
  // Everything else that is waited for ends by itself within seconds, or the command ends.
  if (moving.wait === 'rate' && next !== null) parts.push(next);
  return parts.join(' ');
}
