/**
 * The main process's side of the keyring child: one call at a time, each with a deadline. After the deadline
 * the child is killed and the next call starts a new one. The child also exits after a while without calls.
 */
import { type Child, startNodeChild } from '../child-process/child.ts';
import { workerUrl } from '../worker-url.ts';
import type { KeyringReply, KeyringRequest } from './keyring-messages.ts';

/** It keeps this process alive only while a call is open. */
export type KeyringChild = Child<KeyringRequest, KeyringReply>;
export type StartChild = () => KeyringChild;

/** The path of `keyring.child`, for hosts that start it themselves. */
export const keyringChildUrl = (): URL => workerUrl(import.meta.url, './keyring.child.ts');

export const startNodeKeyring: StartChild = () => startNodeChild(keyringChildUrl());

export class KeyringFailure extends Error {
  readonly problem: 'not-loadable' | 'failed' | 'timeout' | 'ended';
  constructor(problem: KeyringFailure['problem'], message: string) {
    super(message);
    this.problem = problem;
  }
}

const idleMs = 30_000;

export class KeyringProcess {
  readonly #start: StartChild;
  #child: KeyringChild | null = null;
  #open: {
    readonly id: number;
    resolve(reply: KeyringReply): void;
    fail(failure: KeyringFailure): void;
  } | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;
  #id = 0;

  constructor(start: StartChild) {
    this.#start = start;
  }

  /** Throws `KeyringFailure`. Waits for earlier calls; `timeoutMs` counts from its own start. */
  call(request: Omit<KeyringRequest, 'id'>, timeoutMs: number): Promise<string | null> {
    const run = () => this.#callNow(request, timeoutMs);
    const result = this.#last.then(run, run);
    this.#last = result;
    return result;
  }

  close() {
    clearTimeout(this.#idle);
    this.#child?.kill();
    this.#ended();
  }

  async #callNow(request: Omit<KeyringRequest, 'id'>, timeoutMs: number): Promise<string | null> {
    clearTimeout(this.#idle);
    const child = this.#running();
    const { promise, resolve, reject } = Promise.withResolvers<KeyringReply>();
    const id = ++this.#id;
    this.#open = { id, resolve: resolve, fail: reject };
    const late = setTimeout(() => {
      this.#open?.fail(new KeyringFailure('timeout', 'the keychain did not answer'));
      child.kill();
      this.#child = null;
    }, timeoutMs);
    child.setBusy?.(true);
    try {
      child.send({ ...request, id });
      const reply = await promise;
      if ('problem' in reply) throw new KeyringFailure(reply.problem, reply.message);
      return reply.value;
    } finally {
      clearTimeout(late);
      this.#open = null;
      child.setBusy?.(false);
      this.#idle = setTimeout(() => this.close(), idleMs).unref();
    }
  }

  #running(): KeyringChild {
    if (this.#child) return this.#child;
    const child = this.#start();
    this.#child = child;
    child.onMessage((reply) => {
      if (this.#open?.id === reply.id) this.#open.resolve(reply);
    });
    child.onExit(() => {
      if (this.#child === child) this.#ended();
    });
    return child;
  }

  #ended() {
    this.#child = null;
    this.#open?.fail(new KeyringFailure('ended', 'the process that talks to the keychain ended'));
  }
}
