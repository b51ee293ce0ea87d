/**
 * The client application that calls the token endpoint (spec: Authentication > Flow A; RFC 6749 2.3.1): by
 * HTTP Basic with id and secret, or by form fields. The errors are those of RFC 6749 5.2.
 */
import type { Applications, Caller } from '../store/applications.ts';
import { OAuthError } from './oauth-error.ts';

export type Form = Readonly<Record<string, unknown>>;

/** A field of a form that is a text and not empty. */
export const textIn = (form: Form, name: string): string | undefined => {
  const value = form[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

export function readClientCredentials(
  authorization: string | undefined,
  form: Form,
): ClientCredentials | null {
  const basic = /^basic\s+(\S+)\s*$/i.exec(authorization ?? '')?.[1];
  const clientId = textIn(form, 'client_id');
  if (basic !== undefined) {
    const decoded = Buffer.from(basic, 'base64').toString('utf8');
    const colon = decoded.indexOf(':');
    const inHeader = colon > 0 ? decodePart(decoded.slice(0, colon)) : null;
    // One secret in eight contains a colon after decoding, so the id must match the field, if there is one.
    if (inHeader !== null && (clientId === undefined || clientId === inHeader))
      return { clientId: inHeader, clientSecret: decodePart(decoded.slice(colon + 1)) };
    // The spec's refresh example: `Authorization: Basic <CLIENT_SECRET>` beside the field client_id.
    if (clientId !== undefined) return { clientId, clientSecret: basic };
  }
  const clientSecret = textIn(form, 'client_secret');
  return clientId !== undefined && clientSecret !== undefined ? { clientId, clientSecret } : null;
}

/** RFC 6749 2.3.1 form-encodes id and secret inside Basic. Encoding does not change the ones issued here. */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    return part;
  }
}

/** @throws OAuthError invalid_client */
export async function authenticateClient(
  applications: Applications,
  authorization: string | undefined,
  form: Form,
): Promise<Caller> {
  const credentials = readClientCredentials(authorization, form);
  if (!credentials) {
    throw new OAuthError(
      'invalid_client',
      'Send the client id and secret as HTTP Basic or as the fields client_id and client_secret.',
    );
  }
  const caller = await applications.authenticate(credentials.clientId, credentials.clientSecret);
  if (!caller) throw new OAuthError('invalid_client', 'The client id or the client secret is wrong.');
  return caller;
}
