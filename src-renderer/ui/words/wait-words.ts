/** Why a job waits and since when, what ends that, and what can be done meanwhile. */
import { cartNotShown, earlierAttempt, earlierChange } from '../../../src-shared/jobs/change-effect.ts';
import type { Job, WaitReason } from '../../../src-shared/jobs/job.ts';
import { isFinal } from '../../../src-shared/jobs/state.ts';
import { isHeld, jobGroup } from './job-group.ts';
import { jobTitle } from './kind-words.ts';
import type { JobAction, JobContext, StateWords } from './state-words.ts';

const waits: Readonly<Record<WaitReason, { state: string; why: string; next: string; retry: boolean }>> = {
  dependency: {
    state: 'Waiting',
    why: 'Waiting {since} for its uploads',
    next: 'It goes on by itself when they are done.',
    retry: false,
  },
  network: {
    state: 'Waiting',
    why: 'Waiting {since} for the connection to the service',
    next: 'It goes on by itself when the service can be reached.',
    retry: true,
  },
  'sign-in': {
    state: 'Waiting',
    why: 'Waiting {since} for the account to be repaired',
    next: 'Mend it in Settings; then it goes on by itself.',
    retry: true,
  },
  rate: {
    state: 'Waiting',
    why: 'Waiting {since}, because the service allows no more calls for the moment',
    next: 'It goes on by itself when calls are allowed again.',
    retry: true,
  },
  disk: {
    state: 'Waiting',
    why: 'Waiting {since}, because the disk is almost full',
    next: 'Free some space; then it goes on by itself.',
    retry: true,
  },
  paused: {
    state: 'Held back',
    why: 'Held back {since}, because you work offline',
    next: 'It goes on when you go online again.',
    retry: false,
  },
  consent: {
    state: 'Needs you',
    why: 'Waiting {since} for you to confirm the price',
    next: 'Nothing was sent. The order goes on once you confirm the price.',
    retry: false,
  },
  frozen: {
    state: 'Held back',
    why: 'Held back {since}, because the service holds another order of this account twice',
    next: 'Look at that order first; then this one goes on.',
    retry: false,
  },
};

/** What ends the wait of a change that goes after another one, by the code of its problem. */
const turns: Readonly<Record<string, string>> = {
  [earlierChange]: 'It goes on by itself once that is settled.',
  [earlierAttempt]: 'It goes on by itself once no such copy can arrive any more, usually within 70 minutes.',
  [cartNotShown]: 'It goes on by itself once the cart shows it.',
};

/** Waits that end only when the user does something. */
const warns: ReadonlySet<WaitReason> = new Set(['sign-in', 'disk', 'consent']);

/** Of a queued job. */
export function waitWords(job: Job, context: JobContext): StateWords {
  if (isHeld(job)) {
    return {
      state: 'Held back',
      tone: 'neutral',
      sentence: `You held it back at ${context.time(job.updatedAt)}.`,
      next: 'It goes on when you say so.',
      actions: ['resume', 'cancel'],
    };
  }
  const turn = job.wait === null ? turnWords(job, context) : null;
  if (turn) return turn;
  if (job.wait === null) {
    const again = job.notBefore !== null && job.problem !== null;
    return {
      state: 'Waiting',
      tone: again ? 'warning' : 'neutral',
      sentence: again
        ? `Last tried at ${context.time(job.updatedAt)}. ${job.problem?.message ?? ''}`.trim()
        : `Waiting since ${context.time(job.updatedAt)} for its turn.`,
      next:
        job.notBefore === null
          ? 'It starts by itself.'
          : `Fabdesk tries again at ${context.time(job.notBefore)}.`,
      actions: job.notBefore === null ? ['first', 'hold', 'cancel'] : ['retry', 'hold', 'cancel'],
    };
  }
  const words = waits[job.wait];
  const since = `since ${context.time(job.updatedAt)}`;
  const stuck = job.wait === 'dependency' ? stuckUpload(job, context.jobs) : null;
  const uploads = job.dependsOn.length;
  const ready = context.jobs.filter(
    (other) => job.dependsOn.includes(other.id) && other.state === 'done',
  ).length;
  const count = job.wait === 'dependency' && uploads > 0 ? ` (${ready} of ${uploads} done)` : '';
  return {
    state: words.state,
    tone: stuck || warns.has(job.wait) ? 'warning' : 'neutral',
    // The price guard's own words say all of it.
    sentence:
      job.wait === 'consent' && job.problem
        ? job.problem.message
        : [`${words.why.replace('{since}', since)}${count}.`, job.problem?.message ?? ''].join(' ').trim(),
    next: stuck ?? nextStep(job, context),
    actions: waitActions(job.wait),
  };
}

/** A change that nothing is wrong with: it only goes after another one of the same thing. Null for any other job. */
function turnWords({ problem, notBefore, createdAt }: Job, { time }: JobContext): StateWords | null {
  const ends = turns[problem?.code ?? ''];
  if (!problem || ends === undefined) return null;
  const looks = notBefore === null ? '' : ` Fabdesk looks again at ${time(notBefore)}.`;
  return {
    state: 'Waiting',
    tone: 'neutral',
    sentence: `You asked for it at ${time(createdAt)}. ${problem.message}`,
    next: `${ends}${looks}`,
    actions: ['hold', 'cancel'],
  };
}

function waitActions(wait: WaitReason): readonly JobAction[] {
  if (wait === 'consent') return ['confirm', 'cancel'];
  const go: readonly JobAction[] = waits[wait].retry ? ['retry'] : ['first'];
  return [...go, 'hold', 'cancel'];
}

function nextStep(job: Job, { time }: JobContext): string | null {
  if (job.wait === null || (job.wait === 'consent' && job.problem)) return null;
  return job.notBefore === null ? waits[job.wait].next : `Fabdesk tries again at ${time(job.notBefore)}.`;
}

/** An upload that will never be done keeps its order for ever; that is said rather than waited for. */
function stuckUpload(job: Job, jobs: readonly Job[]): string | null {
  const blocking = jobs.filter((other) => job.dependsOn.includes(other.id));
  const failed = blocking.find((other) => isFinal(other.state) && other.state !== 'done');
  if (failed) {
    return `${jobTitle(failed)} did not succeed, so this order cannot go on. Cancel it, mend the part and order again.`;
  }
  const asked = blocking.find((other) => jobGroup(other) === 'needs-you');
  return asked ? `${jobTitle(asked)} needs you first.` : null;
}
