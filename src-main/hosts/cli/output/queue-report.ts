/** The reports of `fabdesk queue` for people. */
import type { AppContract } from '../../../../src-shared/ipc/contract.ts';
import type { CallOutput } from '../../../../src-shared/ipc/wire.ts';
import { madeBy } from '../../../../src-shared/jobs/change-effect.ts';
import { finalStates, type Job } from '../../../../src-shared/jobs/job.ts';
import { wantsAttention } from '../../../../src-shared/jobs/job-group.ts';
import { agreedSum } from '../../../../src-shared/jobs/order-sum.ts';
import { right, tableLines, writeTable } from './format.ts';
import { jobLine, resultText, textOfJob } from './job-text.ts';
import { confirmText, openPriceLines } from './open-prices.ts';
import type { Output } from './output.ts';

/** Shows the first letters of an id: as many as are needed to distinguish all jobs. */
function shortIds(jobs: readonly Job[]): (id: string) => string {
  const ids = jobs.map((job) => job.id);
  const longest = Math.max(0, ...ids.map((id) => id.length));
  let length = Math.min(8, longest);
  while (length < longest && new Set(ids.map((id) => id.slice(0, length))).size < ids.length) length++;
  return (id) => id.slice(0, length);
}

export function writeQueue(out: Output, jobs: readonly Job[]): void {
  const { style, t, format } = out;
  if (jobs.length === 0) {
    out.line(t('cli.queue.empty'));
    return;
  }
  const short = shortIds(jobs);
  const newest = jobs.toSorted((a, b) => b.createdAt - a.createdAt);
  const shown = newest.map((job) => ({ job, text: textOfJob(job, out, jobs) }));
  const [heading = '', ...lines] = tableLines(out, shown, [
    ['cli.column.job', ({ job }) => short(job.id)],
    ['cli.column.what', ({ text }) => text.title],
    ['cli.column.state', ({ text }) => text.state],
    ['cli.column.result', ({ job }) => resultText(job, t)],
    ['cli.column.since', ({ job }) => format.dated(job.createdAt)],
  ]);
  out.line(heading);
  for (const [at, line] of lines.entries()) {
    out.line(line);
    const { job, text: said } = shown[at]!;
    // Nothing needs to be said about what was done or given up.
    if (!finalStates.has(job.state) || job.problem !== null)
      for (const text of [said.sentence, said.next]) if (text) out.line(`    ${style.warn(text)}`);
    if (wantsAttention(job)) out.line(`    ${t('cli.queue.saySeen', { job: short(job.id) })}`);
    if (job.kind !== 'order') continue;
    for (const text of openPriceLines(out, job)) out.line(`    ${text}`);
    if (job.offer !== null) out.line(`    ${confirmText(out, job, job.offer, short(job.id))}`);
  }
}

/** Models or orders at the service that could be the outcome of a job, and how to resolve it. */
export function writeCandidates(
  out: Output,
  job: Job,
  candidates: CallOutput<AppContract, 'queue.candidates'>,
): void {
  const { t } = out;
  const made = job.kind === 'order' ? 'order' : job.kind === 'upload' ? 'model' : madeBy(job.payload);
  const { id } = job;
  out.line(jobLine(job, out));
  if (made === null) {
    out.line(t('cli.queue.sayDone', { job: id }));
  } else if (candidates.length === 0) {
    out.line(t(`cli.queue.noCandidate.${made}`));
  } else {
    writeTable(out, candidates, [
      [right('cli.column.id'), ({ remoteId }) => String(remoteId)],
      ['library.details.title', ({ title, titleText }) => (titleText ? out.say(titleText) : title)],
      ['', ({ detail, detailText }) => (detailText ? out.say(detailText) : detail)],
    ]);
    out.line(t('cli.queue.sayFound', { job: id }));
  }
  out.line(t('cli.queue.sayAbandon', { job: id }));
  if (job.state !== 'ask') out.line(t('cli.queue.stillChecking'));
  else if (made === null) out.line(t('cli.queue.sayAgain', { job: id }));
  else if (job.kind === 'order')
    out.line(t('cli.queue.sayNewOrder', { job: id, amount: String(agreedSum(job.payload).amount) }));
  else out.line(t('cli.queue.sayNew', { job: id }));
}
