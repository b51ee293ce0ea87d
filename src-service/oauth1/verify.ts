/**
 * Checks whether a request is signed by OAuth 1.0 (spec: Authentication > OAuth 1.0 endpoints; RFC 5849 3.2;
 * compatibility: OAuth 1.0). Used by the two token endpoints and, besides bearer tokens, by every resource
 * [Assumption: oauth1-everywhere].
 */
import { createHash } from 'node:crypto';
import { pipeline, type Readable, Transform } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { baseString, type Pair } from '../../src-shared/api/oauth1-base-string.ts';
import type { ServiceContext } from '../context.ts';
import { Fault } from '../fault.ts';
import { clockSkewSeconds, type OAuth1Token } from '../store/oauth1-tokens.ts';
import { randomToken, sameSecret } from '../store/secrets.ts';
import { beginSignature, readHeader, readPairs, sign } from './signature.ts';
import { signedValueOf } from './signed-value.ts';

const refuse = (reason: string, status = 401): Fault =>
  new Fault(status, 'oauth1', `OAuth Error: ${reason}`, {
    headers: { 'WWW-Authenticate': 'OAuth realm="Fabdesk print service"' },
  });

/** True if the header or query of the request has OAuth 1.0 parameters. */
export const isOAuth1 = (request: FastifyRequest): boolean =>
  /^oauth\s/i.test(request.headers.authorization ?? '') ||
  (request.headers.authorization === undefined && /[?&]oauth_signature=/.test(request.originalUrl));

export interface Signed {
  readonly clientId: string;
  /** Null on the request-token endpoint, where there is no token yet. */
  readonly token: OAuth1Token | null;
  readonly parameters: ReadonlyMap<string, string>;
}

/** The claims of a request about its signer, which only its signature proves. */
interface Claim extends Signed {
  /** Everything that is signed, except a model file. */
  readonly pairs: readonly Pair[];
  readonly path: string;
  readonly timestamp: number;
  readonly nonce: string;
  readonly signature: string;
}

/**
 * Decides whether a request may be read although its signature cannot be checked yet, because the signature
 * covers a large body. The request must name a known application and token and a current time.
 * @returns the application
 * @throws Fault as `verifySigned` does
 */
export async function mayBeSigned(request: FastifyRequest, context: ServiceContext): Promise<string> {
  return (await readClaim(request, context, 'access')).clientId;
}

/**
 * To be called when the body has been read, if it is a form.
 * @param kind which token must have signed
 * @throws Fault 400 (a parameter is missing), 401 (everything else)
 */
export async function verifySigned(
  request: FastifyRequest,
  context: ServiceContext,
  kind: 'none' | 'request' | 'access',
): Promise<Signed> {
  const claim = await readClaim(request, context, kind);
  const { clientId, token, parameters } = claim;
  const secret = await context.applications.secretOf(clientId);
  // A signature is computed even for an unknown consumer, so that the response time reveals nothing.
  const signatures = await signaturesOf(request, context, claim, secret ?? 'unknown');
  const fits = signatures.some((signature) => sameSecret(claim.signature, signature));
  if (secret === null || !fits) throw refuse('the consumer key or the signature is wrong.');
  if (!(await context.oauth1Tokens.isFresh(clientId, token?.token ?? '', claim.timestamp, claim.nonce)))
    throw refuse('this nonce was used before.');
  return { clientId, token, parameters };
}

/**
 * A signature covers a form, but no other body. With `oauth_body_hash` (draft-eaton-oauth-bodyhash-00) it
 * covers these too. Without it, the pairs of a captured form must not pass for another call's query. @throws
 * Fault 401
 */
export function requireSignedBody(request: FastifyRequest, context: ServiceContext): void {
  if (request.formBody !== null) return;
  const sent = bodyHashOf(request);
  if (sent !== undefined) {
    if (sent !== (request.bodyHash ?? sha1Of('')))
      throw refuse('oauth_body_hash is not the hash of this body, which was changed on the way.');
    return;
  }
  if (request.method === 'GET' || !hasBody(request)) return;
  if (context.requireBodyHash)
    throw refuse('this service wants oauth_body_hash with a body that is no form.');
  const [, query] = splitOnce(request.originalUrl, '?');
  if (readPairs(query).some(([name]) => !name.startsWith('oauth_')))
    throw refuse('a call with a query and a body that is no form needs oauth_body_hash.');
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const sha1Of = (text: string): string => createHash('sha1').update(text).digest('base64');

function bodyHashOf(request: FastifyRequest): string | undefined {
  const inHeader = readHeader(request.headers.authorization) ?? [];
  const [, query] = splitOnce(request.originalUrl, '?');
  return [...inHeader, ...readPairs(query)].find(([name]) => name === 'oauth_body_hash')?.[1];
}

/** Computes the hash of a body while it passes, if the request claims one. */
export function hashBody(request: FastifyRequest, payload: Readable): Readable {
  if (bodyHashOf(request) === undefined) return payload;
  const hash = createHash('sha1');
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      request.bodyHash = hash.digest('base64');
      done();
    },
  });
  pipeline(payload, through, () => undefined);
  return through;
}

async function readClaim(
  request: FastifyRequest,
  context: ServiceContext,
  kind: 'none' | 'request' | 'access',
): Promise<Claim> {
  const [path = '', query = ''] = splitOnce(request.originalUrl, '?');
  const inHeader = readHeader(request.headers.authorization) ?? [];
  const inBody = request.formBody === null ? [] : readPairs(request.formBody);
  const pairs = [...inHeader, ...readPairs(query), ...inBody];
  const parameters = readParameters(pairs);
  const need = (name: string): string => {
    const value = parameters.get(name);
    if (value === undefined || value === '') throw refuse(`the parameter ${name} is missing.`, 400);
    return value;
  };
  const clientId = need('oauth_consumer_key');
  const timestamp = readTimestamp(need('oauth_timestamp'), context.clock());
  const nonce = need('oauth_nonce');
  if (nonce.length > 254) throw refuse('oauth_nonce has more than 254 characters.', 400);
  if (need('oauth_signature_method').toUpperCase() !== 'HMAC-SHA1')
    throw refuse('only oauth_signature_method HMAC-SHA1 is possible.', 400);
  // [Assumption: oauth1-version]
  if (!/^1\.0a?$/i.test(parameters.get('oauth_version') ?? '1.0'))
    throw refuse('only oauth_version 1.0 is possible.', 400);
  const token = kind === 'none' ? null : await findToken(context, kind, need('oauth_token'), clientId);
  const signature = need('oauth_signature');
  return { clientId, token, parameters, pairs, path, timestamp, nonce, signature };
}

/**
 * The signatures that are accepted: for the address that the client used, and for the public address of the
 * service. The file of a signed form is read again from the disk, in pieces, because its place among the
 * parameters is known only after all of them have been read.
 */
async function signaturesOf(
  request: FastifyRequest,
  context: ServiceContext,
  { pairs, path, token }: Claim,
  secret: string,
): Promise<string[]> {
  const bases = [`${request.protocol}://${request.headers.host ?? ''}${path}`, `${context.baseUrl()}${path}`];
  const urls = new Set(bases.map(canonical));
  const { formFile } = request;
  if (formFile === null)
    return [...urls].map((url) => sign(baseString(request.method, url, pairs), secret, token?.secret ?? ''));
  const place = randomToken(32);
  const running = [...urls].map((url) => {
    const base = baseString(request.method, url, [...pairs, ['file', place]]);
    const [before, after] = splitOnce(base, place);
    return { hmac: beginSignature(secret, token?.secret ?? '').update(before), after };
  });
  for await (const piece of signedValueOf(formFile.path)) for (const { hmac } of running) hmac.update(piece);
  return running.map(({ hmac, after }) => hmac.update(after).digest('base64'));
}

async function findToken(
  context: ServiceContext,
  kind: 'request' | 'access',
  name: string,
  clientId: string,
): Promise<OAuth1Token> {
  const token = await context.oauth1Tokens.find(kind, name);
  if (!token || token.clientId !== clientId)
    throw refuse('the token is unknown, expired or of another application.');
  return token;
}

/** RFC 5849 3.1: a protocol parameter must not be repeated. */
function readParameters(pairs: readonly Pair[]): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const [name, value] of pairs) {
    if (!name.startsWith('oauth_')) continue;
    if (parameters.has(name)) throw refuse(`the parameter ${name} comes twice.`, 400);
    parameters.set(name, value);
  }
  return parameters;
}

function readTimestamp(text: string, now: number): number {
  const timestamp = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
  if (!(Math.abs(timestamp - now / 1000) <= clockSkewSeconds))
    throw refuse(`oauth_timestamp must be within ${clockSkewSeconds} seconds of the time of the service.`);
  return timestamp;
}

/** RFC 5849 3.4.1.2: scheme and host in lower case, without the default port. */
function canonical(url: string): string {
  const match = /^(https?):\/\/([^/:]*)(?::(\d+))?(\/.*)?$/i.exec(url);
  if (!match) return url;
  const [, scheme = '', host = '', port, path = '/'] = match;
  const usual = scheme.toLowerCase() === 'https' ? '443' : '80';
  const shown = port === undefined || port === usual ? '' : `:${port}`;
  return `${scheme.toLowerCase()}://${host.toLowerCase()}${shown}${path}`;
}

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + mark.length)];
}
