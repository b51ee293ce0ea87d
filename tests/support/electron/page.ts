/** The process of a page: a worker thread, so that everything between it and the main process is cloned. */
import { Worker } from 'node:worker_threads';

export type ToPage =
  | { readonly kind: 'message'; readonly channel: string; readonly args: readonly unknown[] }
  | { readonly kind: 'answer'; readonly id: number; readonly value?: unknown; readonly error?: string }
  | { readonly kind: 'call'; readonly id: number; readonly name: string; readonly args: readonly unknown[] }
  | { readonly kind: 'unload' };

export type FromPage =
  | { readonly kind: 'loaded' }
  | { readonly kind: 'message'; readonly channel: string; readonly args: readonly unknown[] }
  | { readonly kind: 'heard'; readonly name: string; readonly payload: unknown }
  | {
      readonly kind: 'invoke';
      readonly id: number;
      readonly channel: string;
      readonly args: readonly unknown[];
    }
  | { readonly kind: 'result'; readonly id: number; readonly value?: unknown; readonly error?: string };

/** The main process's end. */
export interface Receiver {
  invoke(channel: string, args: readonly unknown[]): Promise<unknown>;
  receive(channel: string, args: readonly unknown[]): void;
}

/** A page, in a thread or in Chromium (chromium/chromium-page.ts). */
export interface Renderer {
  readonly loaded: Promise<void>;
  receive(channel: string, args: readonly unknown[]): void;
  /** Ends it after its unload handlers. */
  unload(): Promise<void>;
  /** Ends it at once. */
  end(): void;
}

export class Page implements Renderer {
  readonly loaded: Promise<void>;
  /** Events of the contract that the page has received, in their order. */
  readonly heard: { readonly name: string; readonly payload: unknown }[] = [];
  readonly #worker: Worker;
  readonly #calls = new Map<number, (message: FromPage & { kind: 'result' }) => void>();
  #lastCall = 0;

  constructor(preload: string | undefined, main: Receiver) {
    this.#worker = new Worker(new URL('./page.worker.ts', import.meta.url), {
      workerData: { preload },
      execArgv: ['--import', new URL('./hook.mjs', import.meta.url).href],
    });
    this.#worker.unref();
    this.loaded = new Promise((resolve, reject) => {
      this.#worker.on('message', (message: FromPage) => {
        if (message.kind === 'loaded') resolve();
        else if (message.kind === 'heard') this.heard.push(message);
        else if (message.kind === 'result') this.#calls.get(message.id)?.(message);
        else if (message.kind === 'message') main.receive(message.channel, message.args);
        else void this.#answer(message, main);
      });
      this.#worker.on('error', reject);
    });
  }

  async #answer({ id, channel, args }: FromPage & { kind: 'invoke' }, main: Receiver): Promise<void> {
    await main.invoke(channel, args).then(
      (value) => this.#post({ kind: 'answer', id, value }),
      (thrown: unknown) =>
        this.#post({ kind: 'answer', id, error: `Error invoking remote method '${channel}': ${thrown}` }),
    );
  }

  #post(message: ToPage): void {
    this.#worker.postMessage(message);
  }

  receive(channel: string, args: readonly unknown[]): void {
    this.#post({ kind: 'message', channel, args });
  }

  /** Calls a function of `window.fabdesk`. */
  async call(name: string, args: readonly unknown[]): Promise<unknown> {
    await this.loaded;
    this.#lastCall += 1;
    const id = this.#lastCall;
    return new Promise((resolve, reject) => {
      this.#calls.set(id, ({ value, error }) => (error === undefined ? resolve(value) : reject(error)));
      this.#post({ kind: 'call', id, name, args });
    });
  }

  unload(): Promise<void> {
    return new Promise((resolve) => {
      this.#worker.once('exit', () => resolve());
      this.#post({ kind: 'unload' });
    });
  }

  end(): void {
    void this.#worker.terminate();
  }
}
