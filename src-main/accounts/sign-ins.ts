/**
 * User sign-ins in progress: from the window's request, through the browser, to an account. The composition
 * root creates it. Attempts live in memory, so a restart ends them.
 */
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Account } from '../../src-shared/ipc/account.ts';
import type { signInSchema, startedSignInSchema } from '../../src-shared/ipc/sign-in.ts';
import type { Language } from '../../src-shared/messages/languages.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import type { Clock } from '../api-client/clock.ts';
import { beginAuthorization } from '../auth/authorization-code.ts';
import type { AwaitedCode, AwaitedCodeOptions } from '../auth/awaited-code.ts';
import { exchangeCode } from '../auth/grants.ts';
import { beginOAuth1Authorization } from '../auth/oauth1-authorization.ts';
import { accessOAuth1Token } from '../auth/oauth1-endpoints.ts';
import type { ClientCredentials, ClientIdentity, TokenEndpoint } from '../auth/token-request.ts';
import { mainError } from '../main-error.ts';
import type { Sending, UserGrant } from './account-access.ts';
import type { Accounts } from './accounts.ts';

export interface SignInsOptions extends Omit<Sending, 'local'> {
  readonly accounts: Pick<Accounts, 'signInClient' | 'signedIn'>;
  readonly clock: Clock;
  /** Opens an address in the user's browser; false if that failed. Absent: the window does it. */
  readonly openExternal?: (url: string, baseUrl: string) => Promise<boolean>;
  readonly done: (account: Account) => void;
  /** Language of the page that the browser shows last; by default the browser's. */
  readonly language?: () => Language | 'system';
  /** How long to wait for an attempt, ms. */
  readonly timeoutMs?: number;
}

export type SignInRequest = z.output<typeof signInSchema>;

export type SignIns = ReturnType<typeof createSignIns>;

interface Authorization extends AwaitedCode {
  readonly authorizeUrl: string;
  redeem(endpoint: TokenEndpoint, client: ClientIdentity, code: string): Promise<UserGrant>;
}

interface Attempt {
  readonly request: SignInRequest;
  readonly authorization: Authorization;
  /** For a loopback attempt, its result; for an `oob` attempt, set once a code was entered. */
  account: Promise<Account> | null;
}

/** Limit of simultaneous attempts, since each holds a port. The oldest is cancelled. */
const mostAttempts = 4;

export function createSignIns(options: SignInsOptions) {
  const attempts = new Map<string, Attempt>();

  function drop(attemptId: string): void {
    attempts.get(attemptId)?.authorization.cancel();
    attempts.delete(attemptId);
  }

  async function redeem({ request, authorization }: Attempt, code: string): Promise<Account> {
    options.permit?.();
    const client = await options.accounts.signInClient(request);
    const grant = await authorization.redeem({ ...options, baseUrl: client.baseUrl }, client, code);
    const account = await options.accounts.signedIn(request, grant);
    options.done(account);
    return account;
  }

  return {
    /**
     * Throws `bad-address`, `insecure-address`, `no-port`, `paused` and, for a known account, `not-found`,
     * `bad-input`. With OAuth 1.0 the service is asked first, so that it throws `credentials-refused`,
     * `network`, ... too.
     */
    async start(request: SignInRequest): Promise<z.output<typeof startedSignInSchema>> {
      options.permit?.();
      const client = await options.accounts.signInClient(request);
      const { baseUrl } = client;
      const { redirect, protocol } = request;
      const { timeoutMs, openExternal } = options;
      const awaited: AwaitedCodeOptions = {
        redirect,
        ...(options.language && { language: options.language() }),
        ...(timeoutMs !== undefined && { timeoutMs }),
      };
      const begin = protocol === 'oauth1' ? beginOAuth1 : beginOAuth2;
      const authorization = await begin({ ...options, baseUrl }, client, awaited);
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

    /** See `accounts.finishSignIn` in the contract. */
    async finish(attemptId: string, code: string | undefined): Promise<Account> {
      const attempt = attempts.get(attemptId);
      if (!attempt) throw mainError('not-found', ref('errors.signIn.over'));
      if (attempt.account) return attempt.account;
      if (code === undefined) throw mainError('bad-input', ref('errors.signIn.codeNeeded'));
      const account = redeem(attempt, code);
      attempt.account = account;
      // The person may correct a mistyped code.
      account.catch(() => {
        attempt.account = null;
      });
      return account;
    },

    cancel: drop,

    close(): void {
      for (const attemptId of [...attempts.keys()]) drop(attemptId);
    },
  };
}

async function beginOAuth2(
  { baseUrl, clock }: TokenEndpoint,
  { clientId }: ClientIdentity,
  awaited: AwaitedCodeOptions,
): Promise<Authorization> {
  const authorization = await beginAuthorization({ baseUrl, clientId, ...awaited });
  const { redirectUri, verifier } = authorization;
  return {
    ...authorization,
    async redeem(endpoint, client, code) {
      const asked = clock.now();
      const granted = await exchangeCode(endpoint, client, { code, redirectUri, verifier });
      return { protocol: 'oauth2', granted, asked };
    },
  };
}

async function beginOAuth1(
  endpoint: TokenEndpoint,
  client: ClientIdentity,
  awaited: AwaitedCodeOptions,
): Promise<Authorization> {
  const authorization = await beginOAuth1Authorization(endpoint, requireSecret(client), awaited);
  return {
    ...authorization,
    redeem: async (again, by, verifier) => ({
      protocol: 'oauth1',
      token: await accessOAuth1Token(again, requireSecret(by), authorization.started, verifier),
    }),
  };
}

/** Every signature takes the secret, so OAuth 1.0 has no public applications. */
function requireSecret({ clientId, clientSecret }: ClientIdentity): ClientCredentials {
  if (clientSecret !== null) return { clientId, clientSecret };
  throw mainError('bad-input', ref('errors.account.oauth1Secret'));
}
