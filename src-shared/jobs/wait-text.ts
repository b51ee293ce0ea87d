/** Why a queued job waits and since when, what ends the wait, and what can be done meanwhile. */
import { cartNotShown, earlierAttempt, earlierChange } from './change-effect.ts';
import type { Job, WaitReason } from './job.ts';
import { canConfirm, isHeld, jobGroup } from './job-group.ts';
import { jobTitle } from './job-title.ts';
import { measuringEnds, measuringWaitOf } from './measuring.ts';
import { isFinal } from './state.ts';
import { type JobAction, type JobContext, problemText, type StateText } from './state-text.ts';

type BehindCode = typeof earlierChange | typeof earlierAttempt | typeof cartNotShown;
const behindCodes: ReadonlySet<string> = new Set([earlierChange, earlierAttempt, cartNotShown]);
const isBehind = (code: string): code is BehindCode => behindCodes.has(code);

/** Waits that end only when the person does something. */
const warns: ReadonlySet<WaitReason> = new Set(['sign-in', 'disk', 'consent', 'terms']);
/** Waits in which trying now can help. */
const canRetry: ReadonlySet<WaitReason> = new Set(['network', 'sign-in', 'rate', 'disk']);
const held: ReadonlySet<WaitReason> = new Set(['paused', 'frozen']);

/** Call it with a queued job. */
export function waitText(job: Job, context: JobContext): StateText {
  const { t } = context.messages;
  if (isHeld(job)) {
    return {
      state: t('jobs.wait.held'),
      tone: 'neutral',
      sentence: t('jobs.wait.held.why', { time: context.time(job.updatedAt) }),
      next: t('jobs.wait.held.next'),
      actions: ['resume', 'cancel'],
    };
  }
  if (job.wait === null)
    return behindText(job, context) ?? measuringText(job, context) ?? turnText(job, context);
  const stuck = job.wait === 'dependency' ? stuckUpload(job, context) : null;
  return {
    state:
      job.wait === 'consent' || job.wait === 'terms'
        ? t('jobs.state.ask')
        : held.has(job.wait)
          ? t('jobs.wait.held')
          : t('jobs.wait.waiting'),
    tone: stuck || warns.has(job.wait) ? 'warning' : 'neutral',
    sentence: waitSentence(job, job.wait, context),
    next: stuck ?? nextStep(job, job.wait, context),
    actions: waitActions(job, job.wait),
  };
}

function waitSentence(job: Job, wait: WaitReason, context: JobContext): string {
  const { t } = context.messages;
  const problem = problemText(job.problem, context.messages);
  // These messages are complete.
  if ((wait === 'consent' || wait === 'terms') && problem) return problem;
  const time = context.time(job.updatedAt);
  const count = job.dependsOn.length;
  const done = context.jobs.filter(({ id, state }) => job.dependsOn.includes(id) && state === 'done').length;
  const why =
    wait === 'dependency' && count > 0
      ? t('jobs.wait.dependencyCount', { time, done, count })
      : t(`jobs.wait.${wait}`, { time });
  return `${why} ${problem}`.trim();
}

/** A job that waits for its turn, or that is tried again later. */
function turnText(job: Job, { time, messages }: JobContext): StateText {
  const { t } = messages;
  const isRetried = job.notBefore !== null && job.problem !== null;
  return {
    state: t('jobs.wait.waiting'),
    tone: isRetried ? 'warning' : 'neutral',
    sentence: isRetried
      ? t('jobs.wait.retry', { time: time(job.updatedAt), problem: problemText(job.problem, messages) })
      : t('jobs.wait.turn', { time: time(job.updatedAt) }),
    next:
      job.notBefore === null
        ? t('jobs.wait.turn.next')
        : t('jobs.wait.retryAt', { time: time(job.notBefore) }),
    actions: job.notBefore === null ? ['first', 'hold', 'cancel'] : ['retry', 'hold', 'cancel'],
  };
}

/** A change without a fault that only waits for another one of the same thing. Null for any other job. */
function behindText(
  { problem, notBefore, createdAt }: Job,
  { time, messages }: JobContext,
): StateText | null {
  const { t } = messages;
  if (!problem || !isBehind(problem.code)) return null;
  const next = t(`jobs.wait.change.${problem.code}`);
  return {
    state: t('jobs.wait.waiting'),
    tone: 'neutral',
    sentence: t('jobs.wait.change', { time: time(createdAt), problem: problemText(problem, messages) }),
    next: notBefore === null ? next : t('jobs.wait.checksAt', { next, time: time(notBefore) }),
    actions: ['hold', 'cancel'],
  };
}

/** A job whose models the service still measures. Null for any other. */
function measuringText(job: Job, { time, messages }: JobContext): StateText | null {
  const wait = measuringWaitOf(job);
  if (wait === null || job.problem?.code !== 'still-measuring') return null;
  const { measuringSince: since = job.updatedAt } = wait;
  const { t } = messages;
  return {
    state: t('jobs.wait.waiting'),
    tone: 'neutral',
    sentence: t('jobs.wait.measuring', { time: time(since), problem: problemText(job.problem, messages) }),
    next: t('jobs.wait.measuring.next', { time: time(measuringEnds(since)) }),
    actions: ['retry', 'hold', 'cancel'],
  };
}

function waitActions(job: Job, wait: WaitReason): readonly JobAction[] {
  // Without an offer, something has to change at the service first.
  if (wait === 'consent') return [canConfirm(job) ? 'confirm' : 'retry', 'cancel'];
  if (wait === 'terms') return ['agree', 'cancel'];
  return [canRetry.has(wait) ? 'retry' : 'first', 'hold', 'cancel'];
}

function nextStep(job: Job, wait: WaitReason, { time, messages: { t } }: JobContext): string | null {
  if ((wait === 'consent' || wait === 'terms') && job.problem) return null;
  return job.notBefore === null
    ? t(`jobs.wait.${wait}.next`)
    : t('jobs.wait.retryAt', { time: time(job.notBefore) });
}

/** An upload that failed would keep its order waiting forever, so the text says that instead. */
function stuckUpload(job: Job, { jobs, messages: { t } }: JobContext): string | null {
  const blocking = jobs.filter((other) => job.dependsOn.includes(other.id));
  const failed = blocking.find((other) => isFinal(other.state) && other.state !== 'done');
  if (failed) return t('jobs.wait.uploadFailed', { upload: jobTitle(failed, t) });
  const asked = blocking.find((other) => jobGroup(other) === 'needs-you');
  return asked ? t('jobs.wait.uploadNeedsYou', { upload: jobTitle(asked, t) }) : null;
}
