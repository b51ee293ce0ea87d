/**
 * S3-compatible storage for tests: strict where Amazon's is (signatures, hashes of bodies, conditional PUT,
 * ranges, pages of lists), and disturbed on request. Objects are in memory.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { readAuthorization, signatureOf } from './signature.ts';

export interface StoredObject {
  readonly bytes: Buffer;
  readonly etag: string;
  modified: number;
}

/**
 * A fault of the next requests that fit. `lost`: the request is carried out, and the connection is cut
 * instead of an answer.
 */
export interface Disturbance {
  readonly kind: 'slow-down' | 'internal-error' | 'cut' | 'lost' | 'silent' | 'half-body';
  readonly method?: string;
  /** How many requests it applies to. */
  times: number;
}

export interface TestStorage {
  readonly url: string;
  readonly keys: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly bucket: string;
  readonly region: string;
  readonly objects: Map<string, StoredObject>;
  /** One entry a request: `PUT key 200`. */
  readonly log: string[];
  readonly traffic: { received: number; sent: number };
  disturb(disturbance: Disturbance): void;
  calm(): void;
  /** How far its clock is from ours, ms. */
  clockSkew: number;
  /** Features that it lacks, as some implementations do. */
  readonly lacks: Set<'conditional-put' | 'payload-check' | 'delete' | 'list'>;
  delayMs: number;
  pageSize: number;
  /** Nothing answers at its port until `start`. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

class Refused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

const largestSkew = 15 * 60_000;

export async function startStorage(): Promise<TestStorage> {
  const disturbances: Disturbance[] = [];
  let port = 0;
  const storage: TestStorage = {
    get url() {
      return `http://127.0.0.1:${port}`;
    },
    keys: { accessKeyId: 'AKIATEST', secretAccessKey: 'a/secret+key' },
    bucket: 'test-bucket',
    region: 'eu-test-1',
    objects: new Map(),
    log: [],
    traffic: { received: 0, sent: 0 },
    disturb: (disturbance) => void disturbances.push(disturbance),
    calm: () => void disturbances.splice(0),
    clockSkew: 0,
    lacks: new Set(),
    delayMs: 0,
    pageSize: 1000,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
    async start() {
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
      port = (server.address() as AddressInfo).port;
    },
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = disturbances.findIndex(({ method }) => method === undefined || method === request.method);
    const found = disturbances[at];
    if (found) {
      found.times -= 1;
      if (found.times === 0) disturbances.splice(at, 1);
    }
    const kind = found?.kind;
    if (kind === 'silent') return;
    if (kind === 'cut') return void request.socket.destroy();
    if (storage.delayMs > 0) await sleep(storage.delayMs);
    const key = decodeURIComponent((request.url ?? '').split('?')[0] ?? '').slice(storage.bucket.length + 2);
    const answer = (status: number, headers: Record<string, string>, body: Buffer | string = ''): void => {
      storage.log.push(`${request.method} ${key} ${status}`);
      if (kind === 'lost') return void request.socket.destroy();
      const bytes = Buffer.from(body);
      storage.traffic.sent += bytes.length;
      response.writeHead(status, { 'Content-Length': bytes.length, ...headers });
      if (request.method === 'HEAD') return void response.end();
      if (kind !== 'half-body') return void response.end(bytes);
      response.write(bytes.subarray(0, bytes.length >> 1), () => request.socket.destroy());
    };
    try {
      if (kind === 'slow-down') throw new Refused(503, 'SlowDown');
      if (kind === 'internal-error') throw new Refused(500, 'InternalError');
      checkSignature(request, storage);
      const bytes = await readBody(request, storage);
      answer(...serve(request, key, bytes, storage));
    } catch (error) {
      const { status, code } = error instanceof Refused ? error : new Refused(500, String(error));
      const text = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${code} it is</Message></Error>`;
      // As real servers do when they refuse a body that has not arrived yet.
      if (!request.complete) response.setHeader('Connection', 'close');
      answer(status, { 'Content-Type': 'application/xml' }, request.method === 'HEAD' ? '' : text);
    }
  }
  const server = createServer((request, response) => void handle(request, response));
  await storage.start();
  return storage;
}

function checkSignature(request: IncomingMessage, storage: TestStorage): void {
  const headers = request.headers as Record<string, string>;
  const authorization = readAuthorization(headers['authorization'] ?? '');
  if (!authorization) throw new Refused(403, 'AccessDenied');
  const date = headers['x-amz-date'] ?? '';
  const sent = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!date.startsWith(authorization.date)) throw new Refused(403, 'SignatureDoesNotMatch');
  if (!(Math.abs(Date.now() + storage.clockSkew - sent) < largestSkew))
    throw new Refused(403, 'RequestTimeTooSkewed');
  if (authorization.accessKeyId !== storage.keys.accessKeyId) throw new Refused(403, 'InvalidAccessKeyId');
  if (authorization.region !== storage.region) throw new Refused(400, 'AuthorizationHeaderMalformed');
  // Amazon requires these to be signed if they are there.
  const mustBeSigned = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-amz-'));
  if (mustBeSigned.some((name) => !authorization.signedHeaders.includes(name)))
    throw new Refused(403, 'AccessDenied');
  const signed = { method: request.method ?? '', target: request.url ?? '', headers };
  if (signatureOf(signed, authorization, storage.keys.secretAccessKey) !== authorization.signature)
    throw new Refused(403, 'SignatureDoesNotMatch');
}

async function readBody(request: IncomingMessage, storage: TestStorage): Promise<Buffer> {
  if (request.method === 'PUT' && request.headers['content-length'] === undefined)
    throw new Refused(411, 'MissingContentLength');
  const pieces: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) {
    storage.traffic.received += piece.length;
    pieces.push(piece);
  }
  const bytes = Buffer.concat(pieces);
  const claimed = request.headers['x-amz-content-sha256'];
  const actual = createHash('sha256').update(bytes).digest('hex');
  if (claimed !== actual && !storage.lacks.has('payload-check'))
    throw new Refused(400, 'XAmzContentSHA256Mismatch');
  return bytes;
}

type Reply = [status: number, headers: Record<string, string>, body?: Buffer | string];

function serve(request: IncomingMessage, key: string, bytes: Buffer, storage: TestStorage): Reply {
  const url = new URL(request.url ?? '', storage.url);
  const { objects, lacks } = storage;
  if (url.pathname.split('/')[1] !== storage.bucket) throw new Refused(404, 'NoSuchBucket');
  const found = objects.get(key);
  switch (request.method) {
    case 'PUT': {
      const condition = request.headers['if-none-match'];
      if (condition !== undefined && condition !== '*') throw new Refused(501, 'NotImplemented');
      if (found && condition === '*' && !lacks.has('conditional-put'))
        throw new Refused(412, 'PreconditionFailed');
      const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
      objects.set(key, { bytes, etag, modified: Date.now() + storage.clockSkew });
      return [200, { ETag: etag }];
    }
    case 'DELETE': {
      if (lacks.has('delete')) throw new Refused(403, 'AccessDenied');
      objects.delete(key);
      return [204, {}];
    }
    case 'GET':
    case 'HEAD': {
      if (key === '') return list(url, storage);
      if (!found) throw new Refused(404, 'NoSuchKey');
      const headers = { ETag: found.etag, 'Last-Modified': new Date(found.modified).toUTCString() };
      const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
      const size = found.bytes.length;
      if (request.method === 'HEAD') return [200, { ...headers, 'Content-Length': String(size) }];
      if (from === undefined) return [200, headers, found.bytes];
      if (Number(from) >= size) throw new Refused(416, 'InvalidRange');
      const last = to === '' || to === undefined ? size - 1 : Math.min(Number(to), size - 1);
      const part = found.bytes.subarray(Number(from), last + 1);
      return [206, { ...headers, 'Content-Range': `bytes ${from}-${last}/${size}` }, part];
    }
    default:
      throw new Refused(405, 'MethodNotAllowed');
  }
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** ListObjectsV2. The token is opaque to clients, and has characters that XML and addresses must escape. */
function list(url: URL, storage: TestStorage): Reply {
  if (storage.lacks.has('list')) throw new Refused(403, 'AccessDenied');
  if (url.searchParams.get('list-type') !== '2') throw new Refused(501, 'NotImplemented');
  const prefix = url.searchParams.get('prefix') ?? '';
  const token = url.searchParams.get('continuation-token');
  const after = token === null ? '' : Buffer.from(token.slice(3), 'base64').toString();
  if (token !== null && !token.startsWith('&+<')) throw new Refused(400, 'InvalidArgument');
  const keys = [...storage.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, Math.min(storage.pageSize, Number(url.searchParams.get('max-keys') ?? 1000)));
  const isTruncated = page.length < keys.length;
  const next = `&+<${Buffer.from(page.at(-1) ?? '').toString('base64')}`;
  const entries = page.map((key) => {
    const { bytes, etag, modified } = storage.objects.get(key) as StoredObject;
    return `<Contents><Key>${escaped(key)}</Key><LastModified>${new Date(modified).toISOString()}</LastModified><ETag>${escaped(etag)}</ETag><Size>${bytes.length}</Size></Contents>`;
  });
  return [
    200,
    { 'Content-Type': 'application/xml' },
    `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult><Name>${storage.bucket}</Name><Prefix>${escaped(prefix)}</Prefix><KeyCount>${page.length}</KeyCount><IsTruncated>${isTruncated}</IsTruncated>${entries.join('')}${isTruncated ? `<NextContinuationToken>${escaped(next)}</NextContinuationToken>` : ''}</ListBucketResult>`,
  ];
}
