/**
 * Sends signed requests to S3-compatible storage and repeats them where that is harmless. While it is away,
 * further requests fail at once. Bodies are streamed. Knows nothing of what the requests are for.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Agent as HttpAgent, type IncomingMessage, request as sendHttp } from 'node:http';
import { Agent as HttpsAgent, request as sendHttps } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { filesAway, type LocalFile } from '../files/file-store.ts';
import type { Say } from '../log.ts';
import { nameOfStorage, type StorageAddress } from './s3-address.ts';
import type { StorageKeys } from './s3-keys.ts';

export interface StorageRequest {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Below the bucket: letters, digits, dots, hyphens, underscores and slashes. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** A file, or a few bytes with the SHA-256 that is sent for them. */
  readonly body?: LocalFile | { readonly bytes: Buffer; readonly sha256: string };
}

export interface StorageAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** To be read, or destroyed. */
  readonly body: IncomingMessage;
}

/** The storage's refusal, with its reason. */
export class StorageRefusal extends Error {
  readonly status: number;
  /** Such as NoSuchKey. For answers without a body, such as those to HEAD, it follows from the status. */
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(`${status} ${code}${message === '' ? '' : `: ${message}`}`);
    this.status = status;
    this.code = code;
  }
}

/** ms */
export interface StoragePatience {
  /** How long a request may go without a byte in either direction. */
  readonly silence: number;
  /** The pause between tries of a request, which grows. */
  readonly pause: number;
  /** How long requests fail at once after one has failed with all its tries. */
  readonly away: number;
}

const usualPatience: StoragePatience = { silence: 20_000, pause: 200, away: 1_000 };
const mostTries = 4;
/** Bytes of an answer that is read into memory. A list of 1,000 names has some 300 KB. */
const largestText = 8 * 1024 * 1024;
const emptyHash = createHash('sha256').digest('hex');
/** Codes of refusals that will pass: the same request may succeed in a moment. */
const passing: readonly string[] = [
  ...['InternalError', 'ServiceUnavailable', 'SlowDown', 'RequestTimeout', 'OperationAborted'],
  ...['ConditionalRequestConflict', 'XAmzContentSHA256Mismatch', 'BadDigest', 'IncompleteBody'],
];
const isPassing = (error: unknown): boolean =>
  !(error instanceof StorageRefusal) ||
  error.status >= 500 ||
  error.status === 429 ||
  error.status === 408 ||
  passing.includes(error.code);

export class StorageRequests {
  readonly address: StorageAddress;
  readonly #keys: () => StorageKeys;
  readonly #say: Say;
  readonly #patience: StoragePatience;
  readonly #agent: HttpAgent | HttpsAgent;
  readonly #signingKeys = new Map<string, ArrayBuffer>();
  #isAway = false;
  #awayUntil = 0;

  constructor(
    address: StorageAddress,
    keys: () => StorageKeys,
    say: Say,
    patience: Partial<StoragePatience> = {},
  ) {
    this.address = address;
    this.#keys = keys;
    this.#say = say;
    this.#patience = { ...usualPatience, ...patience };
    const options = { keepAlive: true, maxSockets: 64, maxFreeSockets: 16 };
    this.#agent = address.url.startsWith('https:') ? new HttpsAgent(options) : new HttpAgent(options);
  }

  /**
   * Tries until the request is answered, or has failed often enough. Only for requests that may be executed
   * twice.
   * @param use takes the answer; if it throws, the try counts as failed, unless it throws a lasting refusal
   * @throws StorageRefusal for an answer that will be the same the next time; Fault 503
   */
  async send<T>(request: StorageRequest, use: (answer: StorageAnswer) => Promise<T>): Promise<T> {
    if (Date.now() < this.#awayUntil) throw filesAway();
    for (let tried = 1; ; tried++) {
      try {
        const result = await use(await this.try(request));
        this.#back();
        return result;
      } catch (error) {
        if (!isPassing(error)) {
          this.#back();
          throw error;
        }
        if (tried === mostTries) throw this.#away(error);
        await sleep(Math.random() * this.#patience.pause * 2 ** tried);
      }
    }
  }

  /** One try. @throws StorageRefusal; the errors of the network */
  async try(request: StorageRequest): Promise<StorageAnswer> {
    const answer = await this.#exchange(request);
    if (answer.status >= 200 && answer.status < 300) return answer;
    throw await refusalOf(answer);
  }

  close(): void {
    this.#agent.destroy();
  }

  /** Remembers that the storage is away. @returns what callers get */
  #away(cause: unknown): Error {
    this.#awayUntil = Date.now() + this.#patience.away;
    if (!this.#isAway)
      this.#say(
        'error',
        `The file storage ${nameOfStorage(this.address)} is away. The service waits for it.`,
        cause,
      );
    this.#isAway = true;
    return filesAway(cause);
  }

  #back(): void {
    if (this.#isAway) this.#say('info', 'The file storage is back.');
    this.#isAway = false;
  }

  async #exchange({ method, key, query = {}, headers = {}, body }: StorageRequest): Promise<StorageAnswer> {
    const path = key === '' ? '/' : `/${key}`;
    const search = new URLSearchParams(query).toString().replaceAll('+', '%20');
    const signed = await new AwsV4Signer({
      method,
      url: `${this.address.url}${path}${search === '' ? '' : `?${search}`}`,
      headers: { ...headers, 'x-amz-content-sha256': body?.sha256 ?? emptyHash },
      service: 's3',
      region: this.address.region,
      cache: this.#signingKeys,
      ...this.#keys(),
    }).sign();
    const length = body && ('bytes' in body ? body.bytes.length : body.length);
    const send = this.address.url.startsWith('https:') ? sendHttps : sendHttp;
    const request = send(signed.url, {
      method,
      agent: this.#agent,
      timeout: this.#patience.silence,
      headers: {
        ...Object.fromEntries(signed.headers),
        ...(length !== undefined && { 'content-length': length }),
      },
    });
    const answered = Promise.withResolvers<IncomingMessage>();
    request.once('response', answered.resolve);
    request.once('timeout', () => request.destroy(new Error('The file storage does not answer.')));
    // Errors after the answer belong to its body.
    request.on('error', answered.reject);
    if (body === undefined || 'bytes' in body) request.end(body?.bytes);
    else {
      const stream = createReadStream(body.path, { highWaterMark: 256 * 1024 });
      stream.once('error', (error) => request.destroy(error));
      stream.pipe(request);
      request.once('close', () => stream.destroy());
    }
    const answer = await answered.promise;
    // An answer before the end of the body is a refusal, so the rest of the body is not sent.
    answer.once('end', () => {
      if (!request.writableFinished) request.destroy();
    });
    return { status: answer.statusCode ?? 0, headers: answer.headers, body: answer };
  }
}

/** The body of an answer as text. */
export async function readText({ body }: StorageAnswer): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > largestText) throw new Error('The answer of the file storage is too long.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

async function refusalOf(answer: StorageAnswer): Promise<StorageRefusal> {
  const text = await readText(answer);
  const part = (name: string) => new RegExp(`<${name}>([^<]{1,300})</${name}>`).exec(text)?.[1] ?? '';
  const code =
    part('Code') || { 404: 'NoSuchKey', 403: 'AccessDenied', 412: 'PreconditionFailed' }[answer.status];
  return new StorageRefusal(answer.status, code ?? `Status${answer.status}`, part('Message'));
}
