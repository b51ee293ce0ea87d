/**
 * The signed-in person of a page, and the protection of its forms: the session cookie is HttpOnly and SameSite=Lax, and
 * every form carries a token that only this session's pages know.
 */
import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from '../fault.ts';
import type { Account, Accounts } from '../store/accounts.ts';
import { sameSecret } from '../store/secrets.ts';

const cookieName = 'fabdesk_session';

export interface SignedIn extends Account {
  /** For the hidden field `csrf` of this session's forms. */
  readonly csrf: string;
}

const csrfOf = (session: string): string => createHmac('sha256', session).update('csrf').digest('base64url');

function sessionOf(request: FastifyRequest): string | null {
  return (
    new RegExp(`(?:^|;\\s*)${cookieName}=([A-Za-z0-9]{40})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1] ??
    null
  );
}

export async function signedIn(request: FastifyRequest, accounts: Accounts): Promise<SignedIn | null> {
  const session = sessionOf(request);
  const account = session ? await accounts.accountOf(session) : null;
  return session && account ? { ...account, csrf: csrfOf(session) } : null;
}

export function startSession(reply: FastifyReply, session: string, baseUrl: string): void {
  const secure = baseUrl.startsWith('https:') ? '; Secure' : '';
  reply.header(
    'Set-Cookie',
    `${cookieName}=${session}; Path=/; HttpOnly; SameSite=Lax; Max-Age=28800${secure}`,
  );
}

export async function endSession(
  request: FastifyRequest,
  reply: FastifyReply,
  accounts: Accounts,
): Promise<void> {
  const session = sessionOf(request);
  if (session) await accounts.closeSession(session);
  reply.header('Set-Cookie', `${cookieName}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`);
}

/** @throws Fault 403 if the form did not come from one of this session's pages */
export function requireCsrf(account: SignedIn, sent: unknown): void {
  if (typeof sent !== 'string' || !sameSecret(sent, account.csrf))
    throw new Fault(403, 'csrf', 'This form is out of date. Go back, load the page again and repeat it.');
}
