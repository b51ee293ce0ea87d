/**
 * The token endpoints and the sign-in page of OAuth 1.0 (spec: Authentication > OAuth 1.0 endpoints; RFC 5849
 * 2). They take GET, as the spec says, and POST, as some clients send.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { percentEncode } from '../../src-shared/api/oauth1-base-string.ts';
import type { RegisterRoutes } from '../context.ts';
import { Fault } from '../fault.ts';
import { isRegisteredCallback, outOfBand, withParameters } from '../http/redirect-uri.ts';
import { verifySigned } from '../oauth1/verify.ts';
import { cannotAuthorize, sendCode, sendConsent } from '../pages/consent.ts';
import { requireCsrf, signedIn } from '../pages/sessions.ts';
import { signInPath } from '../pages/sign-in.ts';

export const registerOAuth1: RegisterRoutes = (app, context) => {
  const open = { config: { access: 'open', bodyBytes: 64 * 1024 } } as const;
  const page = { config: { ...open.config, isPage: true } } as const;
  const { oauth1Tokens, applications, accounts, baseUrl } = context;
  const sendForm = (reply: FastifyReply, body: string): FastifyReply =>
    reply
      .type('application/x-www-form-urlencoded; charset=utf-8')
      .header('Cache-Control', 'no-store')
      .send(body);

  const requestToken = async (request: FastifyRequest, reply: FastifyReply) => {
    const { clientId, parameters } = await verifySigned(request, context, 'none');
    const callback = parameters.get('oauth_callback') || 'oob';
    const application = await applications.find(clientId);
    if (!outOfBand(callback) && !isRegisteredCallback(callback, application?.redirectUris ?? []))
      throw new Fault(
        400,
        'callback',
        'OAuth Error: the application has not registered this oauth_callback.',
      );
    const { token, secret } = await oauth1Tokens.issueRequestToken(clientId, callback);
    const page = `${baseUrl()}/oauth1/authorize?oauth_token=${token}`;
    return sendForm(
      reply,
      `authentication_url=${percentEncode(page)}&oauth_token=${token}&oauth_token_secret=${secret}` +
        '&oauth_callback_confirmed=true',
    );
  };

  const accessToken = async (request: FastifyRequest, reply: FastifyReply) => {
    const { token, parameters } = await verifySigned(request, context, 'request');
    const verifier = parameters.get('oauth_verifier');
    if (!verifier) throw new Fault(400, 'oauth1', 'OAuth Error: the parameter oauth_verifier is missing.');
    const issued = token && (await oauth1Tokens.exchange(token.token, verifier));
    if (!issued)
      throw new Fault(401, 'oauth1', 'OAuth Error: the verifier is wrong, or nobody has allowed the token.');
    return sendForm(reply, `oauth_token=${issued.token}&oauth_token_secret=${issued.secret}`);
  };

  for (const method of ['GET', 'POST'] as const) {
    app.route({ method, url: '/oauth1/request_token/v1', ...open, handler: requestToken });
    app.route({ method, url: '/oauth1/access_token/v1', ...open, handler: accessToken });
  }

  const consentPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const token = await oauth1Tokens.find('request', readToken(request.query));
    if (!token || token.accountId !== null) return gone(reply);
    const account = await signedIn(request, accounts);
    if (!account) return reply.redirect(signInPath(`/oauth1/authorize?oauth_token=${token.token}`), 303);
    const application = await applications.find(token.clientId);
    return sendConsent(reply, {
      application: application?.name ?? 'An application',
      account,
      action: '/oauth1/authorize',
      fields: { oauth_token: token.token },
      target: outOfBand(token.callback) ? null : token.callback,
    });
  };

  /** Public clients were recorded to request the page as /login too. */
  for (const url of ['/oauth1/authorize', '/login']) app.get(url, page, consentPage);

  app.post('/oauth1/authorize', page, async (request, reply) => {
    const token = await oauth1Tokens.find('request', readToken(request.body));
    const account = await signedIn(request, accounts);
    if (!token || !account) return gone(reply);
    const fields = request.body as Record<string, unknown>;
    requireCsrf(account, fields['csrf']);
    const application = await applications.find(token.clientId);
    // As with OAuth 2.0, an application without a redirect address can be allowed only by its owner.
    if (outOfBand(token.callback) && application?.accountId !== account.accountId)
      return cannotAuthorize(reply, 'Only the owner of the application can authorize it without a callback.');
    if (fields['decision'] !== 'allow') {
      await oauth1Tokens.deny(token.token);
      return cannotAuthorize(reply, 'You have denied the access.');
    }
    const verifier = await oauth1Tokens.allow(token.token, account.accountId);
    if (verifier === null) return gone(reply);
    if (!outOfBand(token.callback)) {
      const parameters = { oauth_token: token.token, oauth_verifier: verifier };
      return reply.redirect(withParameters(token.callback, parameters), 303);
    }
    const sentence = `Enter this code in ${application?.name ?? 'the application'}.`;
    return sendCode(reply, 'Your verification code', sentence, verifier);
  });
};

/** Some clients add the parameter twice: `oauth_token=T?oauth_token=T` (compatibility: OAuth 1.0). */
const readToken = (fields: unknown): string =>
  /^[A-Za-z0-9]+/.exec(
    String([(fields as Record<string, unknown> | null)?.['oauth_token']].flat()[0] ?? ''),
  )?.[0] ?? '';

const gone = (reply: FastifyReply): FastifyReply =>
  cannotAuthorize(
    reply,
    'This request is unknown, used or older than an hour. Start again in the application.',
  );
