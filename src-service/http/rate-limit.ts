/**
 * The sliding window of calls per client application (spec: Resources > Rate-limit object). Calls are counted
 * in buckets of one second, so the memory for a client is bounded by the window, whatever it sends.
 *
 * [Assumption: rate-scope] All authenticated calls of an application share a window. Refused calls and calls
 * to the token endpoints are not counted. A restart of the service forgets the window; with several
 * processes, only a restart of all.
 */

export interface RateLimitSetting {
  readonly calls: number;
  readonly windowSeconds: number;
}

/** [Assumption: rate-values] What existing clients were written for (compatibility: Answers). */
export const defaultRateLimit: RateLimitSetting = { calls: 150, windowSeconds: 300 };

/** The `rateLimit` object of an answer. */
export interface RateLimitState {
  readonly retryInSeconds: number;
  readonly retryTimestamp: number;
  readonly windowInSeconds: number;
  readonly limit: number;
  readonly remaining: number;
  /** Calls in each minute of the window, oldest first. */
  readonly history: readonly number[];
}

class Window {
  readonly buckets: Uint32Array;
  /** The second of the newest bucket. */
  newest: number;
  count = 0;

  constructor(seconds: number, now: number) {
    this.buckets = new Uint32Array(seconds);
    this.newest = now;
  }

  /** Forgets the buckets that have left the window. If the clock moved back, the newest second stays. */
  advanceTo(now: number): void {
    const size = this.buckets.length;
    if (now - this.newest >= size) {
      this.buckets.fill(0);
      this.count = 0;
      this.newest = now;
      return;
    }
    while (this.newest < now) {
      this.newest++;
      const slot = this.newest % size;
      this.count -= this.buckets[slot]!;
      this.buckets[slot] = 0;
    }
  }

  fill(calls: readonly (readonly [second: number, count: number])[]): void {
    const size = this.buckets.length;
    this.buckets.fill(0);
    this.count = 0;
    for (const [second, count] of calls) {
      // The clock of another process may be ahead.
      const at = Math.min(second, this.newest);
      if (at <= this.newest - size) continue;
      this.buckets[at % size]! += count;
      this.count += count;
    }
  }

  /** Calls in the second that was `age` seconds before the newest. */
  callsAt(age: number): number {
    const size = this.buckets.length;
    return this.buckets[(((this.newest - age) % size) + size) % size]!;
  }

  /** Seconds until `needed` calls have left the window. */
  secondsUntilFree(needed: number): number {
    const size = this.buckets.length;
    let freed = 0;
    for (let age = size - 1; age >= 0; age--) {
      freed += this.callsAt(age);
      if (freed >= needed) return size - age;
    }
    return size;
  }
}

/** Counts calls, in memory or for several processes together (`fleet/shared-rate-limit.ts`). */
export interface RateLimiter {
  readonly setting: RateLimitSetting;
  /** Counts a call. False: the window is full and the call must be refused. */
  take(clientId: string): boolean | Promise<boolean>;
  /** The part of the state that is cheap, for headers. Null stands for a client without identity. */
  summary(clientId: string | null): { remaining: number; retryInSeconds: number };
  state(clientId: string): RateLimitState;
}

/** The most clients that are remembered. */
const mostClients = 10_000;

export class OwnRateLimiter implements RateLimiter {
  readonly setting: RateLimitSetting;
  readonly #clock: () => number;
  readonly #windows = new Map<string, Window>();

  constructor(setting: RateLimitSetting, clock: () => number) {
    this.setting = setting;
    this.#clock = clock;
  }

  take(clientId: string): boolean {
    const window = this.#windowOf(clientId);
    if (window.count >= this.setting.calls) return false;
    const slot = window.newest % window.buckets.length;
    window.buckets[slot] = window.buckets[slot]! + 1;
    window.count++;
    return true;
  }

  summary(clientId: string | null): { remaining: number; retryInSeconds: number } {
    if (clientId === null) return { remaining: this.setting.calls, retryInSeconds: 0 };
    const window = this.#windowOf(clientId);
    const remaining = Math.max(0, this.setting.calls - window.count);
    const retryInSeconds = remaining > 0 ? 0 : window.secondsUntilFree(window.count - this.setting.calls + 1);
    return { remaining, retryInSeconds };
  }

  state(clientId: string): RateLimitState {
    const { remaining, retryInSeconds } = this.summary(clientId);
    const window = this.#windowOf(clientId);
    const { windowSeconds } = this.setting;
    const history = new Array<number>(Math.ceil(windowSeconds / 60)).fill(0);
    for (let age = 0; age < window.buckets.length; age++) {
      const minute = history.length - 1 - Math.floor(age / 60);
      history[minute] = history[minute]! + window.callsAt(age);
    }
    return {
      retryInSeconds,
      retryTimestamp: Math.floor(this.#clock() / 1000) + retryInSeconds,
      windowInSeconds: windowSeconds,
      limit: this.setting.calls,
      remaining,
      history,
    };
  }

  /** Replaces what is remembered of a client: how many calls each of these seconds had. */
  replace(clientId: string, calls: readonly (readonly [second: number, count: number])[]): void {
    this.#windowOf(clientId).fill(calls);
  }

  #windowOf(clientId: string): Window {
    const now = Math.floor(this.#clock() / 1000);
    let window = this.#windows.get(clientId);
    if (!window) {
      // The one that came first: forgetting all of them would let everybody start again.
      for (const [oldest] of this.#windows) {
        if (this.#windows.size < mostClients) break;
        this.#windows.delete(oldest);
      }
      window = new Window(this.setting.windowSeconds, now);
      this.#windows.set(clientId, window);
    }
    window.advanceTo(now);
    return window;
  }
}
