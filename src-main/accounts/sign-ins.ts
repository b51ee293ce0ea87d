/**
 * User sign-ins in progress: from the window's request, through the browser, to an account. The composition root
 * creates it. Attempts live in memory, so a restart ends them.
 */

import { randomUUID } from 'node:crypto';
import type { Account } from '../../src-shared/ipc/account.ts';
import type { Language } from '../../src-shared/messages/languages.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import { type Authorization, beginAuthorization } from '../auth/authorization-code.ts';
import { exchangeCode } from '../auth/code-exchange.ts';
import type { TokenEndpoint } from '../auth/token-request.ts';
import { mainError } from '../main-error.ts';
import type { Accounts, UserAccount } from './accounts.ts';

export interface SignInsOptions extends Omit<TokenEndpoint, 'baseUrl'> {
  readonly accounts: Pick<Accounts, 'signInClient' | 'signedIn'>;
  /** Throws if nothing may be sent. */
  readonly permit?: () => void;
  /** Opens an address in the user's browser; false if that failed. Absent: the window does it. */
  readonly openExternal?: (url: string, baseUrl: string) => Promise<boolean>;
  readonly done: (account: Account) => void;
  /** Of the page that the browser shows at last; absent: the browser's. */
  readonly language?: () => Language | 'system';
  /** How long to wait for an attempt, ms. */
  readonly timeoutMs?: number;
}

export interface SignInRequest extends UserAccount {
  readonly redirect: 'loopback' | 'oob';
}

export interface StartedSignIn {
  readonly attemptId: string;
  readonly authorizeUrl: string;
  readonly redirectUri: string;
  readonly opened: boolean;
}

export interface SignIns {
  /** Throws `bad-address`, `insecure-address`, `no-port`, `paused` and, for a known account, `not-found`, `bad-input`. */
  start(request: SignInRequest): Promise<StartedSignIn>;
  /** See `accounts.finishSignIn` in the contract. */
  finish(attemptId: string, code: string | undefined): Promise<Account>;
  cancel(attemptId: string): void;
  close(): void;
}

interface Attempt {
  readonly request: SignInRequest;
  readonly authorization: Authorization;
  /** For a loopback attempt, its result; for an `oob` attempt, set once a code was entered. */
  account: Promise<Account> | null;
}

/** Limit of simultaneous attempts, since each holds a port. The oldest is cancelled. */
const mostAttempts = 4;

export function createSignIns(options: SignInsOptions): SignIns {
  const attempts = new Map<string, Attempt>();

  function drop(attemptId: string): void {
    attempts.get(attemptId)?.authorization.cancel();
    attempts.delete(attemptId);
  }

  async function redeem({ request, authorization }: Attempt, code: string): Promise<Account> {
    options.permit?.();
    const client = await options.accounts.signInClient(request);
    const asked = options.clock.now();
    const endpoint = { ...options, baseUrl: client.baseUrl };
    const { redirectUri, verifier } = authorization;
    const granted = await exchangeCode(endpoint, client, { code, redirectUri, verifier });
    const account = await options.accounts.signedIn(request, granted, asked);
    options.done(account);
    return account;
  }

  return {
    async start(request) {
      options.permit?.();
      const { baseUrl, clientId } = await options.accounts.signInClient(request);
      const { redirect } = request;
      const { timeoutMs, openExternal } = options;
      const authorization = await beginAuthorization({
        baseUrl,
        clientId,
        redirect,
        ...(options.language && { language: options.language() }),
        ...(timeoutMs !== undefined && { timeoutMs }),
      });
      const attemptId = randomUUID();
      const attempt: Attempt = { request, authorization, account: null };
      attempts.set(attemptId, attempt);
      for (const oldest of [...attempts.keys()].slice(0, -mostAttempts)) drop(oldest);
      if (redirect === 'loopback') {
        // Continues even if the window that started it is gone.
        attempt.account = authorization.code.then((code) => redeem(attempt, code));
        attempt.account.catch(() => {});
      }
      const { authorizeUrl, redirectUri } = authorization;
      const opened = (await openExternal?.(authorizeUrl, baseUrl).catch(() => false)) ?? false;
      return { attemptId, authorizeUrl, redirectUri, opened };
    },

    async finish(attemptId, code) {
      const attempt = attempts.get(attemptId);
      if (!attempt) {
        throw mainError('not-found', ref('errors.signIn.over'));
      }
      if (attempt.account) return attempt.account;
      if (code === undefined) {
        throw mainError('bad-input', ref('errors.signIn.codeNeeded'));
      }
      const account = redeem(attempt, code);
      attempt.account = account;
      // The person may correct a mistyped code.
      account.catch(() => {
        attempt.account = null;
      });
      return account;
    },

    cancel: drop,

    close() {
      for (const attemptId of [...attempts.keys()]) drop(attemptId);
    },
  };
}
