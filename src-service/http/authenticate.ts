/**
 * Identifies the caller and checks the rate limit (spec: Authentication; Limits). Runs before the body is
 * read, so that a stranger cannot make the service read 64 MB.
 */
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  preHandlerHookHandler,
} from 'fastify';
import type { ServiceContext } from '../context.ts';
import { Fault } from '../fault.ts';
import { isOAuth1, mayBeSigned, requireSignedBody, verifySigned } from '../oauth1/verify.ts';
import type { Caller } from '../store/applications.ts';
import { pathSecretOf } from './session-path.ts';

const realm = 'Fabdesk print service';

/** RFC 6750 3. `reason` is a complete sentence. */
const invalidToken = (reason: string): Fault =>
  new Fault(401, 'invalid-token', `Invalid Token Error: ${reason}`, {
    headers: {
      'WWW-Authenticate': `Bearer realm="${realm}", error="invalid_token", error_description="${reason}"`,
    },
  });

export const expiredToken = (): Fault => invalidToken('the access token has expired. Request a new one.');

/** The token of an Authorization header. The case of the word Bearer does not matter. */
export const tokenOf = (header: string | undefined): string | undefined =>
  /^bearer[ ]+([A-Za-z0-9._~+/=-]{1,512})\s*$/i.exec(header ?? '')?.[1];

const noToken = (): Fault =>
  new Fault(
    401,
    'no-token',
    'Invalid Token Error: the access token is missing. Send the header Authorization: Bearer <ACCESS_TOKEN>.',
    { headers: { 'WWW-Authenticate': `Bearer realm="${realm}"` } },
  );

/** Guards every route that is not `access: 'open'`, and reports the rate limit on every answer. */
export function guard(app: FastifyInstance, context: ServiceContext): void {
  app.decorateRequest('caller', null);
  // Hooks per route, with callbacks: they run on every request, and most requests need not wait for anything.
  app.addHook('onRoute', (route) => {
    const rule = route.config ?? {};
    const begin: onRequestHookHandler = (request, _reply, done) => {
      request.rule = rule;
      if (pathSecretOf(request.raw) !== null && rule.isPage !== true) {
        done(new Fault(404, 'no-page', 'This address leads to nothing.'));
        return;
      }
      // The HEAD route of a GET route inherits this hook and would get it twice.
      if (rule.access === 'open' || request.caller !== null) done();
      else enter(request, rule, context, done);
    };
    route.onRequest = [begin, ...[route.onRequest ?? []].flat()];
    if (rule.access === 'open') return;
    const sign: preHandlerHookHandler = (request, _reply, done) => {
      if (!isOAuth1(request)) done();
      else admitSigned(request, context).then(() => done(), done);
    };
    route.preHandler = [sign, ...[route.preHandler ?? []].flat()];
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    addRateHeaders(request, reply, context);
    done(null, payload);
  });
}

function enter(
  request: FastifyRequest,
  rule: FastifyContextConfig,
  context: ServiceContext,
  done: (error?: Error) => void,
): void {
  const { authorization } = request.headers;
  const known = authorization === undefined ? null : context.applications.recentCaller(authorization);
  if (known) {
    const admitted = admit(request, known, context);
    if (admitted instanceof Promise) admitted.then(() => done(), done);
    else done(admitted ?? undefined);
    return;
  }
  if (!isOAuth1(request)) {
    authenticate(request, context).then(() => done(), done);
    return;
  }
  // The signature may cover a form body, so the body is read first, bounded, and the signature is checked in
  // preHandler. A model file is read only for a caller who may have signed it, so that no stranger can make
  // the service read one.
  const { headers } = request;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!hasBody || (rule.body === 'upload' && !isForm(request.sentContentType)))
    admitSigned(request, context).then(() => done(), done);
  else if (rule.body === 'upload') expectSigned(request, context).then(() => done(), done);
  else done();
}

const isForm = (contentType: string): boolean =>
  /^\s*application\/x-www-form-urlencoded\b/i.test(contentType);

async function expectSigned(request: FastifyRequest, context: ServiceContext): Promise<void> {
  const clientId = await mayBeSigned(request, context);
  if (context.limiter.summary(clientId).remaining === 0) throw tooMany(clientId, context);
}

/** @returns the fault if the window is full, at once where memory counts. Rejects with it otherwise */
function admit(
  request: FastifyRequest,
  caller: Caller,
  context: ServiceContext,
): Fault | null | Promise<void> {
  request.caller = caller;
  const taken = context.limiter.take(caller.clientId);
  const full = () => tooMany(caller.clientId, context);
  if (typeof taken === 'boolean') return taken ? null : full();
  return taken.then((isWithin) => {
    if (!isWithin) throw full();
  });
}

async function admitOrThrow(request: FastifyRequest, caller: Caller, context: ServiceContext): Promise<void> {
  const fault = await admit(request, caller, context);
  if (fault) throw fault;
}

/** Runs before the body is read if it is no form, and otherwise after it. */
async function admitSigned(request: FastifyRequest, context: ServiceContext): Promise<void> {
  if (request.caller !== null) return requireSignedBody(request, context);
  const { clientId, token } = await verifySigned(request, context, 'access');
  if (!token || token.accountId === null) throw noToken();
  await admitOrThrow(request, { clientId, accountId: token.accountId }, context);
  if (request.body !== undefined) requireSignedBody(request, context);
}

async function authenticate(request: FastifyRequest, context: ServiceContext): Promise<void> {
  const header = request.headers.authorization;
  if (header === undefined) throw noToken();
  const token = tokenOf(header);
  if (token === undefined) throw noToken();
  const caller = await context.applications.callerOf(token);
  if (caller === 'unknown') throw invalidToken('this access token was not issued by this service.');
  if (caller === 'expired') throw expiredToken();
  context.applications.rememberHeader(header, token);
  await admitOrThrow(request, caller, context);
}

function tooMany(clientId: string, context: ServiceContext): Fault {
  const rateLimit = context.limiter.state(clientId);
  return new Fault(
    429,
    'rate-limit',
    `The limit of ${rateLimit.limit} calls in ${rateLimit.windowInSeconds} seconds is reached. ` +
      `Call again in ${rateLimit.retryInSeconds} seconds.`,
    { headers: { 'Retry-After': String(rateLimit.retryInSeconds) }, details: { rateLimit } },
  );
}

export function addRateHeaders(request: FastifyRequest, reply: FastifyReply, context: ServiceContext): void {
  const { calls, windowSeconds } = context.limiter.setting;
  const { remaining, retryInSeconds } = context.limiter.summary(request.caller?.clientId ?? null);
  reply.header('X-RateLimit-Limit', calls);
  reply.header('X-RateLimit-Remaining', remaining);
  reply.header('X-RateLimit-Window-InSeconds', windowSeconds);
  reply.header('X-RateLimit-Window-InMinutes', Math.round(windowSeconds / 60));
  reply.header('X-RateLimit-Retry-InSeconds', retryInSeconds);
  reply.header('X-RateLimit-OkToGo-InSeconds', retryInSeconds);
}
