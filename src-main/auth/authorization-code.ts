/**
 * One sign-in of a user by authorization code (spec: Authentication > Flow B; RFC 6749 4.1, RFC 7636, RFC 8252):
 * creates the secrets of the attempt, builds the browser's address, and waits for the code. `accounts/sign-ins.ts`
 * starts it and exchanges the code. Stores nothing.
 */
import type { Language } from '../../src-shared/messages/languages.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import type { CodedError } from '../../src-shared/result.ts';
import { parseBaseAddress } from '../api-client/base-address.ts';
import { mainError } from '../main-error.ts';
import { readAuthorizationAnswer } from './authorization-answer.ts';
import { authorizeUrl } from './authorization-request.ts';
import { listenForAnswer } from './loopback-listener.ts';
import { challengeOf, newVerifier } from './pkce.ts';
import { newState } from './state.ts';

/** How long the listener stays open, ms. */
const listenMs = 5 * 60_000;

export interface AuthorizationQuestion {
  readonly baseUrl: string;
  readonly clientId: string;
  /** `oob`: the service shows the code and the user types it in (spec: Authentication > Flow B > Out of band). */
  readonly redirect: 'loopback' | 'oob';
  readonly timeoutMs?: number;
  /** Of the page that the browser shows at last. */
  readonly language?: Language | 'system';
}

export interface Authorization {
  readonly authorizeUrl: string;
  readonly redirectUri: string;
  readonly verifier: string;
  /**
   * The code that the browser brings back; never resolves for `oob`. Rejects with `sign-in-denied`,
   * `sign-in-refused`, `sign-in-timeout` and `cancelled`.
   */
  readonly code: Promise<string>;
  cancel(): void;
}

/** Throws `bad-address`, `insecure-address` and `no-port`. */
export async function beginAuthorization(request: AuthorizationQuestion): Promise<Authorization> {
  const baseUrl = parseBaseAddress(request.baseUrl);
  const [state, verifier] = [newState(), newVerifier()];
  const listener =
    request.redirect === 'oob'
      ? neverListening()
      : await listenForAnswer({
          timeoutMs: request.timeoutMs ?? listenMs,
          language: request.language ?? 'system',
          accept: (query) => {
            const answer = readAuthorizationAnswer(query, { state, baseUrl });
            return answer.kind === 'foreign' ? null : answer;
          },
        });
  const { redirectUri } = listener;
  const code = listener.answer.then((answer) => {
    if (answer.kind === 'refused') throw answer.error;
    return answer.code;
  });
  code.catch(() => {});
  return {
    authorizeUrl: authorizeUrl(baseUrl, {
      clientId: request.clientId,
      redirectUri,
      state,
      challenge: challengeOf(verifier),
    }),
    redirectUri,
    verifier,
    code,
    cancel: () => listener.close(mainError('cancelled', ref('service.signIn.stopped'))),
  };
}

type Answered =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'refused'; error: CodedError };

function neverListening() {
  const { promise, reject } = Promise.withResolvers<Answered>();
  promise.catch(() => {});
  return { redirectUri: 'oob', answer: promise, close: reject };
}
