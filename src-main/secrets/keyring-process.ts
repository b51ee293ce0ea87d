/**
 * The main process's side of the keyring child: one call at a time, each with a deadline. After the deadline the child
 * is killed and the next call starts a new one. The child also exits after a while without calls.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { workerUrl } from '../worker-url.ts';
import type { KeyringReply, KeyringRequest } from './keyring-messages.ts';

/** A started child. Electron injects one over `utilityProcess`; plain Node has `startNodeChild`. */
export interface KeyringChild {
  send(request: KeyringRequest): void;
  onMessage(listener: (reply: KeyringReply) => void): void;
  onExit(listener: () => void): void;
  kill(): void;
  /** Whether the child keeps this process alive: only while a call is open. */
  setBusy?(busy: boolean): void;
}
export type StartChild = () => KeyringChild;

/** Where `keyring.child` is, for hosts that start it themselves. */
export const keyringChildUrl = (): URL => workerUrl(import.meta.url, './keyring.child.ts');

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

/** The child as a plain Node process. Secrets are passed through stdin, never in arguments or environment. */
export function startNodeChild(): KeyringChild {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const child = spawn(process.execPath, [fileURLToPath(keyringChildUrl())], {
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  });
  const lines = createInterface({ input: child.stdout });
  const handles = [child, child.stdin, child.stdout] as unknown as { ref?(): void; unref?(): void }[];
  // Writes fail if the child died early; `exit` reports that.
  child.stdin.on('error', () => {});
  return {
    send: (request) => void child.stdin.write(`${JSON.stringify(request)}\n`),
    onMessage: (listener) =>
      void lines.on('line', (line) => {
        const reply = readReply(line);
        if (reply) listener(reply);
      }),
    onExit: (listener) => {
      child.on('exit', listener);
      child.on('error', listener);
    },
    kill: () => void child.kill('SIGKILL'),
    setBusy: (busy) => {
      for (const handle of handles) busy ? handle.ref?.() : handle.unref?.();
    },
  };
}

/** Null for lines that a library printed on its own. */
function readReply(line: string): KeyringReply | null {
  try {
    const reply = JSON.parse(line);
    return typeof reply?.id === 'number' ? reply : null;
  } catch {
    return null;
  }
}
