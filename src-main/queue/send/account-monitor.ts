/**
 * Holds what is known of the service behind each account: whether it answers, whether it accepts the
 * credentials, and how many calls are left. The clients report here, the queue and the status bar read here,
 * and nothing else asks a service only to find out whether it is there.
 */
import type { OrderList } from '../../../src-shared/api/orders.ts';
import { type AppError, toAppError } from '../../../src-shared/result.ts';
import type { RateNotice, ServiceClient, ServiceSignals } from '../../api-client/service-client.ts';
import { Signal } from '../../signal.ts';
import type { QueueClock, QueueRandom } from '../core/clock.ts';
import { failureOf } from '../core/step-failure.ts';
import { AccountThrottle } from './account-throttle.ts';

export interface Connection {
  /** `refused`: the service does not accept the credentials. */
  readonly state: 'connecting' | 'online' | 'offline' | 'refused';
  /** Why it is not online, and what to do. */
  readonly error: AppError | null;
}

export interface RateWindow {
  readonly limit: number;
  readonly remaining: number;
  readonly windowInSeconds: number;
  /** Epoch ms before which no call may be made; null: any time. */
  readonly retryAt: number | null;
}

type ClientOf = (accountId: string) => ServiceClient | Promise<ServiceClient>;

/** ms between probes of the selected account while it is offline. */
const firstProbe = 2_000;
const slowestProbe = 30_000;

const connecting: Connection = { state: 'connecting', error: null };

export class AccountMonitor {
  /** Whether jobs of an account may be sent now. */
  readonly throttle: AccountThrottle;
  /** The connection or the calls left of an account have changed; its id. */
  readonly changed = new Signal<string>();
  /** The service answered after jobs had to wait for it; the id of the account. */
  readonly networkBack = new Signal<string>();
  /** The service said how many calls are left. `holdChanged`: whether that holds or releases jobs. */
  readonly rateHeard = new Signal<{ readonly accountId: string; readonly holdChanged: boolean }>();
  /** Orders of an account, as the service has just listed them to anybody here. */
  readonly ordersListed = new Signal<{ readonly accountId: string; readonly list: OrderList }>();
  /** Credentials, tokens or the payment id of an account were entered again; its id. */
  readonly credentialsChanged = new Signal<string>();
  /** A probe has ended, whatever it found. */
  readonly probed = new Signal<void>();
  readonly #clock: QueueClock;
  readonly #connections = new Map<string, Connection>();
  readonly #rates = new Map<string, RateWindow>();
  readonly #probing = new Set<string>();
  #watched: { readonly accountId: string; readonly clientOf: ClientOf; probeAfter: number } | null = null;
  #cancelTimer: (() => void) | null = null;

  constructor(clock: QueueClock, random: QueueRandom) {
    this.#clock = clock;
    this.throttle = new AccountThrottle(clock, random);
  }

  connectionOf(accountId: string): Connection {
    return this.#connections.get(accountId) ?? connecting;
  }

  /** The rate window, as the service reported it last; null before the first report. */
  rateOf(accountId: string): RateWindow | null {
    return this.#rates.get(accountId) ?? null;
  }

  /** The client of an account reports here. */
  signalsFor(accountId: string): Required<ServiceSignals> {
    return {
      onConnection: (state, error) => {
        this.#heard(accountId, { state, error });
        if (state === 'online') this.reached(accountId);
      },
      onRate: (notice) => {
        const window = wholeWindow(notice);
        if (window) {
          this.#rates.set(accountId, window);
          this.changed.emit(accountId);
        }
        const before = this.throttle.stateOf(accountId)?.wait;
        this.throttle.notice(accountId, notice);
        const holdChanged = this.throttle.stateOf(accountId)?.wait !== before;
        this.rateHeard.emit({ accountId, holdChanged });
      },
      onOrders: (list) => this.ordersListed.emit({ accountId, list }),
    };
  }

  /** The service answered, whatever it said. Cheap, because it is called for every answer. */
  reached(accountId: string): void {
    if (this.throttle.networkWorks(accountId)) this.networkBack.emit(accountId);
  }

  /**
   * Credentials were entered again or the account signed in again. Jobs that waited for that go on.
   */
  signedIn(accountId: string): void {
    this.throttle.signInMayWork(accountId);
    this.credentialsChanged.emit(accountId);
  }

  /**
   * Probes the account that people look at, now and while it is offline; forgets what was known of its
   * connection. Call it again where the account, its address or its credentials have changed.
   */
  watch(accountId: string, clientOf: ClientOf): void {
    this.#watched = { accountId, clientOf, probeAfter: firstProbe };
    this.#connections.delete(accountId);
    this.#rates.delete(accountId);
    this.changed.emit(accountId);
    this.#probeWatched();
  }

  /** The network may work again: what is offline is probed as if it had just failed for the first time. */
  networkMayBeBack(): void {
    this.throttle.probeNow();
    const watched = this.#watched;
    if (watched === null || this.connectionOf(watched.accountId).state === 'online') return;
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    watched.probeAfter = firstProbe;
    this.#probeWatched();
  }

  /** Probes the accounts whose jobs wait for the network, where that is due. */
  probeHeld(clientOf: ClientOf): void {
    for (const accountId of this.throttle.toProbe()) {
      void this.#probe(accountId, clientOf, () => {
        this.throttle.networkFailed(accountId);
        this.throttle.changed.emit(accountId);
      });
    }
  }

  close(): void {
    this.#watched = null;
    this.#cancelTimer?.();
  }

  #heard(accountId: string, now: Connection): void {
    const watched = this.#watched?.accountId === accountId ? this.#watched : null;
    if (watched && now.state === 'online') watched.probeAfter = firstProbe;
    if (watched && now.state === 'offline') this.#probeLater(watched);
    const before = this.connectionOf(accountId);
    if (now.state === before.state && now.error?.message === before.error?.message) return;
    this.#connections.set(accountId, now);
    this.changed.emit(accountId);
  }

  #probeLater(watched: { probeAfter: number }): void {
    if (this.#cancelTimer) return;
    this.#cancelTimer = this.#clock.after(watched.probeAfter, () => {
      this.#cancelTimer = null;
      this.#probeWatched();
    });
    watched.probeAfter = Math.min(watched.probeAfter * 2, slowestProbe);
  }

  #probeWatched(): void {
    if (this.#watched === null) return;
    const { accountId, clientOf } = this.#watched;
    // A failure reaches `#heard` through the client.
    void this.#probe(accountId, clientOf, () => {});
  }

  async #probe(accountId: string, clientOf: ClientOf, failed: () => void): Promise<void> {
    if (this.#probing.has(accountId)) return;
    this.#probing.add(accountId);
    try {
      await (await clientOf(accountId)).getServiceInfo();
      this.networkBack.emit(accountId);
    } catch (thrown) {
      const { kind } = failureOf(toAppError(thrown));
      // The service answered, even if only to refuse; the jobs find out what to do about that.
      if (kind === 'rate' || kind === 'sign-in') this.networkBack.emit(accountId);
      else failed();
    } finally {
      this.#probing.delete(accountId);
      this.probed.emit();
    }
  }
}

/** Null if the service reported only a part of it. */
function wholeWindow({ limit, remaining, windowInSeconds, retryAt }: RateNotice): RateWindow | null {
  if (limit === null || remaining === null || windowInSeconds === null) return null;
  return { limit, remaining, windowInSeconds, retryAt };
}
