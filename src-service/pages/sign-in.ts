/** Signing in, signing up and signing out in a browser. `next` is always a path of this service. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { optionalText } from '../../src-shared/api/wire.ts';
import type { RegisterRoutes } from '../context.ts';
import { Fault } from '../fault.ts';
import { readFields } from '../http/fields.ts';
import { withoutSessionPath } from '../http/session-path.ts';
import { signInSlowly } from '../http/sign-in-throttle.ts';
import { html, sendPage } from './page.ts';
import { endSession, requireCsrf, signedIn, startSession } from './sessions.ts';

const formSchema = z.object({ username: optionalText, password: optionalText, next: optionalText });

/**
 * Accepts only paths of this service, never `//elsewhere`. Read as browsers do, which drop tabs and line
 * breaks and take `\` for `/`. Ambiguous characters are percent-encoded.
 */
function safeNext(next: string): string {
  const here = 'http://this-service.invalid';
  const url = next.startsWith('/') ? URL.parse(next, here) : null;
  const path = url?.origin === here ? withoutSessionPath(url.pathname + url.search) : '/developer';
  return path.startsWith('//') ? '/developer' : path;
}

export const signInPath = (next: string): string =>
  `/sign-in?next=${encodeURIComponent(withoutSessionPath(next))}`;

type Kind = 'sign-in' | 'sign-up';

function show(
  reply: FastifyReply,
  kind: Kind,
  next: string,
  problem: string | null,
  username = '',
): FastifyReply {
  const up = kind === 'sign-up';
  const other = up ? 'sign-in' : 'sign-up';
  return sendPage(reply, {
    title: up ? 'Make an account' : 'Sign in to the print service',
    body: html`${problem !== null && html`<p class="error" role="alert">${problem}</p>`}
<form method="post" action="/${kind}"><input type="hidden" name="next" value="${next}">
<label for="username">Name</label><input id="username" name="username" value="${username}" autocomplete="username" autocapitalize="none" required autofocus>
<label for="password">Password</label><input id="password" name="password" type="password" autocomplete="${up ? 'new-password' : 'current-password'}" required>
<button>${up ? 'Make the account' : 'Sign in'}</button></form>
<p class="muted"><a href="/${other}?next=${encodeURIComponent(next)}">${up ? 'I have an account' : 'Make an account'}</a></p>`,
  });
}

/**
 * A form on another site must not sign a person in as somebody else. These forms have no session for a token,
 * and under our referrer policy `Origin` is null. So the browser's statement counts (W3C Fetch Metadata).
 */
function refuseOtherSites(request: FastifyRequest): void {
  const from = request.headers['sec-fetch-site'];
  // Another port of this computer is the same site, but not the same origin.
  if (from === 'cross-site' || from === 'same-site')
    throw new Fault(403, 'other-site', 'This form was sent from another site. Open the page itself.');
}

export const registerSignIn: RegisterRoutes = (app, { accounts, signIns, baseUrl }) => {
  const open = { config: { access: 'open', bodyBytes: 16 * 1024 } } as const;
  type Query = { Querystring: Record<string, unknown> };

  for (const kind of ['sign-in', 'sign-up'] as const) {
    app.get<Query>(`/${kind}`, open, async (request, reply) =>
      show(reply, kind, safeNext(String(request.query['next'] ?? '')), null),
    );
  }

  app.post('/sign-in', open, async (request, reply) => {
    refuseOtherSites(request);
    const { username, password, next } = readFields(formSchema, request.body ?? {});
    const name = username.trim().toLowerCase();
    const target = safeNext(next);
    const account = await signInSlowly(signIns, name, () => accounts.signIn(name, password));
    if (account === 'too-many')
      return show(reply.status(429), 'sign-in', target, 'Too many attempts. Wait ten minutes.', username);
    if (!account)
      return show(reply.status(401), 'sign-in', target, 'The name or the password is wrong.', username);
    const session = await accounts.openSession(account.accountId);
    return reply.redirect(startSession(reply, session, baseUrl(), target), 303);
  });

  app.post('/sign-up', open, async (request, reply) => {
    refuseOtherSites(request);
    const { username, password, next } = readFields(formSchema, request.body ?? {});
    const name = username.trim().toLowerCase();
    const taken = 'This name is taken.';
    const problem = !/^[a-z0-9][a-z0-9._@+-]{2,63}$/.test(name)
      ? 'A name has 3 to 64 letters, digits or the signs . _ @ + -.'
      : password.length < 10 || password.length > 200
        ? 'A password has at least 10 characters.'
        : (await accounts.isTaken(name))
          ? taken
          : null;
    const refuse = (why: string) => show(reply.status(400), 'sign-up', safeNext(next), why, username);
    if (problem !== null) return refuse(problem);
    const account = await accounts.create(name, password);
    if (!account) return refuse(taken);
    const session = await accounts.openSession(account.accountId);
    return reply.redirect(startSession(reply, session, baseUrl(), safeNext(next)), 303);
  });

  app.post('/sign-out', { config: { ...open.config, isPage: true } }, async (request, reply) => {
    const account = await signedIn(request, accounts);
    if (account) requireCsrf(account, (request.body as Record<string, unknown> | null)?.['csrf']);
    await endSession(request, reply, accounts);
    return reply.redirect('/sign-in', 303);
  });
};
