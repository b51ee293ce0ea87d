/** The reports of `fabdesk queue` for people. */
import { madeBy } from '../../../src-shared/jobs/change-effect.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';
import { formatMoney, formatTime, tableLines } from './format.ts';
import { jobName, jobTitle, resultWords, stateWords } from './job-words.ts';
import type { Output } from './output.ts';

/** Letters of an id that are shown: all of them where fewer would name two jobs. */
function shortIds(jobs: readonly Job[]): (id: string) => string {
  const ids = jobs.map((job) => job.id);
  const longest = Math.max(0, ...ids.map((id) => id.length));
  let length = Math.min(8, longest);
  while (length < longest && new Set(ids.map((id) => id.slice(0, length))).size < ids.length) length++;
  return (id) => id.slice(0, length);
}

export function writeQueue(out: Output, jobs: readonly Job[]): void {
  const { style } = out;
  if (jobs.length === 0) {
    out.line('The queue is empty.');
    return;
  }
  const short = shortIds(jobs);
  const newest = jobs.toSorted((a, b) => b.createdAt - a.createdAt);
  const rows = newest.map((job) => [
    short(job.id),
    job.kind,
    jobTitle(job),
    stateWords(job),
    resultWords(job),
    formatTime(job.createdAt),
  ]);
  const columns = ['Job', 'Kind', 'What', 'State', 'Result', 'Since'].map((title) => ({ title }));
  const [heading = '', ...lines] = tableLines(columns, rows);
  out.line(style.dim(heading));
  for (const [at, line] of lines.entries()) {
    out.line(line);
    const job = newest[at];
    if (job?.problem) out.line(`    ${style.warn(job.problem.message)}`);
    if (job?.kind === 'order' && job.offer !== null) {
      const { total, currency } = job.offer;
      out.line(
        `    It costs ${formatMoney(total, currency)} now. Agree with "fabdesk queue confirm ${short(job.id)} --total ${total}".`,
      );
    }
  }
}

export function writeCandidates(
  out: Output,
  job: Job,
  candidates: readonly { readonly remoteId: number; readonly title: string; readonly detail: string }[],
): void {
  const made = job.kind === 'order' ? 'order' : job.kind === 'upload' ? 'model' : madeBy(job.payload);
  out.line(`${jobName(job)}: ${stateWords(job)}.`);
  if (job.problem !== null) out.line(job.problem.message);
  if (made === null) {
    out.line(`If it took effect, say "fabdesk queue resolve ${job.id} --done".`);
  } else if (candidates.length === 0) {
    out.line(`The service has no ${made} that could be it.`);
  } else {
    const rows = candidates.map(({ remoteId, title, detail }) => [String(remoteId), title, detail]);
    const columns = [{ title: 'ID', align: 'right' }, { title: 'Title' }, { title: '' }] as const;
    for (const line of tableLines(columns, rows)) out.line(line);
    out.line(`If one of them is it, say "fabdesk queue resolve ${job.id} --found ID".`);
  }
  out.line(`To give it up, say "fabdesk queue resolve ${job.id} --abandon". Nothing is sent again.`);
  if (job.state === 'ask') {
    const total = job.kind === 'order' ? ` --total ${job.payload.confirmedTotal}` : '';
    const none = made === null ? 'If it did not' : 'If it is none of them';
    const how = made === null ? 'sends it again' : 'sends it as a new one';
    out.line(`${none}, "fabdesk queue resolve ${job.id} --again${total}" ${how}.`);
  } else {
    out.line('Fabdesk still finds out by itself; you need not decide anything.');
  }
}
