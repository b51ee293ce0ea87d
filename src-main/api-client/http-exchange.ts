/**
 * Sends one HTTP request with Node's own http(s) and reads the answer: no redirects, no retries, bodies of
 * known length, and the commit gate before the last byte. Called by the client and by `auth/`. Knows nothing
 * about the service's resources, tokens or JSON.
 *
 * [Note: commit gate] A body of known length that lacks its last byte is an incomplete request, which no
 * server executes. So everything else is written to the socket and flushed, then the caller records what is
 * about to happen, and only then the last byte leaves. A failure before that moment certainly had no effect.
 *
 * [Note: early answer] A service may answer before the body is complete. A refusal then stops the sending,
 * and nothing was executed. Any status below 400 counts as if the last byte had left (the commit gate is
 * passed first, so that this is recorded), because a service that claims success may have acted.
 */
import type http from 'node:http';
import { ref } from '../../src-shared/messages/messages.ts';
import { mainError } from '../main-error.ts';
import { describeFailure, TimedOut } from './network-failure.ts';
import { now, startWatchdog, type Watchdog } from './watchdog.ts';
import { type Connections, clientFor, privateAgent } from './web-transport.ts';

export interface ExchangeBody {
  /** Bytes, the last one included. */
  readonly length: number;
  /**
   * All bytes but the last, each part good until the next is asked for. A throw stops the request before its
   * last byte.
   */
  parts(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  readonly lastByte: Uint8Array;
}

/** ms, except `answerBytes`. */
export interface Limits {
  /** To connect, including TLS. */
  readonly connect: number;
  /** Without any transfer, while sending and while reading the answer. */
  readonly idle: number;
  /** From the last byte sent to the first of the answer. */
  readonly answer: number;
  /** Limit for the whole exchange, plus the time that a file needs on the slowest connection we support. */
  readonly total: number;
  /** Longest accepted answer. */
  readonly answerBytes: number;
}

/** Bytes of an answer that is no success: it says why, and is read several times. */
const refusalBytes = 1024 * 1024;

/**
 * Bytes per ms. A service that drips keeps a request from being idle for ever; this gives every request an
 * end.
 */
const slowestRate = 4;

export interface ExchangeRequest {
  readonly url: URL;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: ExchangeBody;
  /** Connections to share between reads; without it the request has a connection of its own. */
  readonly connections?: Connections;
  /** The proxy to go through, with its credentials; by default none. Only for https. */
  readonly proxy?: URL | null;
  readonly limits: Limits;
  readonly signal?: AbortSignal;
  beforeLastByte?(): void | Promise<void>;
  /** Transforms the body of a successful answer; its output takes the place of the body. */
  readonly through?: (
    parts: AsyncIterable<Buffer>,
    headers: http.IncomingHttpHeaders,
  ) => AsyncIterable<Buffer>;
}

export type Exchange =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: http.IncomingHttpHeaders;
      readonly body: Buffer;
      readonly mayHaveActed: boolean;
    }
  | {
      readonly kind: 'failed';
      /** The last byte may have left. */
      readonly mayHaveActed: boolean;
      /** No connection was made, so nothing was sent. */
      readonly isUnconnected: boolean;
      /** The connection broke before any answer: a new connection may work. */
      readonly brokeUnanswered: boolean;
      /** A `CodedError`, an abort, or the error that the commit gate threw. */
      readonly thrown: unknown;
    };

/** `exchange`, or what sends the requests of one account in its place. */
export type SendExchange = (request: ExchangeRequest) => Promise<Exchange>;

/** Never throws. Aborting after the last byte gives up on the answer, not on the effect. */
export async function exchange(request: ExchangeRequest): Promise<Exchange> {
  let running: RunningExchange | null = null;
  try {
    running = new RunningExchange(request);
    return await running.run();
  } catch (thrown) {
    return {
      kind: 'failed',
      mayHaveActed: running?.mayHaveActed ?? false,
      isUnconnected: !running?.isConnected,
      brokeUnanswered: running?.brokeUnanswered ?? false,
      thrown: describeFailure(
        running?.cause ?? thrown,
        request.url.host,
        running?.isConnected ? null : request.proxy,
      ),
    };
  } finally {
    running?.finish();
  }
}

class RunningExchange {
  isConnected = false;
  #mayHaveActed = false;
  /** The first error; later ones follow from it. */
  cause: unknown = null;

  readonly #request: ExchangeRequest;
  readonly #outgoing: http.ClientRequest;
  readonly #watchdog: Watchdog;
  readonly #wholeTime: Watchdog;
  readonly #began = now();
  /** Bytes, in both directions. */
  #moved = 0;
  readonly #answer = Promise.withResolvers<http.IncomingMessage>();
  readonly #standing = Promise.withResolvers<void>();
  #incoming: http.IncomingMessage | null = null;
  readonly #abort = () => this.#break(this.#request.signal?.reason);

  constructor(request: ExchangeRequest) {
    this.#request = request;
    const { url, method, headers, body, connections, proxy = null, signal } = request;
    const agent = connections?.agentFor(url, proxy) ?? privateAgent(url, proxy);
    this.#watchdog = startWatchdog((late) => this.#break(late));
    this.#wholeTime = startWatchdog((late) => this.#break(late));
    this.#wholeTime.arm('total', request.limits.total);
    this.#answer.promise.catch(() => {});
    this.#standing.promise.catch(() => {});
    this.#outgoing = clientFor(url).request(url, {
      method,
      agent,
      headers: body ? { ...headers, 'Content-Length': String(body.length) } : headers,
    });
    this.#outgoing.on('error', (error) => this.#break(error));
    this.#outgoing.on('close', () => this.#break(new Error('closed without an answer')));
    this.#outgoing.once('response', (incoming) => {
      this.#incoming = incoming;
      this.#answer.resolve(incoming);
    });
    this.#outgoing.once('socket', (socket) => {
      const stands = () => {
        this.isConnected = true;
        this.#standing.resolve();
        this.#watch();
      };
      if (!socket.connecting) return stands();
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', stands);
      this.#watch();
    });
    // Through a proxy, there is a socket once the connection stands.
    if (agent && Object.keys(agent.requests).length === 0)
      this.#watchdog.arm('connect', request.limits.connect);
    if (signal?.aborted) this.#abort();
    signal?.addEventListener('abort', this.#abort, { once: true });
  }

  /** Bytes that were written before the connection stood have not left. */
  get mayHaveActed() {
    return this.#mayHaveActed && this.isConnected;
  }

  get brokeUnanswered() {
    return this.isConnected && !this.#incoming && !(this.cause instanceof TimedOut);
  }

  async run(): Promise<Exchange> {
    if (this.#request.body) await this.#sendBody(this.#request.body);
    else await this.#sendBare();
    this.#watch();
    const incoming = await this.#answer.promise;
    const body = await this.#read(incoming);
    const { statusCode: status = 0, headers } = incoming;
    return { kind: 'answer', status, headers, body, mayHaveActed: this.mayHaveActed };
  }

  finish() {
    this.#watchdog.rest();
    this.#wholeTime.rest();
    this.#request.signal?.removeEventListener('abort', this.#abort);
    // A private connection, a broken one, or one with unread bytes cannot be reused.
    if (!this.#request.connections || !this.#incoming?.complete) this.#outgoing.destroy();
  }

  /** Without a body, nothing is sent before the commit gate, which runs once the connection is open. */
  async #sendBare() {
    if (this.#request.beforeLastByte) {
      await this.#standing.promise;
      this.#watchdog.rest();
      await this.#request.beforeLastByte();
      if (this.cause !== null) throw this.cause;
    }
    this.#mayHaveActed = true;
    this.#outgoing.end();
  }

  async #sendBody(body: ExchangeBody) {
    for await (const part of body.parts()) {
      await this.#flush(part);
      if (this.#incoming) break;
    }
    const status = this.#incoming?.statusCode ?? 0;
    if (status >= 400) return;
    this.#watchdog.rest();
    await this.#request.beforeLastByte?.();
    if (this.cause !== null) throw this.cause;
    this.#mayHaveActed = true;
    if (!this.#incoming) this.#outgoing.end(body.lastByte);
  }

  /** Resolves when the kernel has taken the bytes, or when an early answer makes them obsolete. */
  async #flush(part: Uint8Array) {
    if (this.cause !== null) throw this.cause;
    const flushed = new Promise<void>((resolve, reject) => {
      this.#outgoing.write(part, (error) => (error ? reject(error) : resolve()));
    });
    await Promise.race([flushed, this.#answer.promise]);
    this.#hasMoved(part.length);
    this.#watch();
  }

  #hasMoved(bytes: number) {
    this.#moved += bytes;
    const end = this.#began + this.#request.limits.total + this.#moved / slowestRate;
    this.#wholeTime.arm('total', end - now());
  }

  /** Sets the deadline of the current step. A request that waits for a shared connection has none yet. */
  #watch() {
    const { connect, idle, answer } = this.#request.limits;
    if (!this.#outgoing.socket || this.#incoming) return;
    if (!this.isConnected) this.#watchdog.arm('connect', connect);
    else if (this.#outgoing.writableEnded) this.#watchdog.arm('answer', answer);
    else this.#watchdog.arm('send', idle);
  }

  async #read(incoming: http.IncomingMessage): Promise<Buffer> {
    const { idle, answerBytes } = this.#request.limits;
    const parts: Buffer[] = [];
    let length = 0;
    this.#watchdog.arm('answer', idle);
    const isSuccess = (incoming.statusCode ?? 0) >= 200 && (incoming.statusCode ?? 0) <= 299;
    const through = isSuccess ? this.#request.through : undefined;
    const most = isSuccess ? answerBytes : Math.min(answerBytes, refusalBytes);
    const moving = this.#watched(incoming, through !== undefined);
    for await (const part of through ? through(moving, incoming.headers) : moving) {
      length += part.length;
      if (length > most) {
        throw mainError('too-large', ref('service.answerTooLarge', { host: this.#request.url.host }));
      }
      parts.push(part);
    }
    if (!incoming.complete) throw new Error('the answer was cut off');
    return Buffer.concat(parts, length);
  }

  /** Each received part restarts the deadline; time spent on processing does not count. */
  async *#watched(incoming: AsyncIterable<Buffer>, isFile: boolean): AsyncGenerator<Buffer> {
    for await (const part of incoming) {
      this.#watchdog.rest();
      // Only a file may take long: an answer that is held in memory has the time of the whole exchange.
      if (isFile) this.#hasMoved(part.length);
      yield part;
      this.#watchdog.arm('answer', this.#request.limits.idle);
    }
  }

  #break(error: unknown) {
    if (this.#incoming?.complete) return;
    this.cause ??= error ?? new Error('stopped');
    this.#answer.reject(this.cause);
    this.#standing.reject(this.cause);
    this.#incoming?.destroy();
    this.#outgoing.destroy();
  }
}
