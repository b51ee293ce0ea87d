/**
 * What a job of the queue means to a person: its state in a word, why it waits and since when, what happens next
 * and what can be done. Used by the queue, the checkout's last step and the status bar; knows no component.
 */

import { earlierChange } from '../../../src-shared/jobs/change-effect.ts';
import { changeDone, changeQuestion, changeTitle } from '../../../src-shared/jobs/change-words.ts';
import type { Job, OrderJob, WaitReason } from '../../../src-shared/jobs/job.ts';
import { isFinal } from '../../../src-shared/jobs/state.ts';
import { kindWords } from './kind-words.ts';

export type JobTone = 'neutral' | 'running' | 'ok' | 'warning' | 'error';

/** The badge's tone for a job's. */
export const badgeTone = {
  neutral: 'neutral',
  running: 'accent',
  ok: 'ok',
  warning: 'warning',
  error: 'error',
} as const satisfies Record<JobTone, string>;

export type JobAction =
  | 'retry'
  | 'resume'
  | 'hold'
  | 'first'
  | 'cancel'
  | 'confirm'
  | 'settle'
  | 'acknowledge'
  | 'evidence';
export type JobGroup = 'active' | 'needs-you' | 'done';

export interface JobWords {
  /** What it is: `Order of 3 parts`. */
  readonly title: string;
  /** The state in a word or two, for the badge. */
  readonly state: string;
  readonly tone: JobTone;
  /** What is going on, as whole sentences. */
  readonly sentence: string;
  /** What happens next without the user, or what the user is asked for; null when nothing does. */
  readonly next: string | null;
  readonly group: JobGroup;
  readonly actions: readonly JobAction[];
}

export interface JobContext {
  /** Epoch ms in words: `10:32`. */
  readonly time: (at: number) => string;
  /** The other jobs, to tell which upload an order waits for. */
  readonly jobs: readonly Job[];
}

/** An unsent order that waits for consent to a new price, or to one whose consent is too old. */
export const asksForPrice = (job: Job): job is OrderJob =>
  job.kind === 'order' && job.state === 'queued' && job.wait === 'consent';

/** The same, or a reprint that waits for a newer word. */
export const asksForWord = (job: Job): boolean => job.state === 'queued' && job.wait === 'consent';

const waitsForAccount = (job: Job): boolean => job.state === 'queued' && job.wait === 'sign-in';

/** A person held back this one job. */
const isHeld = (job: Job): boolean =>
  job.state === 'queued' && job.wait === 'paused' && job.problem?.code === 'held-back';

/** Something about an ended job wants to be seen: the service holds it twice. */
const wantsAttention = (job: Job): boolean => job.state === 'done' && job.problem !== null;

/** The outcome at the service is not known. */
export const isUnsettled = (job: Job): boolean => job.state === 'unknown' || job.state === 'ask';

export function jobGroup(job: Job): JobGroup {
  if (job.state === 'ask' || asksForWord(job) || waitsForAccount(job) || wantsAttention(job)) {
    return 'needs-you';
  }
  return isFinal(job.state) ? 'done' : 'active';
}

export function jobTitle(job: Job): string {
  if (job.kind === 'upload') return `Upload of ${job.payload.fileName}`;
  if (job.kind === 'change') return changeTitle(job.payload);
  const parts = job.payload.lines.reduce((sum, line) => sum + line.quantity, 0);
  const first = job.payload.lines[0]?.title ?? '';
  if (job.payload.lines.length === 1)
    return parts === 1 ? `Order of ${first}` : `Order of ${parts} × ${first}`;
  return `Order of ${parts} parts`;
}

export function jobWords(job: Job, context: JobContext): JobWords {
  const title = jobTitle(job);
  const group = jobGroup(job);
  return { title, group, ...stateWords(job, context) };
}

type StateWords = Omit<JobWords, 'title' | 'group'>;

function stateWords(job: Job, context: JobContext): StateWords {
  const kind = kindWords[job.kind];
  const proves: readonly JobAction[] = job.kind === 'upload' ? [] : ['evidence'];
  const problem = job.problem?.message ?? '';
  switch (job.state) {
    case 'queued':
      return waitWords(job, context);
    case 'preparing':
      return {
        state: 'Preparing',
        tone: 'running',
        sentence: kind.preparing,
        next: kind.thenSent,
        actions: ['cancel'],
      };
    case 'armed':
      return {
        state: kind.sending,
        tone: 'running',
        sentence: kind.onItsWay,
        next: null,
        actions: ['cancel'],
      };
    case 'committed':
      return {
        state: kind.finishing,
        tone: 'running',
        sentence: 'Everything was sent; the service has not answered yet.',
        next: 'It cannot be cancelled here any more.',
        actions: [],
      };
    case 'done':
      return doneWords(job);
    case 'rejected':
      return rejectedWords(job);
    case 'unknown':
      return {
        state: 'Finding out',
        tone: 'running',
        sentence: `The service's answer was lost, so it is not known yet whether ${whatHappened(job)}. Fabdesk looks it up at the service.`,
        next: outlook(job, context),
        actions: ['settle', ...proves],
      };
    case 'ask':
      return {
        state: 'Needs you',
        tone: 'warning',
        sentence: problem || `It is not known whether ${whatHappened(job)}.`,
        next: 'Nothing is sent again without your word. Look at what the service holds and say what you find.',
        actions: ['settle', ...proves],
      };
    case 'cancelled':
      return {
        state: 'Cancelled',
        tone: 'neutral',
        sentence: 'It was cancelled before anything was sent.',
        next: null,
        actions: [],
      };
    case 'abandoned':
      return {
        state: 'Given up',
        tone: 'neutral',
        sentence: 'You gave it up. Fabdesk will not send it again.',
        next: null,
        actions: proves,
      };
    case 'poison':
      return {
        state: 'Stopped',
        tone: 'error',
        sentence:
          `Fabdesk stopped trying this, because it failed in a way that should not happen. ${problem}`.trim(),
        next: kind.stopped,
        actions: [],
      };
  }
}

/** What comes of looking, and when: an upload soon, an order once the service cannot take it any more. */
function outlook(job: Job, { time }: JobContext): string {
  const by = job.settlesBy ?? null;
  const when = by === null ? 'As soon as that is known' : `That is known by about ${time(by)}; then`;
  const then = kindWords[job.kind].name;
  return by === null
    ? `${when} it is done, or goes again by itself.`
    : `${when} ${then} is done, or goes again by itself if it certainly did not arrive.`;
}

function whatHappened(job: Job): string {
  if (job.kind === 'change') return changeQuestion(job.payload);
  return job.kind === 'order' ? 'the order was placed' : 'the file was taken';
}

function rejectedWords(job: Job): StateWords {
  const problem = job.problem?.message ?? '';
  const actions: readonly JobAction[] = job.kind !== 'upload' && job.attempt > 0 ? ['evidence'] : [];
  if (job.problem?.code === 'upload-failed') {
    return { state: 'Not sent', tone: 'error', sentence: problem, next: 'Nothing was ordered.', actions: [] };
  }
  if (job.kind === 'change') {
    // Its words say who refused what; some of it Fabdesk itself does not send.
    const state = job.problem?.code === 'refused' ? 'Refused' : 'Not done';
    const sentence = problem || 'The service did not take the change.';
    return { state, tone: 'error', sentence, next: kindWords.change.refused, actions };
  }
  return {
    state: 'Refused',
    tone: 'error',
    // Its own sentence says already who refused what.
    sentence: problem || 'The service refused it.',
    next: kindWords[job.kind].refused,
    actions,
  };
}

function doneWords(job: Job): StateWords {
  if (wantsAttention(job) && job.problem?.code === 'order-twin') {
    return {
      state: 'Not certain',
      tone: 'warning',
      sentence: job.problem.message,
      next: 'Once you have looked at both in Orders, say so here. Nothing waits for it.',
      actions: ['acknowledge', 'evidence'],
    };
  }
  if (wantsAttention(job)) {
    return {
      state: 'Twice',
      tone: 'error',
      sentence: job.problem?.message ?? '',
      next: 'Once you have looked at it in Orders, say so here; then other orders of this account go on.',
      actions: ['acknowledge', 'evidence'],
    };
  }
  if (job.kind === 'change') {
    const sentence = changeDone(job.payload, job.result);
    return { state: 'Done', tone: 'ok', sentence, next: null, actions: ['evidence'] };
  }
  if (job.kind === 'order') {
    return {
      state: 'Placed',
      tone: 'ok',
      sentence: job.result
        ? `The service took it as order ${job.result.orderId}.`
        : 'The service took the order.',
      next: 'Its progress shows in Orders.',
      actions: ['evidence'],
    };
  }
  return {
    state: 'Uploaded',
    tone: 'ok',
    sentence: job.result
      ? `The service holds it as model ${job.result.modelId}.`
      : 'The service holds the file.',
    next: null,
    actions: [],
  };
}

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
    why: 'Waiting {since} for the account to be mended',
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

/** Waits that end only when the user does something. */
const warns: ReadonlySet<WaitReason> = new Set(['sign-in', 'disk', 'consent']);

function waitWords(job: Job, context: JobContext): StateWords {
  if (isHeld(job)) {
    return {
      state: 'Held back',
      tone: 'neutral',
      sentence: `You held it back at ${context.time(job.updatedAt)}.`,
      next: 'It goes on when you say so.',
      actions: ['resume', 'cancel'],
    };
  }
  if (job.wait === null && job.problem?.code === earlierChange) {
    return {
      state: 'Waiting',
      tone: 'neutral',
      sentence: job.problem.message,
      next: 'It goes on by itself once that is settled.',
      actions: ['hold', 'cancel'],
    };
  }
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
