/** The parts of the service that every route gets. Created once by `app.ts`; routes import only its type. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BudgetShare } from './http/byte-budget.ts';
import type { Faults } from './http/faults.ts';
import type { RateLimiter } from './http/rate-limit.ts';
import type { SignInThrottle } from './http/sign-in-throttle.ts';
import type { Measurer } from './measure/measurer.ts';
import type { Description } from './openapi/description.ts';
import type { Accounts } from './store/accounts.ts';
import type { Applications, Caller } from './store/applications.ts';
import type { Authorizations } from './store/authorizations.ts';
import type { Cart } from './store/cart.ts';
import type { Store } from './store/dialect.ts';
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
  /** Epoch ms of the last entry that lists show while stale lists are simulated; otherwise null. */
  readonly staleBefore: (request: FastifyRequest) => Promise<number | null>;
  /** Without a slash at the end. Never taken from a Host header. */
  readonly baseUrl: () => string;
  /** The address of another page for a link on a page: with a ticket if this one was opened with a ticket. */
  readonly linkFrom: (request: FastifyRequest, path: string) => string;
  readonly maxUploadBytes: number;
  /** Percentage off the parts by incentive code [Assumption: incentive-codes]. */
  readonly incentives: ReadonlyMap<string, number>;
  /** Refuses OAuth 1.0 calls with a body that neither signature nor hash covers. */
  readonly requireBodyHash: boolean;
  /** The unit of `modelVolume` in SOAP calls. */
  readonly soapVolume: 'm3' | 'cm3';
  /** How long the answer to an upload may wait for its measures, ms. */
  readonly measureWaitMs: number;
}

export type RegisterRoutes = (app: FastifyInstance, context: ServiceContext) => void;

declare module 'fastify' {
  interface FastifyRequest {
    /** Null only on routes with `access: 'open'`. */
    caller: Caller | null;
    /** The content type as it was sent, before it was hidden from Fastify. */
    sentContentType: string;
    /** The options of the route; null if there is no route. */
    rule: FastifyContextConfig | null;
    /** The file in the body, on routes with `body: 'upload'`. */
    upload: StoredUpload | null;
    /** The memory that a large body holds until its request is answered. */
    bodyShare: BudgetShare | null;
    /** SHA-1 of the body in base64, if an OAuth 1.0 call states it; otherwise null. */
    bodyHash: string | null;
    /** The pairs of a form body, for OAuth 1.0 signatures. */
    formBody: string | null;
    /** The value of `file`, as it was sent, in a form whose signature is still to be checked. */
    formFile: StoredUpload | null;
  }
  interface FastifyContextConfig {
    /** `open`: needs no access token, and no call is counted. */
    access?: 'open';
    /** A page for people, which is served below the path of a session too. */
    isPage?: true;
    /** `upload`: the body's `file` is streamed to disk; `xml`: the body is text. */
    body?: 'upload' | 'xml';
    /** Rejects if a large body is not to be read, given its first 64 KB. */
    admit?: (head: Buffer) => Promise<void>;
    /** For the OpenAPI document. */
    describes?: Description;
    /** Maximum bytes of the body, if it is not the usual limit. */
    bodyBytes?: number;
  }
}

/** The caller on a route that needs authentication. */
export function callerOf(request: { caller: Caller | null }): Caller {
  if (!request.caller) throw new Error('This route is not guarded by authentication.');
  return request.caller;
}
