/**
 * The meaning of a job for a person: its state in short, what is going on and since when, what happens next
 * and what can be done. The window and the command line both show it.
 */
import type { Translate } from '../messages/messages.ts';
import { isOpen } from '../units/money.ts';
import { changeDone, changeQuestion } from './change-text.ts';
import type { Job, OrderJob } from './job.ts';
import { isWarning, type JobGroup, jobGroup } from './job-group.ts';
import { jobTitle } from './job-title.ts';
import { isFinal } from './state.ts';
import { type JobAction, type JobContext, type JobTone, problemText, type StateText } from './state-text.ts';
import { waitText } from './wait-text.ts';

export interface JobText extends StateText {
  /** The title, such as "Order of 3 parts". */
  readonly title: string;
  readonly group: JobGroup;
}

export const jobText = (job: Job, context: JobContext): JobText => ({
  title: jobTitle(job, context.messages.t),
  group: jobGroup(job),
  ...stateText(job, context),
});

function stateText(job: Job, context: JobContext): StateText {
  const { t } = context.messages;
  const { kind } = job;
  const log: readonly JobAction[] = kind === 'upload' ? [] : ['evidence'];
  const problem = problemText(job.problem, context.messages);
  if (isWarning(job)) return warningText(job, problem, t);
  const lateOrder = isFinal(job.state) ? lateOrderOf(job) : null;
  if (lateOrder !== null)
    return {
      state: t('jobs.state.late'),
      tone: 'warning',
      sentence: t('jobs.state.late.seen', { order: lateOrder }),
      next: t('jobs.state.placed.next'),
      actions: log,
    };
  switch (job.state) {
    case 'queued':
      return waitText(job, context);
    case 'preparing':
      return {
        state: t('jobs.state.preparing'),
        tone: 'running',
        sentence: t(`jobs.${kind}.preparing`),
        next: t(`jobs.${kind}.thenSent`),
        actions: ['cancel'],
      };
    case 'armed':
      return {
        state: t(`jobs.${kind}.sending`),
        tone: 'running',
        sentence: t(`jobs.${kind}.onItsWay`),
        next: null,
        actions: ['cancel'],
      };
    case 'committed':
      return {
        state: t(`jobs.${kind}.finishing`),
        tone: 'running',
        sentence: t('jobs.state.committed'),
        next: t('jobs.state.committed.next'),
        actions: [],
      };
    case 'done':
      return doneText(job, context);
    case 'rejected':
      return rejectedText(job, context);
    case 'unknown':
      return {
        state: t('jobs.state.unknown'),
        tone: 'running',
        sentence: problem || t('jobs.state.unknown.why', { question: questionOf(job, t) }),
        next:
          job.knownBy == null
            ? t(`jobs.${kind}.unknown`)
            : t(`jobs.${kind}.knownBy`, { time: context.time(job.knownBy) }),
        actions: ['resolve', ...log],
      };
    case 'ask':
      return {
        state: t('jobs.state.ask'),
        tone: 'warning',
        sentence: problem || t('jobs.state.ask.why', { question: questionOf(job, t) }),
        next: t('jobs.state.ask.next'),
        actions: ['resolve', ...log],
      };
    case 'cancelled':
      return {
        state: t('jobs.state.cancelled'),
        tone: 'neutral',
        sentence: t('jobs.state.cancelled.why'),
        next: null,
        actions: [],
      };
    case 'abandoned':
      return {
        state: t('jobs.state.abandoned'),
        tone: 'neutral',
        sentence: t('jobs.state.abandoned.why'),
        next: null,
        actions: log,
      };
    case 'poison':
      return {
        state: t('jobs.state.poison'),
        tone: 'error',
        sentence: problem ? t('jobs.state.poison.because', { problem }) : t('jobs.state.poison.why'),
        next: t(`jobs.${kind}.stopped`),
        actions: [],
      };
  }
}

/** The question that is open while the answer is lost. */
const questionOf = (job: Job, t: Translate): string =>
  job.kind === 'change' ? changeQuestion(job.payload, t) : t(`jobs.${job.kind}.question`);

/** An order that nobody expected. What the job itself came to is said once that has been seen. */
function warningText({ problem }: Job, sentence: string, t: Translate): StateText {
  const actions = ['acknowledge', 'evidence'] as const;
  const { name, tone } = warnings[problem?.code ?? ''] ?? duplicated;
  return { state: t(`jobs.state.${name}`), tone, sentence, next: t(`jobs.state.${name}.next`), actions };
}

const duplicated = { name: 'duplicate', tone: 'error' } as const;
/** By the code of the problem. */
const warnings: Readonly<
  Record<
    string,
    | { readonly name: 'late' | 'gone' | 'ambiguous' | 'corrected' | 'notCancelled'; readonly tone: JobTone }
    | undefined
  >
> = {
  'late-order': { name: 'late', tone: 'error' },
  'order-gone': { name: 'gone', tone: 'error' },
  'ambiguous-order': { name: 'ambiguous', tone: 'warning' },
  'order-corrected': { name: 'corrected', tone: 'warning' },
  'not-cancelled': { name: 'notCancelled', tone: 'error' },
};

/** The order that turned up for a job that was not done; null: none. */
const lateOrderOf = ({ state, result }: Job): string | null =>
  state !== 'done' && result !== null && 'orderId' in result ? String(result.orderId) : null;

function rejectedText(job: Job, { messages }: JobContext): StateText {
  const { t } = messages;
  const problem = problemText(job.problem, messages);
  const actions: readonly JobAction[] = job.kind !== 'upload' && job.attempt > 0 ? ['evidence'] : [];
  if (job.problem?.code === 'upload-failed' || job.problem?.code === 'proposal-ended') {
    return {
      state: t('jobs.state.notSent'),
      tone: 'error',
      sentence: problem,
      next: t('jobs.state.notSent.next'),
      actions: [],
    };
  }
  // Fabdesk itself does not send some changes; only the service refuses.
  const isRefused = job.kind !== 'change' || job.problem?.code === 'refused';
  return {
    state: isRefused ? t('jobs.state.refused') : t('jobs.state.notDone'),
    tone: 'error',
    sentence: problem || (job.kind === 'change' ? t('jobs.state.notDone.why') : t('jobs.state.refused.why')),
    next: job.isCompared === false ? t('jobs.order.refused.asSaid') : t(`jobs.${job.kind}.refused`),
    actions,
  };
}

function doneText(job: Job, { messages }: JobContext): StateText {
  const { t } = messages;
  if (job.kind === 'change') {
    const { payload, result, isCompared } = job;
    const sentence =
      payload.op === 'cancel-order' && isCompared === false
        ? t('jobs.change.cancel-order.asSaid', { order: String(payload.orderId) })
        : changeDone(payload, result, t);
    return { state: t('jobs.state.done'), tone: 'ok', sentence, next: null, actions: ['evidence'] };
  }
  if (job.kind === 'order' && job.result?.isGone) {
    const sentence = t('jobs.state.gone.seen', { order: String(job.result.orderId) });
    return { state: t('jobs.state.gone'), tone: 'warning', sentence, next: null, actions: ['evidence'] };
  }
  if (job.kind === 'order') {
    const placed = job.isCompared === false ? 'jobs.state.placed.asSaid' : 'jobs.state.placed.as';
    const sentence = job.result
      ? t(placed, { order: String(job.result.orderId) })
      : t('jobs.state.placed.why');
    return {
      state: t('jobs.state.placed'),
      tone: 'ok',
      sentence: [sentence, ...pricedText(job, t)].join(' '),
      next: t('jobs.state.placed.next'),
      actions: ['evidence'],
    };
  }
  return {
    state: t('jobs.state.uploaded'),
    tone: 'ok',
    sentence: job.result
      ? t('jobs.state.uploaded.as', { model: String(job.result.modelId) })
      : t('jobs.state.uploaded.why'),
    next: null,
    actions: [],
  };
}

/** The price that an order was sent at, if it differs from the price that was agreed; otherwise nothing. */
export function pricedText({ payload: { agreement } }: OrderJob, t: Translate): string[] {
  const { found, parts, currency, lines } = agreement;
  if (found === undefined || lines.some(isOpen)) return [];
  const money = (amount: number) => ({ amount, currency });
  return [t('jobs.state.placed.priced', { now: money(found.parts), before: money(parts) })];
}
