/**
 * Reads the parameters that the browser brings back (spec: Authentication > Flow B > Authorization answer;
 * RFC 6749 4.1.2 and 4.1.2.1). They are never shown to the user: any page that opens this address chooses their
 * text.
 */
import { CodedError } from '../../src-shared/result.ts';
import { isSameState } from './state.ts';

export type AuthorizationAnswer =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'refused'; readonly error: CodedError }
  /** Not the answer to this sign-in. Keep waiting, so that a page cannot end the sign-in by guessing. */
  | { readonly kind: 'foreign' };

export interface ExpectedAnswer {
  readonly state: string;
  /** In the form that `parseBaseAddress` returns. */
  readonly baseUrl: string;
}

const known = ['state', 'code', 'error', 'iss'];
const longestCode = 2048;

export function readAuthorizationAnswer(
  query: URLSearchParams,
  expected: ExpectedAnswer,
): AuthorizationAnswer {
  // RFC 6749 3.1: no parameter may appear twice.
  if (known.some((name) => query.getAll(name).length > 1)) return { kind: 'foreign' };
  const state = query.get('state');
  if (state === null || !isSameState(state, expected.state)) return { kind: 'foreign' };
  const issuer = query.get('iss');
  if (issuer !== null && !isIssuer(issuer, expected.baseUrl)) {
    return refused('The answer came from another service than the one that was asked. Start again.');
  }
  const error = query.get('error');
  if (error !== null) return { kind: 'refused', error: refusalFor(error) };
  const code = query.get('code');
  if (code === null || code === '' || code.length > longestCode) {
    return refused('The service answered without a code. Start the sign-in again.');
  }
  return { kind: 'code', code };
}

/**
 * [Assumption: issuer-origin] A service that names itself (RFC 9207) must have the account's origin. For one that
 * does not, the port identifies the sign-in: each has a redirect address of its own (RFC 9700 4.4.2).
 */
function isIssuer(issuer: string, baseUrl: string): boolean {
  return URL.parse(issuer)?.origin === new URL(baseUrl).origin;
}

const sentences: Readonly<Record<string, string>> = {
  unauthorized_client:
    'The service does not let this client id sign users in. Check the client id, and how it is registered there.',
  server_error: 'The service has a problem of its own. Start the sign-in again in a few minutes.',
  temporarily_unavailable: 'The service is too busy to sign anybody in. Start again in a few minutes.',
};

function refusalFor(error: string): CodedError {
  if (error === 'access_denied') {
    return new CodedError(
      'sign-in-denied',
      'The service says that access was denied. Start again and press Allow there if that was a mistake.',
    );
  }
  const sentence = Object.hasOwn(sentences, error) ? sentences[error] : undefined;
  return refused(
    sentence ??
      'The service does not take the question that Fabdesk asks it. Check its address and the client id.',
  ).error;
}

const refused = (sentence: string) =>
  ({ kind: 'refused', error: new CodedError('sign-in-refused', sentence) }) as const;
