/**
 * One run of the local print service in a process of its own: started with a fresh secret, asked over its
 * channel, ended in order. `local-service.ts` starts the next one when it dies.
 */
import { randomBytes } from 'node:crypto';
import type { OperatorAction, OperatorState } from '../../src-shared/api/operator.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import { type Child, startNodeChild } from '../child-process/child.ts';
import { errorOf, mainError } from '../main-error.ts';
import { workerUrl } from '../worker-url.ts';
import type { ServiceFacts, ServiceReply, ServiceRequest } from './messages.ts';

export type ServiceChild = Child<ServiceRequest, ServiceReply>;
export type StartService = () => ServiceChild;

/**
 * How often it is asked whether it still works, ms, and after how many unanswered times it counts as dead.
 */
export interface Heartbeat {
  readonly every: number;
  readonly missed: number;
}

const usualHeartbeat: Heartbeat = { every: 10_000, missed: 3 };

/** The path of `service.child`, for hosts that start it themselves. */
export const serviceChildUrl = (): URL => workerUrl(import.meta.url, './service.child.ts');

export const startNodeService: StartService = () => startNodeChild(serviceChildUrl());

/** ms. The first is generous, since the start of a computer makes everything slow. */
const startTakes = 60_000;
const answerTakes = 30_000;
const closingTakes = 2_500;

interface Question {
  resolve(value: unknown): void;
  reject(thrown: unknown): void;
}

export class ServiceProcess {
  /** Every request to this run carries it; a program that listens there afterwards learns nothing of use. */
  readonly secret = randomBytes(32).toString('base64url');
  /** Rejects with an `Error` that says why it does not run. */
  readonly listens: Promise<ServiceFacts>;
  /** Why the process ended: what it wrote last, or null. Never rejects. */
  readonly ended: Promise<string | null>;
  readonly #child: ServiceChild;
  readonly #questions = new Map<number, Question>();
  #hasListened = false;
  #lastId = 0;

  constructor(startChild: StartService, dataDir: string, port: number, heartbeat = usualHeartbeat) {
    const child = startChild();
    this.#child = child;
    const listens = Promise.withResolvers<ServiceFacts>();
    const ended = Promise.withResolvers<string | null>();
    this.listens = listens.promise;
    this.ended = ended.promise;
    const tooLong = setTimeout(() => child.kill(), startTakes);
    let heart: NodeJS.Timeout | undefined;
    child.onMessage((reply) => {
      if (reply.kind === 'listens') {
        clearTimeout(tooLong);
        this.#hasListened = true;
        heart = this.#watchHeart(heartbeat);
        listens.resolve(reply.facts);
      } else if (reply.kind === 'failed') {
        listens.reject(new Error(reply.message));
        child.kill();
      } else this.#take(reply);
    });
    child.onExit(() => {
      clearTimeout(tooLong);
      clearInterval(heart);
      const lastError = child.errorEnd?.() || null;
      listens.reject(new Error(lastError ?? 'The process ended before it listened.'));
      for (const { reject } of this.#questions.values()) reject(stopped());
      this.#questions.clear();
      ended.resolve(lastError);
    });
    listens.promise.catch(() => {});
    child.send({ kind: 'start', dataDir, port, secret: this.secret });
  }

  operate(action: OperatorAction): Promise<OperatorState> {
    return this.#ask((id) => ({ kind: 'operate', id, action })) as Promise<OperatorState>;
  }

  pageFor(path: string): Promise<string> {
    return this.#ask((id) => ({ kind: 'page', id, path })) as Promise<string>;
  }

  kill(): void {
    this.#child.kill();
  }

  /** Lets it finish, within a limit. A process that is still starting has nothing to finish. */
  async close(): Promise<void> {
    if (this.#hasListened) this.#child.send({ kind: 'close' });
    else this.#child.kill();
    const tooLong = setTimeout(() => this.#child.kill(), closingTakes);
    await this.ended;
    clearTimeout(tooLong);
  }

  /**
   * Kills it when it answers nothing any more. Answers are counted, not time, since a computer that was
   * asleep wakes up with every time long over.
   */
  #watchHeart({ every, missed }: Heartbeat): NodeJS.Timeout {
    let unanswered = 0;
    return setInterval(() => {
      if (unanswered >= missed) this.#child.kill();
      unanswered += 1;
      this.#ask((id) => ({ kind: 'ping', id })).then(
        () => {
          unanswered = 0;
        },
        () => {},
      );
    }, every).unref();
  }

  async #ask(question: (id: number) => ServiceRequest): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#questions.set(id, { resolve, reject });
    const tooLong = setTimeout(() => reject(stopped()), answerTakes);
    try {
      this.#child.send(question(id));
      return await promise;
    } finally {
      clearTimeout(tooLong);
      this.#questions.delete(id);
    }
  }

  #take(reply: Extract<ServiceReply, { kind: 'answer' | 'refusal' }>): void {
    const question = this.#questions.get(reply.id);
    if (reply.kind === 'answer') question?.resolve(reply.value);
    else question?.reject(errorOf(reply.error));
  }
}

const stopped = () => mainError('service-stopped', ref('errors.localService.silent'));
