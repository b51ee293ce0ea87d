/**
 * Access tokens of an account that acts for itself (spec: Authentication > Flow A). Accounts make one an account;
 * the client asks it before every request. Keeps the token in the SecretStore, so that a restart signs in only
 * when it must. A refresh token is kept too where one is given, but this flow renews by its credentials.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { AccessTokens } from '../api-client/access-tokens.ts';
import { serverDate } from '../api-client/rate-notices.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import { type ClientCredentials, requestToken, type TokenEndpoint } from './token-request.ts';

export interface TokenOptions extends TokenEndpoint {
  /** Read when a token is needed; throws when they are not there. */
  readonly credentials: () => Promise<ClientCredentials>;
  readonly secrets: SecretStore;
  /** Name of the token in the SecretStore. */
  readonly secretName: string;
}

const keptTokenSchema = z.object({
  token: z.string().min(1),
  clientId: z.string(),
  /** Epoch ms by the service's clock. */
  expiresAt: z.number(),
  /** How far the service's clock was ahead of this machine's when it was given, ms. */
  ahead: z.number(),
  /** ms of the whole life. */
  life: z.number(),
  /** Epoch ms by the service's clock: the latest that `expiresAt` can mean. Absent where the answer had no date. */
  latestEnd: z.number().optional(),
  refreshToken: z.string().optional(),
});
type KeptToken = z.infer<typeof keptTokenSchema>;

/** A token is renewed this long before its end, or a tenth of its life before when it lives shortly. */
const usualMargin = 60_000;
/** Tokens that are remembered after their use, to ask the service about them (reliability.md 2.4, token fence). */
const mostPast = 50;
/** `Date` counts whole seconds. */
const dateStep = 1_000;

export function createClientCredentialsTokens(options: TokenOptions): AccessTokens {
  const { clock, secrets, secretName } = options;
  /** Undefined: the store was not asked yet. */
  let held: KeptToken | null | undefined;
  let underway: Promise<string> | null = null;
  /** The service's clock minus this machine's, ms. */
  let ahead = 0;
  const past = new Map<string, Pick<KeptToken, 'token' | 'latestEnd'>>();
  const fingerprint = (token: string) => createHash('sha256').update(token).digest('hex').slice(0, 16);

  function remember(kept: Pick<KeptToken, 'token' | 'latestEnd'>) {
    past.set(fingerprint(kept.token), kept);
    for (const oldest of [...past.keys()].slice(0, -mostPast)) past.delete(oldest);
  }

  const isFresh = (kept: KeptToken) =>
    clock.now() + ahead < kept.expiresAt - Math.min(usualMargin, kept.life / 10);

  async function obtain(): Promise<string> {
    const credentials = await options.credentials();
    if (held === undefined) {
      held = await recall();
      ahead = held?.ahead ?? 0;
      if (held) remember(held);
    }
    if (held && held.clientId === credentials.clientId && isFresh(held)) return held.token;
    const asked = clock.now();
    const { grant, answer } = await requestToken(options, credentials);
    const date = serverDate(answer.headers);
    if (date !== null) ahead = date - clock.now();
    const life = grant.expires_in * 1000;
    held = {
      token: grant.access_token,
      clientId: credentials.clientId,
      // Counted from before the request: the service started counting somewhere on the way.
      expiresAt: asked + ahead + life,
      ahead,
      life,
      ...(date !== null && { latestEnd: date + dateStep + life }),
      ...(grant.refresh_token !== undefined && { refreshToken: grant.refresh_token }),
    };
    remember(held);
    await keep(JSON.stringify(held));
    return grant.access_token;
  }

  /** A keychain that does not work costs a sign-in, never the request. */
  async function recall(): Promise<KeptToken | null> {
    const text = await secrets.get(secretName).catch(() => null);
    if (text === null) return null;
    try {
      const parsed = keptTokenSchema.safeParse(JSON.parse(text));
      return parsed.success ? parsed.data : null;
    } catch {
      return null;
    }
  }
  const keep = (text: string) => secrets.set(secretName, text).catch(() => {});

  return {
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
    named: (print) => past.get(print)?.token ?? null,
    endOf: (token) => past.get(fingerprint(token))?.latestEnd ?? null,
    noteServerDate(serverMs) {
      ahead = serverMs - clock.now();
    },
  };
}
