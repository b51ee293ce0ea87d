/**
 * The rate limit of several processes: the database counts calls exactly, whichever process they reach. Calls
 * that arrive while one of their client is being counted are counted together.
 */
import { sql } from 'kysely';
import {
  OwnRateLimiter,
  type RateLimiter,
  type RateLimitSetting,
  type RateLimitState,
} from '../http/rate-limit.ts';
import { type Store, sharedNow } from '../store/dialect.ts';

interface Counting {
  /** Calls that came since the statement under way began. */
  waiting: ((isWithin: boolean) => void)[];
  failed: ((error: unknown) => void)[];
}

interface Counted {
  readonly seconds: readonly (string | number)[];
  readonly calls: readonly number[];
  readonly granted: number;
  /** Epoch s by the clock of the database. */
  readonly now: string | number;
}

export class SharedRateLimiter implements RateLimiter {
  readonly #store: Store;
  readonly #clock: () => number;
  readonly setting: RateLimitSetting;
  /** The last answer of the database, for the headers: it includes the call that is being answered. */
  readonly #known: OwnRateLimiter;
  readonly #counting = new Map<string, Counting>();

  constructor(store: Store, setting: RateLimitSetting, clock: () => number) {
    this.#store = store;
    this.setting = setting;
    this.#clock = clock;
    this.#known = new OwnRateLimiter(setting, clock);
  }

  take(clientId: string): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const counting = this.#counting.get(clientId);
      if (counting) {
        counting.waiting.push(resolve);
        counting.failed.push(reject);
        return;
      }
      const begun: Counting = { waiting: [resolve], failed: [reject] };
      this.#counting.set(clientId, begun);
      void this.#count(clientId, begun);
    });
  }

  summary(clientId: string | null): { remaining: number; retryInSeconds: number } {
    return this.#known.summary(clientId);
  }

  state(clientId: string): RateLimitState {
    return this.#known.state(clientId);
  }

  async #count(clientId: string, counting: Counting): Promise<void> {
    while (counting.waiting.length > 0) {
      const [waiting, failed] = [counting.waiting, counting.failed];
      [counting.waiting, counting.failed] = [[], []];
      try {
        const granted = await this.#takeAll(clientId, waiting.length);
        for (const [i, answer] of waiting.entries()) answer(i < granted);
      } catch (error) {
        for (const fail of failed) fail(error);
      }
    }
    this.#counting.delete(clientId);
  }

  /** One statement, on one row, which is locked by it. @returns how many of the calls are within the limit */
  async #takeAll(clientId: string, count: number): Promise<number> {
    const { calls, windowSeconds } = this.setting;
    const now = sql`(${sharedNow(this.#clock)} / 1000)`;
    const first = sql`${Math.min(count, calls)}::integer`;
    const { rows } = await sql<Counted>`
      insert into rate_window as w (client_id, seconds, calls, granted)
      values (${clientId}, array[${now}], array[${first}], ${first})
      on conflict (client_id) do update set (seconds, calls, granted) = (
        with recent as (
          select s, n from unnest(w.seconds, w.calls) as k(s, n) where s > ${now} - ${windowSeconds}::bigint
        ), free as (
          select least(${count}::bigint, greatest(0, ${calls}::bigint - coalesce(sum(n), 0)))::integer as granted
          from recent
        ), together as (
          select s, sum(n)::integer as n
          from (select s, n from recent union all select ${now}, granted from free) as calls_of
          group by s having sum(n) > 0
        )
        select coalesce(array_agg(s order by s), '{}'), coalesce(array_agg(n order by s), '{}'),
          (select granted from free)
        from together
      )
      returning seconds, calls, granted, ${now} as now`.execute(this.#store);
    const row = rows[0];
    if (!row) throw new Error('A call was not counted.');
    const ahead = Math.floor(this.#clock() / 1000) - Number(row.now);
    this.#known.replace(
      clientId,
      row.seconds.map((second, i) => [Number(second) + ahead, row.calls[i] ?? 0]),
    );
    return Number(row.granted);
  }
}
