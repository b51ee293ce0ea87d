/**
 * GET and POST /oauth2/authorize (spec: Authentication > Flow B; RFC 6749 4.1.1, RFC 7636, RFC 9700). The
 * account owner signs in, sees which application asks for access, and allows or denies it.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RegisterRoutes, ServiceContext } from '../context.ts';
import { isForApplications, isRegistered, outOfBand, withParameters } from '../http/redirect-uri.ts';
import { cannotAuthorize, sendCode, sendConsent } from '../pages/consent.ts';
import { html } from '../pages/page.ts';
import { requireCsrf, signedIn } from '../pages/sessions.ts';
import { signInPath } from '../pages/sign-in.ts';
import type { ApplicationFacts } from '../store/applications.ts';
import { type Form, textIn } from './client-authentication.ts';
import { isChallenge } from './pkce.ts';

interface Asked {
  readonly application: ApplicationFacts;
  readonly redirectUri: string;
  readonly state: string | undefined;
  readonly codeChallenge: string | null;
}

/** A problem that is shown on a page, because there is no safe address to report it to. */
class PageProblem extends Error {}

/** A problem that is reported to the application at its redirect address (RFC 6749 4.1.2.1). */
class RedirectProblem extends Error {
  readonly uri: string;

  constructor(redirectUri: string, error: string, description: string, state: string | undefined) {
    super(description);
    this.uri = withParameters(redirectUri, { error, error_description: description, state });
  }
}

async function readAsked(context: ServiceContext, raw: Form): Promise<Asked> {
  const text = (name: string): string | undefined => textIn(raw, name);
  const application = await context.applications.find(text('client_id') ?? '');
  if (!application) throw new PageProblem('The application that sent you here is not known to this service.');
  const [only, ...others] = application.redirectUris;
  const redirectUri = text('redirect_uri') ?? (others.length === 0 ? only : undefined);
  if (redirectUri === undefined || !isRegistered(redirectUri, application.redirectUris)) {
    throw new PageProblem(
      `${application.name} wants to send you to an address that it has not registered. Nothing was allowed.`,
    );
  }
  const state = text('state');
  const refuse = (error: string, description: string): Error =>
    outOfBand(redirectUri)
      ? new PageProblem(description)
      : new RedirectProblem(redirectUri, error, description, state);
  if (text('response_type') !== 'code')
    throw refuse('unsupported_response_type', 'Only response_type=code is possible.');
  const codeChallenge = text('code_challenge') ?? null;
  if (codeChallenge === null && application.isPublic)
    throw refuse('invalid_request', 'A public application must use PKCE: code_challenge is missing.');
  if (codeChallenge !== null && (text('code_challenge_method') !== 'S256' || !isChallenge(codeChallenge)))
    throw refuse('invalid_request', 'Only code_challenge_method=S256 is possible.');
  return { application, redirectUri, state, codeChallenge };
}

export const registerAuthorizeEndpoint: RegisterRoutes = (app, context) => {
  const open = { config: { access: 'open', isPage: true, bodyBytes: 16 * 1024 } } as const;

  const guarded =
    (work: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      try {
        return await work(request, reply);
      } catch (thrown) {
        if (thrown instanceof RedirectProblem && isForApplications(thrown.uri)) {
          // Nobody is sent elsewhere by a link alone (RFC 9700 4.11.2).
          const isSignedIn = (await signedIn(request, context.accounts)) !== null;
          return reply.redirect(isSignedIn ? thrown.uri : signInPath(request.url), 303);
        }
        if (!(thrown instanceof PageProblem || thrown instanceof RedirectProblem)) throw thrown;
        return cannotAuthorize(reply, thrown.message);
      }
    };

  app.get(
    '/oauth2/authorize',
    open,
    guarded(async (request, reply) => {
      const asked = await readAsked(context, request.query as Record<string, unknown>);
      const account = await signedIn(request, context.accounts);
      if (!account) return reply.redirect(signInPath(request.url), 303);
      requireOwner(asked, account.accountId);
      const target = outOfBand(asked.redirectUri) ? null : asked.redirectUri;
      return sendConsent(reply, {
        application: asked.application.name,
        account,
        action: '/oauth2/authorize',
        fields: carriedFields(request.query as Record<string, unknown>),
        target,
        note: html`<p class="muted">${target === null ? 'The code is then shown on this screen.' : `You are then sent to ${hostOf(target)}.`}</p>`,
      });
    }),
  );

  app.post(
    '/oauth2/authorize',
    open,
    guarded(async (request, reply) => {
      const fields = (request.body ?? {}) as Record<string, unknown>;
      const asked = await readAsked(context, fields);
      const account = await signedIn(request, context.accounts);
      if (!account)
        throw new PageProblem('You are no longer signed in. Go back to the application and start again.');
      requireCsrf(account, fields['csrf']);
      requireOwner(asked, account.accountId);
      if (fields['decision'] !== 'allow') {
        if (outOfBand(asked.redirectUri)) throw new PageProblem('You have denied the access.');
        throw new RedirectProblem(asked.redirectUri, 'access_denied', 'The access was denied.', asked.state);
      }
      const code = await context.authorizations.issueCode({
        clientId: asked.application.clientId,
        accountId: account.accountId,
        redirectUri: asked.redirectUri,
        codeChallenge: asked.codeChallenge,
      });
      if (!outOfBand(asked.redirectUri))
        return reply.redirect(withParameters(asked.redirectUri, { code, state: asked.state }), 303);
      const sentence = `Enter this code in ${asked.application.name}. It works once, within a minute.`;
      return sendCode(reply, 'Your authorization code', sentence, code);
    }),
  );
};

/** spec: Authentication > Flow B > Out of band: `oob` grants access only to the owner of the application. */
function requireOwner(asked: Asked, accountId: number): void {
  if (outOfBand(asked.redirectUri) && asked.application.accountId !== accountId)
    throw new PageProblem(
      `Only the owner of ${asked.application.name} can authorize it without a redirect address.`,
    );
}

const carried = [
  'response_type',
  'client_id',
  'redirect_uri',
  'state',
  'code_challenge',
  'code_challenge_method',
];

const carriedFields = (query: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    carried.flatMap((name) => {
      const value = query[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );

const hostOf = (uri: string): string => URL.parse(uri)?.host || uri;
