/**
 * Who calls, and whether the call is within the rate limit (spec: Authentication; Limits). Runs before the body
 * is read, so a stranger cannot make the service read 64 MB.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceContext } from '../context.ts';
import { Fault } from '../fault.ts';
import { isOAuth1, verifySigned } from '../oauth1/verify.ts';
import type { Caller } from '../store/applications.ts';

const realm = 'Fabdesk print service';

/** RFC 6750 3. `reason` is a whole sentence. */
export const invalidToken = (reason: string): Fault =>
  new Fault(401, 'invalid-token', `Invalid Token Error: ${reason}`, {
    headers: {
      'WWW-Authenticate': `Bearer realm="${realm}", error="invalid_token", error_description="${reason}"`,
    },
  });

export const expiredToken = (): Fault => invalidToken('the access token has expired. Request a new one.');

/** The token of an Authorization header; the word Bearer is known in any case. */
export const tokenOf = (header: string | undefined): string | undefined =>
  /^bearer[ ]+([A-Za-z0-9._~+/=-]{1,512})\s*$/i.exec(header ?? '')?.[1];

const noToken = (): Fault =>
  new Fault(
    401,
    'no-token',
    'Invalid Token Error: the access token is missing. Send the header Authorization: Bearer <ACCESS_TOKEN>.',
    { headers: { 'WWW-Authenticate': `Bearer realm="${realm}"` } },
  );

export function guard(app: FastifyInstance, context: ServiceContext): void {
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    if (request.is404 || request.routeOptions.config.access === 'open') return;
    if (!isOAuth1(request)) {
      admit(request, await authenticate(request, context), context);
      return;
    }
    // The signature may cover a form body: it is read first, bounded, and checked in preHandler. A model file
    // is never covered [Assumption: oauth1-upload-form], so nobody unknown can make the service read one.
    const { headers, routeOptions } = request;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (!hasBody || routeOptions.config.body === 'upload') await admitSigned(request, context);
  });
  app.addHook('preHandler', async (request) => {
    if (request.caller !== null || request.is404 || request.routeOptions.config.access === 'open') return;
    await admitSigned(request, context);
  });
  app.addHook('onSend', async (request, reply) => {
    addRateHeaders(request, reply, context);
  });
}

function admit(request: FastifyRequest, caller: Caller, context: ServiceContext): void {
  request.caller = caller;
  if (!context.limiter.take(caller.clientId)) throw tooMany(caller.clientId, context);
}

async function admitSigned(request: FastifyRequest, context: ServiceContext): Promise<void> {
  const { clientId, token } = await verifySigned(request, context, 'access');
  if (!token || token.accountId === null) throw noToken();
  admit(request, { clientId, accountId: token.accountId }, context);
}

async function authenticate(request: FastifyRequest, context: ServiceContext) {
  const header = request.headers.authorization;
  if (header === undefined) throw noToken();
  const token = tokenOf(header);
  if (token === undefined) throw noToken();
  const caller = await context.applications.callerOf(token);
  if (caller === 'unknown') throw invalidToken('this access token was not issued by this service.');
  if (caller === 'expired') throw expiredToken();
  return caller;
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

function addRateHeaders(request: FastifyRequest, reply: FastifyReply, context: ServiceContext): void {
  const { calls, windowSeconds } = context.limiter.setting;
  const { remaining, retryInSeconds } = context.limiter.summary(request.caller?.clientId ?? null);
  reply.headers({
    'X-RateLimit-Limit': String(calls),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Window-InSeconds': String(windowSeconds),
    'X-RateLimit-Window-InMinutes': String(Math.round(windowSeconds / 60)),
    'X-RateLimit-Retry-InSeconds': String(retryInSeconds),
    'X-RateLimit-OkToGo-InSeconds': String(retryInSeconds),
  });
}
