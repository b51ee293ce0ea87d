/** POST /oauth2/token (spec: Authentication; RFC 6749 3.2, 4.1.3, 4.4, 6), as form, multipart or JSON. */
import type { RegisterRoutes, ServiceContext } from '../context.ts';
import type { TokenPair } from '../store/authorizations.ts';
import { authenticateClient, type Form, readClientCredentials, textIn } from './client-authentication.ts';
import { OAuthError } from './oauth-error.ts';
import { verifierFits } from './pkce.ts';

export const registerTokenEndpoint: RegisterRoutes = (app, context) => {
  app.post('/oauth2/token', { config: { access: 'open', bodyBytes: 16 * 1024 } }, async (request, reply) => {
    // RFC 6749 5.1
    reply.headers({ 'Cache-Control': 'no-store', Pragma: 'no-cache' });
    const form = formOf(request.body);
    const grant = textIn(form, 'grant_type');
    const { authorization } = request.headers;
    const answer = (pair: { accessToken: string; refreshToken?: string }) => ({
      access_token: pair.accessToken,
      token_type: 'bearer',
      expires_in: context.applications.tokenSeconds,
      ...(pair.refreshToken !== undefined && { refresh_token: pair.refreshToken }),
    });
    switch (grant) {
      case undefined:
        throw new OAuthError('invalid_request', 'The field grant_type is missing.');
      case 'client_credentials': {
        const caller = await authenticateClient(context.applications, authorization, form);
        const application = await context.applications.find(caller.clientId);
        // RFC 6749 4.4: only for clients that can keep a secret.
        if (application?.isPublic)
          throw new OAuthError('unauthorized_client', 'A public application cannot use this grant_type.');
        return answer({ accessToken: await context.applications.issueAccessToken(caller) });
      }
      case 'authorization_code':
        return answer(await redeemCode(context, await clientOf(context, authorization, form), form));
      case 'refresh_token':
        return answer(await refresh(context, await clientOf(context, authorization, form), form));
      default:
        throw new OAuthError('unsupported_grant_type', 'This service does not know this grant_type.');
    }
  });
};

/** A confidential client proves its secret. A public one only names itself and proves PKCE. */
async function clientOf(
  context: ServiceContext,
  authorization: string | undefined,
  form: Form,
): Promise<string> {
  if (!readClientCredentials(authorization, form)) {
    const application = await context.applications.find(textIn(form, 'client_id') ?? '');
    if (application?.isPublic) return application.clientId;
  }
  return (await authenticateClient(context.applications, authorization, form)).clientId;
}

async function redeemCode(context: ServiceContext, clientId: string, form: Form): Promise<TokenPair> {
  const code = textIn(form, 'code');
  if (code === undefined) throw new OAuthError('invalid_request', 'The field code is missing.');
  const redirectUri = textIn(form, 'redirect_uri');
  const verifier = textIn(form, 'code_verifier');
  const pair = await context.authorizations.redeem(
    code,
    (issued) =>
      issued.clientId === clientId &&
      (redirectUri === undefined ? issued.redirectUri === 'oob' : issued.redirectUri === redirectUri) &&
      // RFC 9700 2.1.1: a verifier without a challenge is a downgrade too.
      (issued.codeChallenge === null
        ? verifier === undefined
        : verifier !== undefined && verifierFits(verifier, issued.codeChallenge)),
  );
  if (!pair) {
    throw new OAuthError(
      'invalid_grant',
      'The code is unknown, expired or used, or it was issued for another application, address or verifier.',
    );
  }
  return pair;
}

async function refresh(context: ServiceContext, clientId: string, form: Form): Promise<TokenPair> {
  const token = textIn(form, 'refresh_token');
  if (token === undefined) throw new OAuthError('invalid_request', 'The field refresh_token is missing.');
  const pair = await context.authorizations.refresh(token, clientId);
  if (!pair)
    throw new OAuthError(
      'invalid_grant',
      'The refresh token is unknown or was used before. Authorize again.',
    );
  return pair;
}

const formOf = (body: unknown): Form =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Form) : {};
