/** What is said of a job's state, and with what in hand: the shape that `job-words.ts` and `wait-words.ts` fill. */
import type { Job } from '../../../src-shared/jobs/job.ts';

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
  | 'resolve'
  | 'acknowledge'
  | 'evidence';
/** `sentence` and `next` are whole sentences. */
export interface StateWords {
  /** The state in a word or two, for the badge. */
  readonly state: string;
  readonly tone: JobTone;
  /** What is going on. */
  readonly sentence: string;
  /** What happens next without the user, or what the user is asked for; null when nothing does. */
  readonly next: string | null;
  readonly actions: readonly JobAction[];
}

export interface JobContext {
  /** Epoch ms in words: `10:32`. */
  readonly time: (at: number) => string;
  /** The other jobs, to tell which upload an order waits for. */
  readonly jobs: readonly Job[];
}
