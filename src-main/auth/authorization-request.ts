/**
 * The address to open in the user's browser (spec: Authentication > Flow B > Authorization request; RFC 6749
 * 4.1.1, RFC 7636 4.3).
 */
import { addressOf, parseBaseAddress } from '../api-client/base-address.ts';

export interface AuthorizationRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string;
  /** [Assumption: pkce-always] Sent to every service. A service without PKCE ignores it (RFC 6749 3.1). */
  readonly challenge: string;
}

/** Throws `bad-address` and `insecure-address`. */
export function authorizeUrl(baseUrl: string, request: AuthorizationRequest): string {
  return addressOf(parseBaseAddress(baseUrl), '/oauth2/authorize', {
    response_type: 'code',
    client_id: request.clientId,
    redirect_uri: request.redirectUri,
    state: request.state,
    code_challenge: request.challenge,
    code_challenge_method: 'S256',
  }).href;
}
