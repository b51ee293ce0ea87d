/** POST /oauth2/token (spec: Authentication; RFC 6749 3.2). Form, multipart and JSON bodies are all read. */
import type { RegisterRoutes } from '../context.ts';
import { accessTokenSeconds } from '../store/applications.ts';
import { authenticateClient } from './client-authentication.ts';
import { OAuthError } from './oauth-error.ts';

export const registerTokenEndpoint: RegisterRoutes = (app, { applications }) => {
  app.post('/oauth2/token', { config: { access: 'open', bodyBytes: 16 * 1024 } }, async (request, reply) => {
    // RFC 6749 5.1
    reply.headers({ 'Cache-Control': 'no-store', Pragma: 'no-cache' });
    const form = formOf(request.body);
    const grant = form['grant_type'];
    if (typeof grant !== 'string' || grant === '')
      throw new OAuthError('invalid_request', 'The field grant_type is missing.');
    if (grant !== 'client_credentials')
      throw new OAuthError('unsupported_grant_type', 'This service does not know this grant_type.');
    const caller = await authenticateClient(applications, request.headers.authorization, form);
    return {
      access_token: await applications.issueAccessToken(caller),
      token_type: 'bearer',
      expires_in: accessTokenSeconds,
    };
  });
};

const formOf = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};
