/**
 * What every route is given: the store, the catalogue's neighbours and the service's own address. Made once by
 * `app.ts`; routes import only its type.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RateLimiter } from './http/rate-limit.ts';
import type { SignInThrottle } from './http/sign-in-throttle.ts';
import type { Measurer } from './measure/measurer.ts';
import type { Faults } from './production/faults.ts';
import type { Accounts } from './store/accounts.ts';
import type { Applications, Caller } from './store/applications.ts';
import type { Authorizations } from './store/authorizations.ts';
import type { Cart } from './store/cart.ts';
import type { Store } from './store/database.ts';
import type { Models } from './store/models.ts';
import type { OAuth1Tokens } from './store/oauth1-tokens.ts';
import type { Orders } from './store/orders.ts';
import type { Photos } from './store/photos.ts';
import type { StoredUpload, Uploads } from './store/uploads.ts';

export interface ServiceContext {
  readonly clock: () => number;
  readonly store: Store;
  readonly applications: Applications;
  readonly accounts: Accounts;
  readonly authorizations: Authorizations;
  readonly oauth1Tokens: OAuth1Tokens;
  readonly models: Models;
  readonly orders: Orders;
  readonly cart: Cart;
  readonly photos: Photos;
  readonly uploads: Uploads;
  readonly measurer: Measurer;
  readonly limiter: RateLimiter;
  readonly signIns: SignInThrottle;
  readonly faults: Faults;
  /** Epoch ms that a list must look back to in a rehearsal of stale lists, else null. */
  readonly staleBefore: (request: FastifyRequest) => number | null;
  /** Without a slash at the end; never taken from a Host header. */
  readonly baseUrl: () => string;
  readonly maxUploadBytes: number;
  /** How long an upload's answer may wait for its measures. */
  readonly measureWaitMs: number;
}

export type RegisterRoutes = (app: FastifyInstance, context: ServiceContext) => void;

declare module 'fastify' {
  interface FastifyRequest {
    /** Null only on routes with `access: 'open'`. */
    caller: Caller | null;
    /** The content type as sent, before compatibility hid it from Fastify. */
    sentContentType: string;
    /** What the route was registered with; null where there is no route. */
    rule: FastifyContextConfig | null;
    /** The file that the body carried, on routes with `body: 'upload'`. */
    upload: StoredUpload | null;
    /** Gives the memory of a large body back, once the answer has left. */
    giveBack: (() => void) | null;
    /** The pairs of a real form body, for OAuth 1.0 signatures. */
    formBody: string | null;
    /** The value of `file` in a form whose signature is still to be checked, as it was sent. */
    formFile: StoredUpload | null;
  }
  interface FastifyContextConfig {
    /** `open`: no access token needed and no call counted. */
    access?: 'open';
    /** `upload`: the body's `file` is streamed to disk; `xml`: the body is text. */
    body?: 'upload' | 'xml';
    /** Bytes of the body, where it is not the usual limit. */
    bodyBytes?: number;
  }
}

/** The caller of a route that authentication guards. */
export function callerOf(request: { caller: Caller | null }): Caller {
  if (!request.caller) throw new Error('This route is not guarded by authentication.');
  return request.caller;
}
