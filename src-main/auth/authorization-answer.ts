/**
 * Reads the parameters that the browser brings back (spec: Authentication > Flow B > Authorization answer;
 * RFC 6749 4.1.2 and 4.1.2.1). They are never shown to the user: any page that opens this address chooses
 * their text.
 */
import type { MessageRef } from '../../src-shared/messages/message.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import type { CodedError } from '../../src-shared/result.ts';
import { mainError } from '../main-error.ts';
import { isSameState } from './state.ts';

export type AuthorizationAnswer =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'refused'; readonly error: CodedError }
  /** Not the answer to this sign-in. Keep waiting, so that a page cannot end the sign-in by guessing. */
  | { readonly kind: 'foreign' };

export interface ExpectedAnswer {
  readonly state: string;
  /** The service's address, as `parseBaseAddress` returns it. */
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
    return refused(ref('service.signIn.otherIssuer'));
  }
  const error = query.get('error');
  if (error !== null) return { kind: 'refused', error: refusalFor(error) };
  const code = query.get('code');
  if (code === null || code === '' || code.length > longestCode) {
    return refused(ref('service.signIn.noCode'));
  }
  return { kind: 'code', code };
}

/**
 * [Assumption: issuer-origin] A service that names itself (RFC 9207) must have the account's origin. For one
 * that does not, the port identifies the sign-in: each has a redirect address of its own (RFC 9700 4.4.2).
 */
function isIssuer(issuer: string, baseUrl: string): boolean {
  return URL.parse(issuer)?.origin === new URL(baseUrl).origin;
}

const texts: Readonly<Record<string, MessageRef>> = {
  unauthorized_client: ref('service.signIn.unauthorisedClient'),
  server_error: ref('service.signIn.serverError'),
  temporarily_unavailable: ref('service.signIn.busy'),
};

function refusalFor(error: string): CodedError {
  if (error === 'access_denied') return mainError('sign-in-denied', ref('service.signIn.denied'));
  const text = Object.hasOwn(texts, error) ? texts[error] : undefined;
  return refused(text ?? ref('service.signIn.requestRefused')).error;
}

const refused = (text: MessageRef) =>
  ({ kind: 'refused', error: mainError('sign-in-refused', text) }) as const;
