/**
 * The HTTP server of the service without its routes: Fastify with our body reader, errors and limits.
 * `app.ts` adds the routes; this file knows none of them.
 */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  type HTTPMethods,
  LogController,
  type preHandlerHookHandler,
} from 'fastify';
import type { ServiceContext } from '../context.ts';
import { Fault } from '../fault.ts';
import { hashBody, isOAuth1 } from '../oauth1/verify.ts';
import { ArrivingFiles } from './arriving-files.ts';
import { addRateHeaders, expiredToken, guard, tokenOf } from './authenticate.ts';
import { decodeBody, readWhole } from './body.ts';
import { smallBodyLimit } from './body-limit.ts';
import { ByteBudget } from './byte-budget.ts';
import { answerBrokenHttp, answerFaults, answerFrameworkError } from './errors.ts';
import { injectFaults } from './faults.ts';
import { normaliseUrl } from './normalise-url.ts';
import { nameRequests, requestIds } from './request-log.ts';
import { takeSessionPath } from './session-path.ts';
import { readUploadBody } from './upload-body.ts';

const getBodyLimit = 64 * 1024;

/** Bytes that all bodies together may hold beyond the usual limit of each. */
const largeBodiesTogether = 192 * 1024 * 1024;
/** The same for callers who are unknown until their body is read: they must not keep known ones out. */
const strangersBodiesTogether = 96 * 1024 * 1024;

/** Keeps the content type away from Fastify, which would refuse a malformed one such as `null`. */
const sentType = Symbol('content type as sent');
type Incoming = IncomingMessage & { [sentType]?: string };

const methods: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'];

/** @param patience how long a client may take to send its headers, and its whole request, ms */
export function createHttpServer(
  context: ServiceContext,
  patience: { readonly headersMs: number; readonly requestMs: number },
  logger: FastifyBaseLogger | null,
): FastifyInstance {
  const app = Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    // Paths contain only ids.
    routerOptions: { maxParamLength: 200 },
    // A slow or silent client must not keep a connection: it gets 408, or its connection is closed.
    connectionTimeout: 120_000,
    requestTimeout: patience.requestMs,
    http: {
      headersTimeout: patience.headersMs,
      connectionsCheckingInterval: Math.min(30_000, patience.headersMs / 4),
    },
    keepAliveTimeout: 72_000,
    // While it closes, running calls are answered, and calls that arrive on open connections.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    genReqId: requestIds() as (request: unknown) => string,
    frameworkErrors: (error, request, reply) => {
      // None of our hooks runs for these requests.
      addRateHeaders(request, reply, context);
      answerFrameworkError(error, request, reply);
    },
    clientErrorHandler: answerBrokenHttp,
    logController: new LogController({ disableRequestLogging: true }),
    rewriteUrl: (request) => {
      const incoming = request as unknown as Incoming;
      incoming[sentType] = incoming.headers['content-type'] ?? '';
      // Set to undefined, not deleted: deleting a property would slow down every later access.
      incoming.headers['content-type'] = undefined;
      return normaliseUrl(takeSessionPath(incoming, incoming.url ?? '/'));
    },
  }) as unknown as FastifyInstance;
  acceptAnyExpectation(app);
  if (logger) nameRequests(app);
  answerFaults(app);
  readBodies(app, context);
  guard(app, context);
  injectFaults(app, context.faults, async (request) => {
    await context.applications.expireToken(tokenOf(request.headers.authorization) ?? '');
    throw expiredToken();
  });
  answerWrongMethods(app);
  return app;
}

/** Node answers 417 to an `Expect` that it does not know, and old clients send an empty one. */
function acceptAnyExpectation(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
}

function readBodies(app: FastifyInstance, context: ServiceContext): void {
  const largeBodies = new ByteBudget(largeBodiesTogether, smallBodyLimit);
  const arriving = new ArrivingFiles(context.maxUploadBytes);
  const strangersBodies = new ByteBudget(strangersBodiesTogether, smallBodyLimit);
  app.decorateRequest('bodyShare', null);
  app.decorateRequest('upload', null);
  app.decorateRequest('formBody', null);
  app.decorateRequest('formFile', null);
  app.decorateRequest('rule', null);
  app.decorateRequest('sentContentType', {
    getter(this: FastifyRequest) {
      return (this.raw as Incoming)[sentType] ?? '';
    },
  });
  app.removeAllContentTypeParsers();
  app.decorateRequest('bodyHash', null);
  app.addContentTypeParser('*', async (request: FastifyRequest, raw: Readable) => {
    const payload = isOAuth1(request) ? hashBody(request, raw) : raw;
    const { body, bodyBytes } = request.rule ?? {};
    if (body === 'upload') {
      request.bodyShare = arriving.share(request.caller?.clientId ?? null);
      const { fields, upload, form } = await readUploadBody(
        payload,
        {
          contentType: request.sentContentType,
          contentLength: Number(request.headers['content-length'] ?? 0),
          keepForm: request.caller === null,
        },
        { uploads: context.uploads, limit: bodyBytes ?? context.maxUploadBytes, share: request.bodyShare },
      );
      request.upload = upload;
      request.formBody = form?.text ?? null;
      request.formFile = form?.file ?? null;
      return fields;
    }
    const limit = bodyBytes ?? smallBodyLimit;
    if (limit > smallBodyLimit)
      request.bodyShare = (request.caller === null ? strangersBodies : largeBodies).share();
    const admit = request.rule?.admit;
    const bytes = await readWhole(payload, limit, {
      share: request.bodyShare,
      admit: admit && ((head) => admit(head)),
    });
    if (body === 'xml') return bytes.toString('utf8');
    const { value, form } = decodeBody(bytes, request.sentContentType);
    request.formBody = form;
    return value;
  });
  // Added per route, since most requests need neither.
  app.addHook('onRoute', (route) => {
    const { body, bodyBytes = 0 } = route.config ?? {};
    if ([route.method].flat().includes('GET'))
      route.preHandler = [readGetBody, ...[route.preHandler ?? []].flat()];
    // The event that an answer was sent would be too late: it never comes if the client is gone.
    if (body === 'upload' || bodyBytes > smallBodyLimit)
      route.onSend = [
        (request, _reply, payload, done) => cleanUp(request, context, () => done(null, payload)),
      ];
  });
}

/** Fastify reads no body of a GET request, although some clients send their fields there. */
const readGetBody: preHandlerHookHandler = (request, _reply, done) => {
  const { 'content-length': length = 0, 'transfer-encoding': encoding } = request.headers;
  const hasBody = encoding !== undefined || (Number(length) > 0 && Number(length) <= getBodyLimit);
  if (request.method !== 'GET' || !hasBody) {
    done();
    return;
  }
  readWhole(request.raw, getBodyLimit)
    .then((bytes) => {
      request.body = decodeBody(bytes, request.sentContentType).value;
    })
    .then(() => done(), done);
};

/** Removes what a failed request left in `uploads/incoming`. A stored file has already been moved away. */
function cleanUp(request: FastifyRequest, context: ServiceContext, done: () => void): void {
  request.bodyShare?.giveBack();
  const left = [request.upload, request.formFile].filter((file) => file !== null);
  if (left.length === 0) done();
  else void Promise.all(left.map((file) => context.uploads.discard(file))).then(done, done);
}

/** Answers 405 to methods that an existing path does not have (RFC 9110 15.5.6). */
function answerWrongMethods(app: FastifyInstance): void {
  const known = new Map<string, Set<string>>();
  app.addHook('onRoute', (route) => {
    const allowed = known.get(route.url) ?? new Set<string>();
    for (const method of [route.method].flat()) allowed.add(method);
    known.set(route.url, allowed);
  });
  app.decorate('answerWrongMethods', () => {
    for (const [url, allowed] of [...known]) {
      const others = methods.filter((method) => !allowed.has(method));
      const allow = [...allowed].join(', ');
      const refuse = async (request: FastifyRequest): Promise<never> => {
        const reason = `${request.method} is not possible at this path. Possible: ${allow}.`;
        throw new Fault(405, 'wrong-method', reason, { headers: { Allow: allow } });
      };
      // Runs before the body is read: a wrong method is reported whatever the body is.
      app.route({
        method: [...others],
        url,
        config: { access: 'open' },
        onRequest: refuse,
        handler: refuse,
      });
    }
  });
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Call once, after the last route. */
    answerWrongMethods(): void;
  }
}
