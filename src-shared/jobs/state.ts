/**
 * What may happen to a job: one pure function from (condition, event) to the next condition or a refusal.
 * Owns the table of docs/reliability.md (reliability: R8); the queue asks it for every change and writes what it
 * answers, so no other code decides about states. Knows no clock, no database and no network: times come in with the
 * events.
 *
 * Beyond the rows of the document it has four, each for evidence the document does not mention:
 * - `doubt`: the record says unsent, other evidence (sent.log after a restored database, an answer that came
 *   before the last byte) says that it may have left, or left again later. The careful reading wins: unknown.
 * - `withhold`: the record of "committed" was written, then this process itself did not write the last byte.
 *   It is certainly unsent, and the proof says who testifies.
 * - `find` in ask: what is found with certainty needs no person's word any more.
 * - `fail-dependency`: an order whose upload can never be done can never be sent. Rejected, so that it shows.
 */
import type { JobState, Problem, WaitReason } from './job.ts';

/** The part of a job that events change. */
export interface JobCondition {
  readonly state: JobState;
  /** Only while queued. */
  readonly wait: WaitReason | null;
  /** Epoch ms; only while queued. */
  readonly notBefore: number | null;
  /** Number of the current or last try; 0 before the first. */
  readonly attempt: number;
  /** Tries in a row that ended unsent; drives the backoff. */
  readonly failures: number;
  /** Process deaths in a row while preparing or armed. */
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

/** Deaths of the process during a job's preparation after which it is not tried again by itself. */
const deathsUntilPoison = 3;

/** Why a job that may have been sent is certainly not executed. Written as a proof row before it is queued. */
export type ProofKind =
  | 'documented-refusal'
  | 'last-byte-withheld'
  /** The fence closed and the effect was absent from complete lists, twice. */
  | 'fenced-absent'
  /** Absent from complete lists, twice, and what still arrives is found by its mark and removed: uploads only. */
  | 'absent-unfenced'
  | 'user-says-absent';

/** Why and until when a queued job is held. */
export interface Hold {
  readonly wait: WaitReason | null;
  readonly notBefore: number | null;
  readonly problem: Problem | null;
}

export type JobEvent =
  /** Held back, or held for another reason than before. */
  | ({ readonly type: 'hold' } & Hold)
  /** What held it is gone (a person, the network's return, a new consent). */
  | { readonly type: 'release' }
  /** Dependencies done, lane free, rate, sign-in and disk in order. */
  | { readonly type: 'lease' }
  /** File present, consent fresh, mark chosen: the transfer may start. */
  | { readonly type: 'arm' }
  /** All but the last byte is written. */
  | { readonly type: 'commit' }
  /** The try ended and the last byte certainly stayed here. */
  | ({ readonly type: 'unsent' } & Hold)
  | ({ readonly type: 'withhold' } & Hold)
  /** A full, valid answer whose checks passed. */
  | { readonly type: 'answer' }
  /** A documented refusal that trying again cannot change. */
  | { readonly type: 'refuse'; readonly problem: Problem }
  /** A documented refusal that passes: expired token, rate. */
  | ({ readonly type: 'refuse-for-now' } & Hold)
  /** Anything else after the last byte. */
  | { readonly type: 'lose'; readonly problem: Problem }
  /** The process died; told at the next start. */
  | { readonly type: 'crash'; readonly problem: Problem }
  /** Reconciliation found the effect. */
  | { readonly type: 'find' }
  /** Reconciliation proved that there is none. `notBefore`: epoch ms of the next try. */
  | {
      readonly type: 'prove-absent';
      readonly proof: Extract<ProofKind, 'fenced-absent' | 'absent-unfenced'>;
      readonly notBefore?: number;
    }
  /** Reconciliation can prove neither. */
  | { readonly type: 'give-up'; readonly problem: Problem }
  | { readonly type: 'user-finds' }
  | { readonly type: 'user-says-absent' }
  | { readonly type: 'user-abandons' }
  | { readonly type: 'cancel' }
  /** The record's checksum or its spooled file is wrong. */
  | { readonly type: 'damage'; readonly problem: Problem }
  /** `attempt`: the number under which it may have been sent, where that evidence names a later one. */
  | { readonly type: 'doubt'; readonly problem: Problem; readonly attempt?: number }
  | { readonly type: 'fail-dependency'; readonly problem: Problem };

/** Lines of sent.log: what was sent and what became of it. */
type SentEvent = 'committed' | 'done' | 'rejected' | 'unknown' | 'ask' | 'abandoned' | 'requeued';

export type Transition =
  | {
      readonly ok: true;
      readonly condition: JobCondition;
      /** To be written, for this attempt, in the same transaction. */
      readonly proof: ProofKind | null;
      /** To be appended to sent.log. */
      readonly log: SentEvent | null;
    }
  /** `final`: nothing leaves that state; `too-late`: it may have been sent; `no-such-step`: a fault of ours. */
  | { readonly ok: false; readonly reason: 'final' | 'too-late' | 'no-such-step' };

const refused = (reason: 'final' | 'too-late' | 'no-such-step'): Transition => ({ ok: false, reason });

const final: ReadonlySet<JobState> = new Set(['done', 'rejected', 'cancelled', 'abandoned', 'poison']);
/** For the window too, which imports no schemas (and with them zod) at run time. */
export const isFinal = (state: JobState): boolean => final.has(state);

const possiblySent: ReadonlySet<JobState> = new Set(['committed', 'unknown', 'ask']);

/** Whether the service may know of it: a cancel is too late, and going back to queued needs a proof. */
export const mayBeSent = (state: JobState): boolean => possiblySent.has(state);

/** What it asked for was damaged on disk or is gone: nothing is ever sent from it. */
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

/** What a step changes. Wait, time and problem are cleared unless the step sets them. */
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
  // A service may refuse while the body is still on its way; that is as certain as a refusal afterwards.
  refuse: ({ state }, { problem }) =>
    state === 'armed' || state === 'committed' ? { state: 'rejected', problem } : null,
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
  // Tries that got lost count as failures, so that the pauses between them grow.
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
    // Its effect may exist, and a record that cannot be trusted cannot be reconciled by itself.
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
