/**
 * The status shown to people: connection, rate budget, account, queue counts. It receives the clients' signals, probes
 * the service while it is unreachable, and calls `changed` at most once per event-loop turn.
 */
import type { Account, Status } from '../src-shared/ipc/contract.ts';
import type { AppError } from '../src-shared/result.ts';
import type { RateNotice } from './api-client/service-client.ts';

export interface StatusOptions {
  readonly account: () => Account;
  readonly queue: () => Status['queue'];
  readonly isPaused: () => boolean;
  /** Probes the current account's service; the result arrives as a signal. */
  readonly probe: () => Promise<unknown>;
  readonly changed: (status: Status) => void;
  readonly now: () => number;
}

/** ms between probes while offline: short at first, then a few per minute. */
const firstProbe = 2_000;
const slowestProbe = 30_000;

export class StatusBoard {
  readonly #options: StatusOptions;
  #connection: Status['connection'] = 'connecting';
  #error: AppError | null = null;
  #rate: Status['rate'] = null;
  #probeAfter = firstProbe;
  #timer: NodeJS.Timeout | null = null;
  #telling = false;
  #closed = false;

  constructor(options: StatusOptions) {
    this.#options = options;
  }

  read(): Status {
    const { account, queue, isPaused } = this.#options;
    return {
      connection: this.#connection,
      detail: this.#error?.message ?? null,
      paused: isPaused(),
      account: account(),
      rate: this.#rate,
      queue: queue(),
    };
  }

  /** Call when something in the status has changed. */
  touch(): void {
    if (this.#telling || this.#closed) return;
    this.#telling = true;
    setImmediate(() => {
      this.#telling = false;
      if (!this.#closed) this.#options.changed(this.read());
    });
  }

  /** A signal from the client of `accountId`. Only the current account is shown. */
  heard(accountId: string, connection: 'online' | 'offline' | 'refused', error: AppError | null): void {
    if (accountId !== this.#options.account().id) return;
    if (connection === 'online') this.#probeAfter = firstProbe;
    else if (connection === 'offline') this.#probeLater();
    if (connection === this.#connection && error?.message === this.#error?.message) return;
    this.#connection = connection;
    this.#error = error;
    this.touch();
  }

  heardRate(accountId: string, notice: RateNotice): void {
    if (accountId !== this.#options.account().id) return;
    const { limit, remaining, windowInSeconds, retryAt } = notice;
    if (limit === null || remaining === null || windowInSeconds === null) return;
    this.#rate = { limit, remaining, windowInSeconds, retryAt };
    this.touch();
  }

  /** Resets and probes again: after a change of account or address, or at the end of a pause. */
  restart(): void {
    this.#connection = 'connecting';
    this.#error = null;
    this.#rate = null;
    this.#probeAfter = firstProbe;
    this.touch();
    this.#probe();
  }

  close(): void {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  #probeLater(): void {
    if (this.#timer || this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#probe();
    }, this.#probeAfter);
    this.#timer.unref();
    this.#probeAfter = Math.min(this.#probeAfter * 2, slowestProbe);
  }

  #probe(): void {
    if (this.#closed || this.#options.isPaused()) return;
    // The failure also arrives as a signal, so ignore it here.
    this.#options.probe().catch(() => undefined);
  }
}
