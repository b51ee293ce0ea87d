/**
 * Defines what may happen to a job: one pure function from (condition, event) to the next condition or a
 * refusal. It implements the table of docs/reliability.md (reliability: R8). The queue calls it for every
 * change and writes the result, so no other code decides about states. Knows no clock, no database and no
 * network: times come with the events.
 *
 * Four rows are not in that table. Each stands for evidence that the table does not mention:
 * - `doubt`: the record says unsent, but other evidence (sent.log after a restored database, an answer before
 *   the last byte) says that the job may have been sent, or sent again later. The cautious reading wins:
 *   unknown.
 * - `withhold`: "committed" was recorded, but this process did not write the last byte. The job is certainly
 *   unsent, and the proof says so.
 * - `find` in ask: an effect that is found with certainty needs no decision by a person.
 * - `fail-dependency`: an order whose upload can never be done can never be sent. It is rejected, so that it
 *   is visible.
 */
import type { JobState, Problem, WaitReason } from './job.ts';

/** The part of a job that events change. */
export interface JobCondition {
  readonly state: JobState;
  /** Only while queued. */
  readonly wait: WaitReason | null;
  /** Epoch ms; only while queued. */
  readonly notBefore: number | null;
  /** Number of the current or last attempt; 0 before the first. */
  readonly attempt: number;
  /** Attempts in a row that ended unsent; they determine the backoff. */
  readonly failures: number;
  /** How often in a row the process died while the job was preparing or armed. */
  readonly deaths: number;
  readonly problem: Problem | null;
}

export const newCondition: JobCondition = {
  state: 'queued',
  wait: null,
  notBefore: null,
  attempt: 0,
  failures: 0,
  deaths: 0,
  problem: null,
};

/** After so many deaths of the process during its preparation, a job is no longer tried automatically. */
const deathsUntilPoison = 3;

/** Why a job that may have been sent was certainly not executed: the proof row that queues it again. */
export type ProofKind =
  | 'documented-refusal'
  | 'last-byte-withheld'
  /** The token was quiescent, and the effect was missing from two complete lists. */
  | 'absent-for-good'
  /** Missing from two complete lists; what still arrives is found by its mark and removed. Uploads only. */
  | 'absent-so-far'
  | 'user-says-absent';

/** Why a queued job is held, and until when. */
export interface Hold {
  readonly wait: WaitReason | null;
  readonly notBefore: number | null;
  readonly problem: Problem | null;
}

export type JobEvent =
  /** The job is held back, or held for another reason than before. */
  | ({ readonly type: 'hold' } & Hold)
  /** The reason for holding it is gone (a person, the network, a new consent). */
  | { readonly type: 'release' }
  /** The dependencies are done, the lane is free, and rate, sign-in and disk allow it. */
  | { readonly type: 'lease' }
  /** The file is present, the consent is fresh and the mark is chosen: the transfer may start. */
  | { readonly type: 'arm' }
  /** Everything except the last byte is written. */
  | { readonly type: 'commit' }
  /** The attempt ended, and the last byte was certainly not sent. */
  | ({ readonly type: 'unsent' } & Hold)
  | ({ readonly type: 'withhold' } & Hold)
  /** A complete, valid answer that passed all checks. */
  | { readonly type: 'answer' }
  /** A documented refusal that no other attempt changes, or one whose effect was proven absent. */
  | { readonly type: 'refuse'; readonly problem: Problem }
  /** A documented refusal that is temporary: expired token, rate limit. */
  | ({ readonly type: 'refuse-for-now' } & Hold)
  /** Any other end after the last byte. */
  | { readonly type: 'lose'; readonly problem: Problem }
  /** The process died; reported at the next start. */
  | { readonly type: 'crash'; readonly problem: Problem }
  /** Reconciliation found the effect. */
  | { readonly type: 'find' }
  /** Reconciliation proved that there is no effect. `notBefore`: epoch ms of the next attempt. */
  | {
      readonly type: 'prove-absent';
      readonly proof: Extract<ProofKind, 'absent-for-good' | 'absent-so-far'>;
      readonly notBefore?: number;
    }
  /** Reconciliation can prove neither. */
  | { readonly type: 'give-up'; readonly problem: Problem }
  | { readonly type: 'user-finds' }
  | { readonly type: 'user-says-absent' }
  | { readonly type: 'user-abandons' }
  | { readonly type: 'cancel' }
  /** The checksum of the record or its spooled file is wrong. */
  | { readonly type: 'damage'; readonly problem: Problem }
  /** `attempt`: the number of the attempt that may have been sent, if the evidence names a later one. */
  | { readonly type: 'doubt'; readonly problem: Problem; readonly attempt?: number }
  | { readonly type: 'fail-dependency'; readonly problem: Problem };

/** Entries of sent.log: what was sent and how it ended. */
type SentEvent =
  | 'committed'
  | 'done'
  | 'rejected'
  | 'unknown'
  | 'ask'
  | 'abandoned'
  | 'cancelled'
  | 'requeued';

export type Transition =
  | {
      readonly ok: true;
      readonly condition: JobCondition;
      /** To be written in the same transaction, for this attempt. */
      readonly proof: ProofKind | null;
      /** To be appended to sent.log. */
      readonly log: SentEvent | null;
    }
  /** `final`: the job never leaves that state; `too-late`: it may be sent; `no-such-step`: our fault. */
  | { readonly ok: false; readonly reason: 'final' | 'too-late' | 'no-such-step' };

const refused = (reason: 'final' | 'too-late' | 'no-such-step'): Transition => ({ ok: false, reason });

const final: ReadonlySet<JobState> = new Set(['done', 'rejected', 'cancelled', 'abandoned', 'poison']);
/** The window uses this too, and must not import schemas (and zod) at run time. */
export const isFinal = (state: JobState): boolean => final.has(state);

const possiblySent: ReadonlySet<JobState> = new Set(['committed', 'unknown', 'ask']);

/** Whether the service may know of the job: it is too late to cancel, and queuing it again needs a proof. */
export const mayBeSent = (state: JobState): boolean => possiblySent.has(state);

/** The job's data is damaged or gone: nothing is ever sent from it. */
export const isLostRecord = ({ problem }: Pick<JobCondition, 'problem'>): boolean =>
  problem?.code === 'record-lost' || problem?.code === 'damaged-record';

export function transition(job: JobCondition, event: JobEvent): Transition {
  if (final.has(job.state)) return refused('final');
  const step = steps[event.type] as (job: JobCondition, event: JobEvent) => Next | null;
  const next = step(job, event);
  if (next === null) {
    return refused(event.type === 'cancel' && mayBeSent(job.state) ? 'too-late' : 'no-such-step');
  }
  const { proof = null, ...changes } = next;
  const condition: JobCondition = { ...job, wait: null, notBefore: null, problem: null, ...changes };
  return { ok: true, condition, proof, log: logLine(job.state, condition.state) };
}

/** The changes of a step. Wait, time and problem are cleared unless the step sets them. */
type Next = Partial<JobCondition> & { readonly proof?: ProofKind };

type Steps = {
  readonly [T in JobEvent['type']]: (job: JobCondition, event: Extract<JobEvent, { type: T }>) => Next | null;
};

const isUnsent = (state: JobState) => state === 'queued' || state === 'preparing' || state === 'armed';
const isTrying = (state: JobState) => state === 'preparing' || state === 'armed';

const heldAgain = (job: JobCondition, { wait, notBefore, problem }: Hold): Next => ({
  state: 'queued',
  wait,
  notBefore,
  problem,
  failures: job.failures + 1,
  deaths: 0,
});

const steps: Steps = {
  hold: ({ state }, { wait, notBefore, problem }) =>
    state === 'queued' ? { wait, notBefore, problem } : null,
  release: ({ state }) => (state === 'queued' ? { failures: 0 } : null),
  lease: ({ state, attempt }) => (state === 'queued' ? { state: 'preparing', attempt: attempt + 1 } : null),
  arm: ({ state }) => (state === 'preparing' ? { state: 'armed' } : null),
  commit: ({ state }) => (state === 'armed' ? { state: 'committed' } : null),

  unsent: (job, hold) => (isTrying(job.state) ? heldAgain(job, hold) : null),
  withhold: (job, hold) =>
    job.state === 'committed' ? { ...heldAgain(job, hold), proof: 'last-byte-withheld' } : null,

  answer: ({ state }) => (state === 'committed' ? { state: 'done' } : null),
  // A service may refuse while the body is still being sent; that is as certain as a refusal afterwards.
  refuse: ({ state }, { problem }) =>
    state === 'armed' || state === 'committed' || state === 'unknown' ? { state: 'rejected', problem } : null,
  'refuse-for-now': (job, hold) => {
    if (job.state === 'armed') return heldAgain(job, hold);
    return job.state === 'committed' ? { ...heldAgain(job, hold), proof: 'documented-refusal' } : null;
  },
  lose: ({ state }, { problem }) => (state === 'committed' ? { state: 'unknown', problem } : null),

  crash: ({ state, deaths }, { problem }) => {
    if (state === 'committed') return { state: 'unknown', problem };
    if (!isTrying(state)) return null;
    const died = deaths + 1;
    return died >= deathsUntilPoison
      ? { state: 'poison', deaths: died, problem }
      : { state: 'queued', deaths: died };
  },

  find: ({ state }) => (state === 'unknown' || state === 'ask' ? { state: 'done' } : null),
  // Unanswered attempts count as failures, so that the backoff grows.
  'prove-absent': ({ state, failures }, { proof, notBefore = null }) =>
    state === 'unknown' ? { state: 'queued', failures: failures + 1, deaths: 0, notBefore, proof } : null,
  'give-up': ({ state }, { problem }) => (state === 'unknown' ? { state: 'ask', problem } : null),

  'user-finds': ({ state }) => (state === 'ask' ? { state: 'done' } : null),
  'user-says-absent': ({ state }) =>
    state === 'ask' ? { state: 'queued', failures: 0, deaths: 0, proof: 'user-says-absent' } : null,
  'user-abandons': ({ state }) => (state === 'ask' ? { state: 'abandoned' } : null),

  cancel: ({ state }) => (isUnsent(state) ? { state: 'cancelled' } : null),
  damage: ({ state }, { problem }) => {
    if (isUnsent(state)) return { state: 'poison', problem };
    // The effect may exist, but a record that cannot be trusted cannot be reconciled automatically.
    if (state === 'committed') return { state: 'unknown', problem };
    return state === 'unknown' ? { state: 'ask', problem } : null;
  },
  doubt: (job, { problem, attempt = 0 }) =>
    isUnsent(job.state) || (job.state === 'unknown' && attempt > job.attempt)
      ? { state: 'unknown', problem, attempt: Math.max(job.attempt, attempt) }
      : null,
  'fail-dependency': ({ state }, { problem }) => (state === 'queued' ? { state: 'rejected', problem } : null),
};

function logLine(from: JobState, to: JobState): SentEvent | null {
  if (to === 'committed') return 'committed';
  // An older database that is put back must not send it.
  if (to === 'cancelled') return 'cancelled';
  if (from === to || !(mayBeSent(from) || to === 'unknown')) return null;
  switch (to) {
    case 'queued':
      return 'requeued';
    case 'done':
    case 'rejected':
    case 'unknown':
    case 'ask':
    case 'abandoned':
      return to;
    default:
      return null;
  }
}
