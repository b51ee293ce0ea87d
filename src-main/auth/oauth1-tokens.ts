/**
 * The token of an account in which a user signed in by OAuth 1.0 (RFC 5849 3). There is one instance per
 * account. The token does not expire and is not renewed: if the service refuses it, one plain call tells
 * whether it was the token, the clock of this machine, or that call alone.
 *
 * [Note: late copies] A call that was sent can arrive as long as the service accepts its timestamp. So an
 * attempt is remembered by token and timestamp, and a later question about it is signed with the same
 * timestamp [Assumption: oauth1-timestamp].
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ref } from '../../src-shared/messages/messages.ts';
import type { CodedError } from '../../src-shared/result.ts';
import type { AccessTokens } from '../api-client/access-tokens.ts';
import { answerError, reasonOf } from '../api-client/answers.ts';
import { serverDate } from '../api-client/rate-notices.ts';
import { mainError } from '../main-error.ts';
import { parseStored } from '../parse-stored.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import { askSigned, differentClock } from './oauth1-endpoints.ts';
import { type OAuth1Token, signedHeader } from './oauth1-signature.ts';
import type { ClientCredentials, ClientIdentity, TokenEndpoint } from './token-request.ts';
import type { SignInState } from './user-tokens.ts';

export interface OAuth1TokenOptions extends TokenEndpoint {
  readonly client: () => Promise<ClientIdentity>;
  readonly secrets: SecretStore;
  /** Name of the token in the SecretStore. */
  readonly secretName: string;
  readonly changed: (state: SignInState) => void;
}

export interface OAuth1Tokens extends AccessTokens {
  /** The token of a finished sign-in. */
  begin(token: OAuth1Token): Promise<void>;
}

const storedSchema = z.object({ token: z.string().min(1), secret: z.string().min(1), clientId: z.string() });
type Stored = z.infer<typeof storedSchema>;

/** Whether the SecretStore has the token. Throws `keychain-unavailable`. */
export const hasOAuth1Token = async (secrets: SecretStore, name: string): Promise<boolean> =>
  parseStored(await secrets.get(name), storedSchema) !== null;

/** A service that still accepts a timestamp after this time seems to accept every one, ms. */
const longestWindow = 60 * 60_000;

/** A token as the client names it: the current one by a number, an attempt's by its timestamp. */
const ofAttempt = /^@(\d{1,12})$/;

/** `get` throws `credentials-refused` if the user has to sign in again. */
export function createOAuth1Tokens(options: OAuth1TokenOptions): OAuth1Tokens {
  const { clock, secrets, secretName, changed } = options;
  /** Null: not read yet. */
  let held: Stored | null = null;
  let credentials: ClientCredentials | null = null;
  let state: SignInState = 'stored';
  /** Counts how often the token was refused and accepted again. */
  let round = 0;
  let isDoubted = false;
  let underway: Promise<string> | null = null;
  /** The service's clock minus this machine's, ms: what timestamps follow, and what the last answer said. */
  let ahead = 0;
  let seenAhead = 0;

  async function obtain(): Promise<string> {
    const { clientId, clientSecret } = await options.client();
    // A locked keychain does not end the sign-in; its error goes to the caller.
    held ??= parseStored(await secrets.get(secretName), storedSchema);
    if (held?.clientId !== clientId || clientSecret === null) throw ended();
    credentials = { clientId, clientSecret };
    if (isDoubted) await confirm(credentials, held);
    return String(round);
  }

  /** A token that the service refuses now stays: if the service accepts it again, the sign-in continues. */
  async function confirm(by: ClientCredentials, token: Stored): Promise<void> {
    const ask = async () => {
      const answered = await askSigned(options, by, token, ahead);
      note(serverDate(answered.headers));
      return answered;
    };
    followService();
    let answer = await ask();
    if (answer.status === 401 && followService()) answer = await ask();
    if (answer.status === 401) {
      const reason = reasonOf(answer);
      if (reason === null) throw answerError(answer, ref('service.what.signIn'), clock.now());
      throw ended(reason);
    }
    isDoubted = false;
    round += 1;
    changed(state);
  }

  function ended(reason?: string): CodedError {
    changed('ended');
    const text =
      reason === undefined
        ? ref('service.signIn.ended')
        : ref('service.signIn.endedBecause', { reason: reason.replace(/\.$/, '') });
    return mainError('credentials-refused', text);
  }

  /** Corrects the timestamps if the clocks differ so much that the service may refuse them. */
  function followService(): boolean {
    if (Math.abs(seenAhead - ahead) <= differentClock) return false;
    ahead = seenAhead;
    return true;
  }

  function note(date: number | null): void {
    if (date !== null) seenAhead = date - clock.now();
  }

  /**
   * Covers the secrets too, because a question with another secret says nothing about a call that was sent.
   */
  function fingerprintOf(by: ClientCredentials, { token, secret }: Stored, timestamp: number): string {
    const text = JSON.stringify([by.clientId, by.clientSecret, token, secret]);
    return `${createHash('sha256').update(text).digest('hex').slice(0, 16)}@${timestamp}`;
  }

  return {
    async begin({ token, secret }) {
      const { clientId } = await options.client();
      held = { token, secret, clientId };
      isDoubted = false;
      state = await secrets.set(secretName, JSON.stringify(held)).then(
        () => 'stored' as const,
        () => 'held' as const,
      );
      changed(state);
    },
    get() {
      underway ??= obtain().finally(() => {
        underway = null;
      });
      return underway;
    },
    invalidate(token) {
      if (token === String(round)) isDoubted = true;
    },
    async authorize(token, { method, url, body }) {
      if (held === null || credentials === null) throw ended();
      const [by, signedBy] = [credentials, held];
      // [Assumption: oauth1-body-hash]
      const more = body && { oauth_body_hash: await body.sha1() };
      const asked = ofAttempt.exec(token)?.[1];
      const timestamp = asked === undefined ? Math.floor((clock.now() + ahead) / 1000) : Number(asked);
      return {
        authorization: signedHeader({
          method,
          url,
          credentials: by,
          token: signedBy,
          timestamp,
          ...(more && { more }),
        }),
        tokenFingerprint: fingerprintOf(by, signedBy, timestamp),
        // Nothing says how long the service accepts a timestamp.
        tokenEndsAt: null,
      };
    },
    named(fingerprint) {
      const timestamp = /@(\d{1,12})$/.exec(fingerprint)?.[1];
      if (timestamp === undefined || held === null || credentials === null) return null;
      return fingerprintOf(credentials, held, Number(timestamp)) === fingerprint ? `@${timestamp}` : null;
    },
    verdict(token, isAccepted, date) {
      const sent = Number(ofAttempt.exec(token)?.[1]) * 1000;
      if (isAccepted) return date !== null && date - sent > longestWindow ? 'endless' : 'accepted';
      // A timestamp that is still to come is refused now and accepted later.
      return date !== null && sent <= date ? 'refused' : 'accepted';
    },
    noteServerDate: note,
  };
}
