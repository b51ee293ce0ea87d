/**
 * The status that people see: the current account, its connection and calls left, the pause, and the queue's
 * activity. Reads each value from its owner, and calls `changed` at most once per event-loop turn.
 */
import type { Account } from '../src-shared/ipc/account.ts';
import type { Status } from '../src-shared/ipc/app-status.ts';
import type { Update } from '../src-shared/ipc/update.ts';
import type { AccountMonitor, Connection } from './queue/send/account-monitor.ts';

export interface StatusOptions {
  readonly account: () => Account;
  readonly queue: () => Status['queue'];
  readonly isPaused: () => boolean;
  readonly monitor: Pick<AccountMonitor, 'connectionOf' | 'rateOf' | 'changed'>;
  /** The connection to the local service while it starts, or cannot; otherwise null. */
  readonly localConnection: () => Connection | null;
  readonly folder: () => NonNullable<Status['folder']>;
  readonly update: () => Update | null;
  readonly changed: (status: Status) => void;
}

export class StatusBoard {
  readonly #options: StatusOptions;
  #isPending = false;
  #closed = false;

  constructor(options: StatusOptions) {
    this.#options = options;
    options.monitor.changed.subscribe((accountId) => {
      if (!this.#closed && accountId === options.account().id) this.touch();
    });
  }

  read(): Status {
    const { account, queue, isPaused, monitor, localConnection, folder, update } = this.#options;
    const shown = account();
    const newer = update();
    const { state, error } = (shown.isLocal && localConnection()) || monitor.connectionOf(shown.id);
    return {
      connection: state,
      detail: error?.message ?? null,
      ...(error?.text && { text: error.text }),
      paused: isPaused(),
      account: shown,
      rate: monitor.rateOf(shown.id),
      queue: queue(),
      ...(newer && { update: newer }),
      folder: folder(),
    };
  }

  /** Call when something in the status has changed. */
  touch(): void {
    if (this.#isPending || this.#closed) return;
    this.#isPending = true;
    setImmediate(() => {
      this.#isPending = false;
      if (!this.#closed) this.#options.changed(this.read());
    });
  }

  close(): void {
    this.#closed = true;
  }
}
