/**
 * The print service that belongs to this application: starts its process when it is needed, starts it again
 * when it dies, and sends requests to it with its secret. The composition root creates it; all other code
 * knows only the account "Local print service".
 */
import { setTimeout as afterwards } from 'node:timers/promises';
import type { OperatorAction, OperatorState } from '../../src-shared/api/operator.ts';
import { secretHeader } from '../../src-shared/api/private-service.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import { nowhere } from '../api-client/base-address.ts';
import {
  type Exchange,
  type ExchangeRequest,
  exchange,
  type SendExchange,
} from '../api-client/http-exchange.ts';
import type { Log } from '../log.ts';
import { errorOf, mainProblem } from '../main-error.ts';
import type { Connection } from '../queue/send/account-monitor.ts';
import { Signal } from '../signal.ts';
import type { ServiceFacts } from './messages.ts';
import { type Heartbeat, ServiceProcess, type StartService, startNodeService } from './service-process.ts';

export interface LocalServiceOptions {
  /** Sends to any other address. */
  readonly elsewhere?: SendExchange;
  /** The folder of its data. */
  readonly dataDir: string;
  /** Electron passes its own way. */
  readonly start?: StartService | undefined;
  readonly log: Log;
  /** ms, for tests. */
  readonly pauses?: Partial<Pauses>;
  readonly heartbeat?: Heartbeat;
}

interface Pauses {
  /** Before the second start; it doubles with each further one. */
  readonly first: number;
  readonly longest: number;
  /**
   * A process that lives this long counts as sound, so that a later death begins with the first pause again.
   */
  readonly sound: number;
  /** How long a request waits for the service. */
  readonly patience: number;
}

const usualPauses: Pauses = { first: 200, longest: 15_000, sound: 60_000, patience: 30_000 };

/** ms from the end of a process to the event that says so. */
const deathIsKnownAfter = 250;

/** After so many deaths in a row it is not started again. */
const mostDeaths = 8;

type State = 'idle' | 'starting' | 'running' | 'restarting' | 'failed' | 'closed';

const problems = {
  starting: mainProblem('network', ref('errors.account.localStarting')),
  restarting: mainProblem('network', ref('errors.localService.restarting')),
  failed: mainProblem('network', ref('errors.localService.failed')),
  closed: mainProblem('network', ref('errors.account.localStarting')),
};

interface Running {
  readonly process: ServiceProcess;
  readonly facts: ServiceFacts;
}

export class LocalService {
  /** It began to start, listens, died, or was given up. */
  readonly changed = new Signal<void>();
  /** Sends a request of the local account: waits for the service, and adds the secret if it goes there. */
  readonly exchange: SendExchange = (request) => this.#exchange(request);
  readonly #options: LocalServiceOptions;
  readonly #pauses: Pauses;
  /** Every address that it had in this run of the application. */
  readonly #origins = new Set([nowhere]);
  #state: State = 'idle';
  #process: ServiceProcess | null = null;
  #running = Promise.withResolvers<Running>();
  #provision: (facts: ServiceFacts) => Promise<void> = async () => {};
  #port = 0;
  #deaths = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: LocalServiceOptions) {
    this.#options = options;
    this.#pauses = { ...usualPauses, ...options.pauses };
    this.#running.promise.catch(() => {});
  }

  /**
   * `provision` takes over the address and credentials at each start. Requests wait until it has resolved.
   */
  provisions(provision: (facts: ServiceFacts) => Promise<void>): void {
    this.#provision = provision;
  }

  get isRunning(): boolean {
    return this.#state === 'running';
  }

  get isStarting(): boolean {
    return this.#state === 'starting' || this.#state === 'restarting';
  }

  /** Null if its answers show best how the connection is, or if nothing has needed it yet. */
  get connection(): Connection | null {
    if (this.#state === 'starting') return { state: 'connecting', error: null };
    if (this.#state === 'restarting') return { state: 'connecting', error: problems.restarting };
    if (this.#state === 'failed') return { state: 'offline', error: problems.failed };
    return null;
  }

  /** Starts it in the background. Further calls change nothing. */
  begin(): void {
    if (this.#state !== 'idle') return;
    this.#start('starting');
  }

  /** Starts it if that has not happened. Throws `network` if it does not listen in time, or no more. */
  async ready(signal?: AbortSignal): Promise<Running> {
    this.begin();
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(errorOf(this.#problem())), this.#pauses.patience);
    const abort = () => late.reject(signal?.reason);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
    try {
      return await Promise.race([this.#running.promise, late.promise]);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  /** Operates it: its clock, production and faults. Rejects with a `CodedError`. */
  async operate(action: OperatorAction): Promise<OperatorState> {
    return (await this.ready()).process.operate(action);
  }

  /** An address at which a browser sees this page of the service, once. `path`: with its query. */
  async pageFor(path: string): Promise<string> {
    return (await this.ready()).process.pageFor(path);
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#state = 'closed';
    this.#running.reject(errorOf(problems.closed));
    await this.#process?.close();
  }

  #problem() {
    return this.#state === 'restarting' || this.#state === 'failed' || this.#state === 'closed'
      ? problems[this.#state]
      : problems.starting;
  }

  #start(state: 'starting' | 'restarting'): void {
    this.#become(state);
    const began = performance.now();
    const process = new ServiceProcess(
      this.#options.start ?? startNodeService,
      this.#options.dataDir,
      this.#port,
      this.#options.heartbeat,
    );
    this.#process = process;
    void this.#follow(process);
    void process.ended.then((lastError) => this.#hasDied(process, lastError, performance.now() - began));
  }

  async #follow(process: ServiceProcess): Promise<void> {
    const { log } = this.#options;
    try {
      const facts = await process.listens;
      const { origin, port } = new URL(facts.baseUrl);
      this.#origins.add(origin);
      this.#port = Number(port);
      await this.#provision(facts);
      if (this.#process !== process || this.#state === 'closed') return;
      this.#running.resolve({ process, facts });
      this.#become('running');
    } catch (thrown) {
      if (this.#state !== 'closed') log.error('local print service', thrown);
      process.kill();
    }
  }

  #hasDied(process: ServiceProcess, lastError: string | null, lived: number): void {
    if (this.#state === 'closed' || this.#process !== process) return;
    this.#process = null;
    const { first, longest, sound } = this.#pauses;
    this.#deaths = lived >= sound ? 1 : this.#deaths + 1;
    const wasRunning = this.#state === 'running';
    if (wasRunning) {
      this.#options.log.error('local print service', new Error(lastError ?? 'The process ended.'));
      this.#running = Promise.withResolvers<Running>();
      this.#running.promise.catch(() => {});
    }
    if (this.#deaths >= mostDeaths) {
      this.#running.reject(errorOf(problems.failed));
      this.#become('failed');
      return;
    }
    this.#become(wasRunning ? 'restarting' : this.#state);
    const state = this.#state === 'starting' ? 'starting' : 'restarting';
    const pause = Math.min(longest, first * 2 ** (this.#deaths - 1));
    this.#timer = setTimeout(() => this.#start(state), pause);
  }

  #become(state: State): void {
    if (this.#state === state) return;
    this.#state = state;
    this.changed.emit();
  }

  async #exchange(request: ExchangeRequest): Promise<Exchange> {
    // An address that a person entered for this account, such as that of another SOAP interface.
    if (!this.#origins.has(request.url.origin)) return (this.#options.elsewhere ?? exchange)(request);
    let running: Running;
    try {
      running = await this.ready(request.signal);
    } catch (thrown) {
      return { kind: 'failed', mayHaveActed: false, isUnconnected: true, brokeUnanswered: false, thrown };
    }
    const { process, facts } = running;
    const url = new URL(request.url);
    url.host = new URL(facts.baseUrl).host;
    const headers = { ...request.headers, [secretHeader]: process.secret };
    const result = await exchange({ ...request, url, headers });
    // A connection breaks a moment before the death of its process is known, and people should hear of the
    // death only.
    if (result.kind === 'failed') await Promise.race([process.ended, afterwards(deathIsKnownAfter)]);
    return result;
  }
}
