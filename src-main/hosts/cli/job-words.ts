/** What a job is and how it stands, in words for the terminal. */
import { cartNotShown, earlierAttempt, earlierChange } from '../../../src-shared/jobs/change-effect.ts';
import { changeTitle } from '../../../src-shared/jobs/change-text.ts';
import type { Job, WaitReason } from '../../../src-shared/jobs/job.ts';
import { english } from '../../../src-shared/messages/english.ts';
import { formatBytes, formatMoney, formatTime, plural } from './format.ts';

const waitWords: Readonly<Record<WaitReason, string>> = {
  dependency: 'waits for its upload',
  network: 'waits for the network',
  'sign-in': 'waits for a sign-in',
  rate: 'waits for the rate limit',
  disk: 'waits for disk space',
  paused: 'waits, because Fabdesk works offline',
  consent: 'needs your consent to the new price',
  frozen: 'waits until you have looked at an order that the service holds twice',
};

/** A change that nothing is wrong with, and that goes after another one of the same thing. */
const turnWords: Readonly<Record<string, string>> = {
  [earlierChange]: 'waits for an earlier change',
  [earlierAttempt]: 'waits until no copy of an earlier try can arrive late',
  [cartNotShown]: 'waits until the service’s cart shows the one before it',
};

export function stateWords({ state, wait, notBefore, problem }: Job): string {
  if (state === 'queued') {
    const until = notBefore !== null && notBefore > Date.now() ? ` until ${formatTime(notBefore)}` : '';
    const turn = turnWords[problem?.code ?? ''];
    if (wait === null && turn !== undefined)
      return `${turn}${until.replace(' until', ', looked at again at')}`;
    if (wait !== null) return `${waitWords[wait]}${until}`;
    return until === '' ? 'queued' : `is tried again${until.replace('until', 'at')}`;
  }
  if (state === 'preparing' || state === 'armed' || state === 'committed') return 'being sent';
  if (state === 'unknown') return 'answer lost, Fabdesk finds out by itself';
  if (state === 'ask') return 'needs your decision';
  if (state === 'poison') return 'stopped: it cannot be worked on';
  return state;
}

export function jobTitle(job: Job): string {
  if (job.kind === 'upload') return `${job.payload.title} (${formatBytes(job.payload.size)})`;
  if (job.kind === 'change') return changeTitle(job.payload, english.t);
  const pieces = job.payload.lines.reduce((sum, line) => sum + line.quantity, 0);
  return `${plural(pieces, 'piece')}, ${formatMoney(job.payload.confirmedTotal, job.payload.currency)}`;
}

/** The same as a name: `Upload of gear`, `Order of 2 pieces`, `Cancel order 1042`. */
export function jobName(job: Job): string {
  if (job.kind === 'change') return jobTitle(job);
  return `${job.kind === 'upload' ? 'Upload' : 'Order'} of ${jobTitle(job)}`;
}

export function resultWords(job: Job): string {
  if (job.result === null) return '';
  if (job.kind === 'upload') return `model ${job.result.modelId}`;
  if (job.kind === 'order') return `order ${job.result.orderId}`;
  return job.result.made === undefined ? '' : `${job.result.made} ${job.result.remoteId}`;
}

/** One line while the jobs run. */
export function progressWords(
  jobs: readonly Job[],
  sent: ReadonlyMap<string, { sent: number; total: number }>,
): string {
  const moving =
    jobs.find((job) => job.state !== 'queued' && job.state !== 'done') ??
    jobs.find((j) => j.state !== 'done');
  if (moving === undefined) return 'Done';
  const done = jobs.filter((job) => job.state === 'done').length;
  const bytes = sent.get(moving.id);
  const share =
    bytes === undefined || bytes.total === 0 ? '' : ` ${Math.round((bytes.sent / bytes.total) * 100)} %`;
  const name =
    moving.kind === 'upload'
      ? `Upload of ${moving.payload.title}`
      : moving.kind === 'order'
        ? 'Order'
        : jobTitle(moving);
  const count = jobs.length > 1 ? `${done} of ${jobs.length} done. ` : '';
  return `${count}${name}: ${stateWords(moving)}${share}`;
}
