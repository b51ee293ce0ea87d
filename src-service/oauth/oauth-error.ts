/** Errors of the token endpoint (RFC 6749 5.2). They also have the failure fields of the other endpoints. */
import { Fault } from '../fault.ts';

export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'invalid_scope';

/** 401 with WWW-Authenticate for `invalid_client`, else 400. `description` is a complete sentence. */
export class OAuthError extends Fault {
  constructor(error: OAuthErrorCode, description: string) {
    const wrongClient = error === 'invalid_client';
    super(wrongClient ? 401 : 400, error, description, {
      headers: wrongClient ? { 'WWW-Authenticate': 'Basic realm="Fabdesk print service"' } : {},
      details: { error, error_description: description },
    });
  }
}
