/**
 * The processes of a service, for code that need not know whether there are several: messages between them,
 * and work that only one of them does. Several processes share a PostgreSQL database
 * (`fleet/shared-processes.ts`).
 */
import type { Store } from './dialect.ts';

/** `clock` was moved, `faults` changed, `measure`: a file waits, `measured`: one is, `modelId/version`. */
export type Topic = 'clock' | 'faults' | 'measure' | 'measured';

export interface Processes {
  /** Whether there may be others, which may change whatever is in the database. */
  readonly areSeveral: boolean;
  /** No other process was running when this one started. */
  readonly isFirst: boolean;
  /** Sends a message, in a transaction when it commits. It may get lost: nothing may depend on it alone. */
  say(topic: Topic, text?: string, db?: Store): Promise<void>;
  on(topic: Topic, listener: (text: string) => void): void;
  /** Claims work for so many ms. True for one process only. */
  claim(name: string, ms: number): Promise<boolean>;
}

export const onlyProcess: Processes = {
  areSeveral: false,
  isFirst: true,
  say: async () => undefined,
  on: () => undefined,
  claim: async () => true,
};
