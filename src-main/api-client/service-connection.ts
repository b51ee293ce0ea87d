/**
 * Sends the requests of one account: with a token, no more often than is safe, and not before the service
 * allows it. Reports what every answer says about connection and rate. `http-service-client.ts` decides what
 * to request.
 *
 * Reads share open connections, and repeat once when a connection broke before any answer, or when the
 * token had expired. Writes have a connection of their own and are sent exactly once [Note: commit gate].
 */
import type { z } from 'zod';
import { serviceInfoSchema } from '../../src-shared/api/service-info.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import { type AppError, isAbort, toAppError } from '../../src-shared/result.ts';
import { errorOf, mainError, mainProblem, textOf } from '../main-error.ts';
import type { AccessTokens, Authorized } from './access-tokens.ts';
import { type Answer, rateLimited, readSuccess, reasonOf, type What } from './answers.ts';
import type { RequestBody } from './bodies.ts';
import type { Clock } from './clock.ts';
import {
  type Exchange,
  type ExchangeRequest,
  exchange,
  type Limits,
  type SendExchange,
} from './http-exchange.ts';
import { outcomeOf } from './outcome.ts';
import { rateFromHeaders, serverDate } from './rate-notices.ts';
import type { CommitGate, RateNotice, ServiceSignals, TokenProbe, WriteOutcome } from './service-client.ts';
import { Connections } from './web-transport.ts';

export interface ConnectionOptions {
  readonly auth: AccessTokens;
  readonly signals: ServiceSignals;
  readonly clock: Clock;
  readonly userAgent: string;
  /** Called before every request. Throws if nothing may be sent now (the user works offline). */
  readonly permit?: () => void;
  readonly limits?: Partial<Limits>;
  /** Sends in place of `exchange`. */
  readonly exchange?: SendExchange;
}

export const usualLimits: Limits = {
  connect: 15_000,
  idle: 60_000,
  answer: 120_000,
  total: 300_000,
  answerBytes: 32 * 1024 * 1024,
};

export interface Question {
  readonly method: ExchangeRequest['method'];
  readonly url: URL;
  readonly body?: RequestBody;
  readonly signal?: AbortSignal | undefined;
  readonly through?: NonNullable<ExchangeRequest['through']>;
}

interface Gated extends Question {
  readonly gate?: CommitGate;
}

export class ServiceConnection {
  readonly #options: ConnectionOptions;
  readonly #limits: Limits;
  readonly #connections = new Connections();
  /** Epoch ms between which the service wants no calls. */
  #hold = { since: 0, until: 0 };
  /** The last rejected token, until another one is accepted. */
  #refusedToken: string | null = null;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#limits = { ...usualLimits, ...options.limits };
  }

  /** Sends a read, which is safe to repeat. */
  async read<S extends z.ZodType>(question: Question, schema: S, what: What): Promise<z.output<S>> {
    return readSuccess(await this.readAnswer(question), schema, what, this.#now());
  }

  readAnswer(question: Question): Promise<Answer> {
    return this.#answerTo(question, true);
  }

  /**
   * Sends a change that can be verified afterwards, so it may throw. It is sent once, and again only after
   * the service rejected an expired token. Throws `outcome-unknown` when the answer was lost.
   */
  async change<S extends z.ZodType>(question: Question, schema: S, what: What): Promise<z.output<S>> {
    return readSuccess(await this.#answerTo(question, false), schema, what, this.#now());
  }

  /** Sends a write that must not be repeated: one attempt, through the commit gate, without throwing. */
  async write<S extends z.ZodType>(
    question: Question,
    gate: CommitGate,
    schema: S,
    what: What,
  ): Promise<WriteOutcome<z.output<S>>> {
    let token: string;
    try {
      this.#mayLeave();
      token = await this.#signIn();
    } catch (thrown) {
      return { kind: 'unsent', error: toAppError(thrown) };
    }
    const result = await this.#send({ ...question, signal: gate.signal, gate }, token);
    const outcome = outcomeOf(result, schema, what, this.#now());
    if (outcome.kind !== 'refused' || outcome.status !== 401) return outcome;
    return { ...outcome, error: this.#tokenRefused(token) };
  }

  /**
   * Whether the service still accepts one token, current or earlier. Unlike in `#tokenRefused`, a rejection
   * says nothing about the account.
   */
  async probe(question: Question, fingerprint: string): Promise<TokenProbe> {
    for (let again = false; ; again = true) {
      this.#mayLeave();
      const current = await this.#signIn();
      const named = this.#options.auth.named(fingerprint);
      const result = await this.#send(question, named ?? current, !again);
      if (result.kind === 'failed') {
        if (!again && result.brokeUnanswered && !isAbort(result.thrown)) continue;
        throw result.thrown;
      }
      const date = serverDate(result.headers);
      const isRefused = result.status === 401 && reasonOf(result) !== null;
      if (isRefused && named === null) throw errorOf(this.#tokenRefused(current));
      // Only the service's own answer counts, not the page of a proxy or hotel.
      if (!isRefused) readSuccess(result, serviceInfoSchema, ref('service.what.info'), this.#now());
      const token = named === null ? 'lost' : this.#options.auth.verdict(named, !isRefused, date);
      return { token, serverDate: date };
    }
  }

  noticeRate(rate: RateNotice | null) {
    if (!rate) return;
    if (rate.retryAt !== null) this.#hold = { since: this.#now(), until: rate.retryAt };
    else if (rate.remaining !== null && rate.remaining > 0) this.#hold = { since: 0, until: 0 };
    this.#options.signals.onRate?.(rate);
  }

  close() {
    this.#connections.close();
  }

  async #answerTo(question: Question, repeats: boolean): Promise<Answer> {
    for (let again = false; ; again = true) {
      this.#mayLeave();
      const token = await this.#signIn();
      const result = await this.#send(question, token, repeats && !again);
      if (result.kind === 'failed') {
        if (repeats && !again && result.brokeUnanswered && !isAbort(result.thrown)) continue;
        throw repeats || !result.mayHaveActed ? result.thrown : unsure(result.thrown);
      }
      if (result.status !== 401) return result;
      const refused = this.#tokenRefused(token);
      if (refused.code !== 'token-expired' || again) throw errorOf(refused);
    }
  }

  async #send({ gate, ...question }: Gated, token: string, shared = false): Promise<Exchange> {
    const { auth, userAgent } = this.#options;
    const { method, url, body, signal, through } = question;
    let authorized: Authorized;
    try {
      authorized = await auth.authorize(token, { method, url, ...(body && { body }) });
    } catch (thrown) {
      return { kind: 'failed', mayHaveActed: false, isUnconnected: true, brokeUnanswered: false, thrown };
    }
    const { authorization, ...sentWith } = authorized;
    const result = await (this.#options.exchange ?? exchange)({
      method,
      url,
      limits: this.#limits,
      headers: {
        Accept: 'application/json',
        'Accept-Encoding': 'identity',
        Authorization: authorization,
        'User-Agent': userAgent,
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body }),
      ...(signal && { signal }),
      ...(through && { through }),
      ...(shared && { connections: this.#connections }),
      ...(gate && { beforeLastByte: () => gate.beforeLastByte(sentWith) }),
    });
    this.#notice(result, token);
    return result;
  }

  #notice(result: Exchange, token: string) {
    const { auth, signals } = this.#options;
    if (result.kind === 'failed') return this.#noticeFailure(toAppError(result.thrown));
    const date = serverDate(result.headers);
    if (date !== null) auth.noteServerDate(date);
    this.noticeRate(rateFromHeaders(result.status, result.headers, this.#now()));
    if (result.status === 401) return auth.invalidate(token);
    this.#refusedToken = null;
    signals.onConnection?.('online', null);
  }

  #noticeFailure(error: AppError) {
    const { signals } = this.#options;
    if (error.code === 'network' || error.code === 'timeout') signals.onConnection?.('offline', error);
    if (error.code === 'credentials-refused') signals.onConnection?.('refused', error);
  }

  async #signIn(): Promise<string> {
    try {
      return await this.#options.auth.get();
    } catch (thrown) {
      this.#noticeFailure(toAppError(thrown));
      throw thrown;
    }
  }

  /**
   * Handles a 401: first the token has expired; if a fresh token is rejected too, the credentials are wrong.
   */
  #tokenRefused(token: string): AppError {
    if (this.#refusedToken === null || this.#refusedToken === token) {
      this.#refusedToken = token;
      return mainProblem('token-expired', ref('service.tokenExpired'));
    }
    const error = mainProblem('credentials-refused', ref('service.credentialsRefused'));
    this.#noticeFailure(error);
    return error;
  }

  #mayLeave() {
    this.#options.permit?.();
    const { since, until } = this.#hold;
    const now = this.#now();
    // If it is earlier than the notice, this machine's clock was set back, and the wait could be arbitrarily
    // long.
    if (now < since || now >= until) return;
    throw rateLimited(until);
  }

  #now = () => this.#options.clock.now();
}

const unsure = (thrown: unknown) =>
  mainError(
    'outcome-unknown',
    ref('errors.sentences', { before: textOf(toAppError(thrown)), next: ref('service.changeOpen') }),
    { cause: thrown },
  );
