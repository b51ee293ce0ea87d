/**
 * The signed-in person of a page, and the protection of its forms: the session cookie is HttpOnly,
 * SameSite=Lax and limited to its path, and every form carries a token that only this session's pages know.
 */
import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from '../fault.ts';
import { cameByTicket } from '../http/private-access.ts';
import { pathSecretOf, sessionPath } from '../http/session-path.ts';
import type { Account, Accounts, PageSession } from '../store/accounts.ts';
import { randomToken, sameSecret } from '../store/secrets.ts';

const cookieName = 'fabdesk_session';
const cookiePattern = new RegExp(`(?:^|;\\s*)${cookieName}=([A-Za-z0-9]{40})(?:;|$)`);

export interface SignedIn extends Account {
  /** For the hidden field `csrf` of this session's forms. */
  readonly csrf: string;
  /** The address of a page for this person; all links and forms between pages need it. */
  readonly at: (path: string) => string;
}

const csrfOf = (session: string): string => createHmac('sha256', session).update('csrf').digest('base64url');

function sessionOf({ headers, raw }: FastifyRequest): PageSession | null {
  const cookie = cookiePattern.exec(headers.cookie ?? '')?.[1];
  const path = pathSecretOf(raw);
  return cookie !== undefined && path !== null ? { cookie, path } : null;
}

export async function signedIn(request: FastifyRequest, accounts: Accounts): Promise<SignedIn | null> {
  if (cameByTicket(request.raw)) {
    const { accountId, username } = await accounts.owner();
    return { accountId, username, csrf: csrfOf(randomToken(40)), at: (path) => path };
  }
  const session = sessionOf(request);
  const account = session && (await accounts.accountOf(session));
  if (!session || !account) return null;
  return { ...account, csrf: csrfOf(session.cookie), at: (path) => sessionPath(session.path) + path };
}

/** @returns the address of `path` in the new session */
export function startSession(
  reply: FastifyReply,
  { cookie, path: secret }: PageSession,
  baseUrl: string,
  path: string,
): string {
  const below = sessionPath(secret);
  const secure = baseUrl.startsWith('https:') ? '; Secure' : '';
  reply.header(
    'Set-Cookie',
    `${cookieName}=${cookie}; Path=${below}; HttpOnly; SameSite=Lax; Max-Age=28800${secure}`,
  );
  return below + path;
}

export async function endSession(
  request: FastifyRequest,
  reply: FastifyReply,
  accounts: Accounts,
): Promise<void> {
  const session = sessionOf(request);
  if (!session) return;
  await accounts.closeSession(session);
  const below = sessionPath(session.path);
  reply.header('Set-Cookie', `${cookieName}=; Path=${below}; HttpOnly; SameSite=Lax; Max-Age=0`);
}

/** @throws Fault 403 if the form did not come from one of this session's pages */
export function requireCsrf(account: SignedIn, sent: unknown): void {
  if (typeof sent !== 'string' || !sameSecret(sent, account.csrf))
    throw new Fault(403, 'csrf', 'This form is out of date. Go back, load the page again and repeat it.');
}
