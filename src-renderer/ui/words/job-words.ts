/**
 * What a job of the queue means to a person: its state in a word, what is going on and since when, what happens next
 * and what can be done. Used by the queue, the checkout's last step and the notes beside orders and models; knows no
 * component.
 */
import { changeDone, changeQuestion } from '../../../src-shared/jobs/change-words.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';
import { type JobGroup, jobGroup, wantsAttention } from './job-group.ts';
import { jobTitle, kindWords } from './kind-words.ts';
import type { JobAction, JobContext, StateWords } from './state-words.ts';
import { waitWords } from './wait-words.ts';

export interface JobWords extends StateWords {
  /** What it is: `Order of 3 parts`. */
  readonly title: string;
  readonly group: JobGroup;
}

export function jobWords(job: Job, context: JobContext): JobWords {
  const title = jobTitle(job);
  const group = jobGroup(job);
  return { title, group, ...stateWords(job, context) };
}

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
        actions: ['resolve', ...proves],
      };
    case 'ask':
      return {
        state: 'Needs you',
        tone: 'warning',
        sentence: problem || `It is not known whether ${whatHappened(job)}.`,
        next: 'Nothing is sent again without your word. Look at what the service holds and say what you find.',
        actions: ['resolve', ...proves],
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
  const by = job.knownBy ?? null;
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
  if (wantsAttention(job) && job.problem?.code === 'ambiguous-order') {
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
