/** What can happen to a request between the application and the service, and who decides it. */
import type { Call, Reply } from './service.ts';

export type Fault =
  | 'none'
  /** Before the connection is open. */
  | 'refuse'
  | 'dns'
  | 'tls'
  /** After some of the body, before the last byte. */
  | 'break-before'
  /** An answer, or the end, that comes before the last byte. */
  | 'early-refusal'
  /** The last byte left and never arrived. */
  | 'request-lost'
  /** Processed, and the answer never came. */
  | 'response-lost'
  | 'hang'
  /** The sender gives up; the request arrives much later. */
  | 'late'
  | 'status-before'
  | 'status-after'
  /** A gateway refuses in words of its own, before the service acts or after. */
  | 'foreign-refusal-before'
  | 'foreign-refusal-after'
  /** Answered with an error, and delivered later all the same. */
  | 'answered-then-delivered'
  /** A gateway gives up waiting and answers; the service works on. */
  | 'gateway-timeout'
  | 'busy'
  | 'token-revoked'
  | 'truncated'
  | 'garbled'
  | 'not-the-service'
  /** The network delivers it twice. */
  | 'duplicated'
  /** The answer is the one to the request before, of the same method and path. */
  | 'other-answer'
  /** Lists are as old as they may be. */
  | 'stale';

export interface Verdict {
  readonly fault: Fault;
  /** ms on the way there and back. */
  readonly there: number;
  readonly back: number;
  /** ms that the service works. */
  readonly work: number;
  /** With `late`: when it arrives. With `stale`: how old lists are. */
  readonly more: number;
  readonly status: number;
}

/** A write whose last byte left. */
export interface Wire {
  readonly number: number;
  readonly at: number;
  readonly path: string;
  readonly body: string;
  readonly authorization: string;
  deliveries: number;
}

/** The schedule's decision, and the events that it observes. */
export interface Line {
  verdict(call: Call): Verdict;
  deliver(call: Call, wire: number, verdict: Verdict): Promise<Reply>;
  /** The last byte leaves. */
  sent(call: Call): Wire;
  /** Any request goes out. */
  asked(call: Call): void;
}

let current: Line | null = null;

/** The last answer by method and path. */
export const lastAnswers = new Map<string, string>();

export function connect(to: Line): void {
  current = to;
  lastAnswers.clear();
}

export function line(): Line {
  if (!current) throw new Error('no line');
  return current;
}
