/** The reports of `fabdesk queue` for people. */
import type { AppContract } from '../../../../src-shared/ipc/contract.ts';
import type { CallOutput } from '../../../../src-shared/ipc/wire.ts';
import { madeBy } from '../../../../src-shared/jobs/change-effect.ts';
import { finalStates, type Job } from '../../../../src-shared/jobs/job.ts';
import { wantsAttention } from '../../../../src-shared/jobs/job-group.ts';
import { agreedSum } from '../../../../src-shared/jobs/order-sum.ts';
import { tableLines } from './format.ts';
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
  const texts = newest.map((job) => textOfJob(job, out, jobs));
  const rows = newest.map((job, at) => [
    short(job.id),
    texts[at]!.title,
    texts[at]!.state,
    resultText(job, t),
    format.dated(job.createdAt),
  ]);
  const columns = [
    { title: t('cli.column.job') },
    { title: t('cli.column.what') },
    { title: t('cli.column.state') },
    { title: t('cli.column.result') },
    { title: t('cli.column.since') },
  ];
  const [heading = '', ...lines] = tableLines(columns, rows);
  out.line(style.dim(heading));
  for (const [at, line] of lines.entries()) {
    out.line(line);
    const job = newest[at]!;
    const { sentence, next } = texts[at]!;
    // Nothing needs to be said about what was done or given up.
    if (!finalStates.has(job.state) || job.problem !== null)
      for (const text of [sentence, next]) if (text) out.line(`    ${style.warn(text)}`);
    if (wantsAttention(job)) out.line(`    ${t('cli.queue.saySeen', { job: short(job.id) })}`);
    if (job.kind !== 'order') continue;
    for (const text of openPriceLines(out, job)) out.line(`    ${text}`);
    if (job.offer !== null) out.line(`    ${confirmText(out, { id: short(job.id) }, job.offer)}`);
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
    const rows = candidates.map(({ remoteId, title, titleText, detail, detailText }) => [
      String(remoteId),
      titleText ? out.say(titleText) : title,
      detailText ? out.say(detailText) : detail,
    ]);
    const columns = [
      { title: t('cli.column.id'), align: 'right' },
      { title: t('cli.column.title') },
      { title: '' },
    ] as const;
    for (const line of tableLines(columns, rows)) out.line(line);
    out.line(t('cli.queue.sayFound', { job: id }));
  }
  out.line(t('cli.queue.sayAbandon', { job: id }));
  if (job.state !== 'ask') out.line(t('cli.queue.stillChecking'));
  else if (made === null) out.line(t('cli.queue.sayAgain', { job: id }));
  else if (job.kind === 'order')
    out.line(t('cli.queue.sayNewOrder', { job: id, amount: String(agreedSum(job.payload).amount) }));
  else out.line(t('cli.queue.sayNew', { job: id }));
}
