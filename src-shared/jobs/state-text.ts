/** The texts about a job's state, filled in by `job-text.ts` and `wait-text.ts`. */
import { harmless } from '../messages/foreign-text.ts';
import type { MessageRef } from '../messages/message.ts';
import type { Messages } from '../messages/messages.ts';
import type { Job } from './job.ts';

export type JobTone = 'neutral' | 'running' | 'ok' | 'warning' | 'error';

/** The tone of the badge. */
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
  | 'agree'
  | 'resolve'
  | 'acknowledge'
  | 'evidence';

/** `sentence` and `next` are whole sentences. */
export interface StateText {
  /** A short name of the state, for the badge. */
  readonly state: string;
  readonly tone: JobTone;
  /** A sentence about what is going on. */
  readonly sentence: string;
  /** A sentence about what happens next, or what the person has to do; null if nothing follows. */
  readonly next: string | null;
  readonly actions: readonly JobAction[];
}

export interface JobContext {
  /** The text in the language of the reader. */
  readonly messages: Pick<Messages, 't' | 'say'>;
  /** Formats epoch ms: `10:32`. */
  readonly time: (at: number) => string;
  /** The other jobs, which show the upload that an order waits for. */
  readonly jobs: readonly Job[];
}

/** Why a job waits or failed; empty if there is nothing to say. A service may have written the message. */
export function problemText(
  problem: { readonly text?: MessageRef | undefined; readonly message: string } | null,
  { say }: Pick<Messages, 'say'>,
): string {
  if (problem === null) return '';
  return (problem.text && say(problem.text)) ?? harmless(problem.message);
}
