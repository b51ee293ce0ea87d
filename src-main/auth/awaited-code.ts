/**
 * Waits for what the browser brings back from a sign-in page, to this machine or by hand. Both sign-ins of a
 * user (`authorization-code.ts`, `oauth1-authorization.ts`) begin with it.
 */
import type { Language } from '../../src-shared/messages/languages.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import type { CodedError } from '../../src-shared/result.ts';
import { mainError } from '../main-error.ts';
import type { AuthorizationAnswer } from './authorization-answer.ts';
import { listenForAnswer } from './loopback-listener.ts';

/** How long the listener stays open, ms. */
const listenMs = 5 * 60_000;

export interface AwaitedCodeOptions {
  /**
   * `oob`: the service shows the code and the user types it in (spec: Authentication > Flow B > Out of band).
   */
  readonly redirect: 'loopback' | 'oob';
  readonly timeoutMs?: number;
  /** Language of the page that the browser shows at the end. */
  readonly language?: Language | 'system';
}

export interface AwaitedCode {
  readonly redirectUri: string;
  /**
   * The code that the browser brings back; never resolves for `oob`. Rejects with `sign-in-denied`,
   * `sign-in-refused`, `sign-in-timeout` and `cancelled`.
   */
  readonly code: Promise<string>;
  cancel(): void;
}

/** Throws `no-port`. */
export async function awaitCode(
  options: AwaitedCodeOptions,
  read: (query: URLSearchParams) => AuthorizationAnswer,
): Promise<AwaitedCode> {
  const listener =
    options.redirect === 'oob'
      ? neverListening()
      : await listenForAnswer({
          timeoutMs: options.timeoutMs ?? listenMs,
          language: options.language ?? 'system',
          accept: (query) => {
            const answer = read(query);
            return answer.kind === 'foreign' ? null : answer;
          },
        });
  const code = listener.answer.then((answer) => {
    if (answer.kind === 'refused') throw answer.error;
    return answer.code;
  });
  code.catch(() => {});
  return {
    redirectUri: listener.redirectUri,
    code,
    cancel: () => listener.close(mainError('cancelled', ref('service.signIn.stopped'))),
  };
}

type Answered = Exclude<AuthorizationAnswer, { readonly kind: 'foreign' }>;

function neverListening() {
  const { promise, reject } = Promise.withResolvers<Answered>();
  promise.catch(() => {});
  return { redirectUri: 'oob', answer: promise, close: (reason: CodedError) => reject(reason) };
}
