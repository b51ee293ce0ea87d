/**
 * Caches one account's access token, renews it in time by the service's clock, keeps it in the SecretStore
 * across restarts, and remembers used tokens for token quiescence (reliability: R11). Callers decide how
 * tokens are obtained: `client-credentials.ts` and `user-tokens.ts`.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { AccessTokens } from '../api-client/access-tokens.ts';
import type { Clock } from '../api-client/clock.ts';
import { serverDate } from '../api-client/rate-notices.ts';
import { parseStored } from '../parse-stored.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import type { GrantedToken } from './token-request.ts';

export interface TokenCacheOptions {
  readonly clock: Clock;
  readonly secrets: SecretStore;
  /** Name of the token in the SecretStore. */
  readonly secretName: string;
  /**
   * The client that the token must belong to. Called when the cached token is not usable; throws when nobody
   * can sign in.
   */
  readonly clientId: () => Promise<string>;
  readonly renew: () => Promise<GrantedToken>;
}

export interface TokenCache extends AccessTokens {
  /** Identifies a token in records and proofs without revealing it. */
  fingerprint(token: string): string;
  /** Epoch ms by the service's clock at which this token has certainly expired; null if unknown. */
  endOf(token: string): number | null;
  /**
   * Takes a token that was obtained elsewhere. `asked`: epoch ms of this machine before the request for it.
   */
  take(granted: GrantedToken, clientId: string, asked: number): Promise<void>;
}

const cachedTokenSchema = z.object({
  token: z.string().min(1),
  clientId: z.string(),
  /** Epoch ms by the service's clock. */
  expiresAt: z.number(),
  /** How far the service's clock was ahead of this machine's when the token was issued, ms. */
  ahead: z.number(),
  /** The token's whole lifetime, ms. */
  life: z.number(),
  /** Upper bound of `expiresAt`, epoch ms by the service's clock. Absent if the answer had no date. */
  latestEnd: z.number().optional(),
});
type CachedToken = z.infer<typeof cachedTokenSchema>;

/** A token is renewed this long before it expires, or a tenth of its lifetime before if that is shorter. */
const usualMargin = 60_000;
/** How many used tokens are remembered, so that the service can be asked about them. */
const mostPast = 50;
/** The `Date` header has a resolution of one second. */
const dateStep = 1_000;

export function createTokenCache(options: TokenCacheOptions): TokenCache {
  const { clock, secrets, secretName } = options;
  /** Undefined: not read from the store yet. */
  let held: CachedToken | null | undefined;
  let underway: Promise<string> | null = null;
  /** The service's clock minus this machine's, ms. */
  let ahead = 0;
  const past = new Map<string, Pick<CachedToken, 'token' | 'latestEnd'>>();
  const fingerprint = (token: string) => createHash('sha256').update(token).digest('hex').slice(0, 16);

  function remember(used: Pick<CachedToken, 'token' | 'latestEnd'>) {
    past.set(fingerprint(used.token), used);
    for (const oldest of [...past.keys()].slice(0, -mostPast)) past.delete(oldest);
  }

  const isFresh = (token: CachedToken) =>
    clock.now() + ahead < token.expiresAt - Math.min(usualMargin, token.life / 10);

  async function obtain(): Promise<string> {
    const clientId = await options.clientId();
    if (held === undefined) {
      held = await recall();
      ahead = held?.ahead ?? 0;
      if (held) remember(held);
    }
    if (held && held.clientId === clientId && isFresh(held)) return held.token;
    const asked = clock.now();
    const granted = await options.renew();
    await take(granted, clientId, asked);
    return granted.grant.access_token;
  }

  async function take({ grant, answer }: GrantedToken, clientId: string, asked: number) {
    const date = serverDate(answer.headers);
    if (date !== null) ahead = date - clock.now();
    const life = grant.expires_in * 1000;
    held = {
      token: grant.access_token,
      clientId,
      // Counted from before the request: the lifetime starts at some moment during it.
      expiresAt: asked + ahead + life,
      ahead,
      life,
      ...(date !== null && { latestEnd: date + dateStep + life }),
    };
    remember(held);
    await keep(JSON.stringify(held));
  }

  /** A broken keychain costs a sign-in at the next start, never the request. */
  const recall = async () => parseStored(await secrets.get(secretName).catch(() => null), cachedTokenSchema);
  const keep = (text: string) => secrets.set(secretName, text).catch(() => {});
  const endOf = (token: string) => past.get(fingerprint(token))?.latestEnd ?? null;

  return {
    take,
    get() {
      if (held && isFresh(held)) return Promise.resolve(held.token);
      underway ??= obtain().finally(() => {
        underway = null;
      });
      return underway;
    },
    invalidate(token) {
      if (held?.token !== token) return;
      held = null;
      void secrets.delete(secretName).catch(() => {});
    },
    fingerprint,
    endOf,
    authorize: (token) => ({
      authorization: `Bearer ${token}`,
      tokenFingerprint: fingerprint(token),
      tokenEndsAt: endOf(token),
    }),
    named: (print) => past.get(print)?.token ?? null,
    verdict: (_token, isAccepted) => (isAccepted ? 'accepted' : 'refused'),
    noteServerDate(serverMs) {
      ahead = serverMs - clock.now();
    },
  };
}
