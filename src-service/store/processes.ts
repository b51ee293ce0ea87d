/**
 * The processes of a service, for code that need not know whether there are several: what they say to each other, and what
 * only one of them does. Several share a PostgreSQL database (`fleet/shared-processes.ts`).
 */
import type { Store } from './dialect.ts';

/** `clock`: it was moved. `faults`: there are others. `measure`: a file waits. `measured`: one is done, `model/version`. */
export type Topic = 'clock' | 'faults' | 'measure' | 'measured';

export interface Processes {
  /** Whether there may be others, which may change whatever is in the database. */
  readonly areSeveral: boolean;
  /** No other process was running when this one started. */
  readonly isFirst: boolean;
  /** Within a transaction, it is said once that is committed. It may get lost, so nothing must depend on it alone. */
  say(topic: Topic, text?: string, db?: Store): Promise<void>;
  on(topic: Topic, listener: (text: string) => void): void;
  /** True for one process within this time. */
  claim(name: string, ms: number): Promise<boolean>;
}

export const onlyProcess: Processes = {
  areSeveral: false,
  isFirst: true,
  say: async () => undefined,
  on: () => undefined,
  claim: async () => true,
};
