/**
 * The `electron` package of a sandboxed preload: `contextBridge`, `ipcRenderer` and `webUtils`. Whatever
 * passes the bridge is copied; functions become functions of the other world.
 */
import { EventEmitter } from 'node:events';
import { parentPort } from 'node:worker_threads';
import type { FromPage, ToPage } from './page.ts';

const say = (message: FromPage) => parentPort!.postMessage(message);

class IpcRenderer extends EventEmitter implements Pick<Electron.IpcRenderer, 'invoke' | 'send'> {
  readonly #waiting = new Map<number, (answer: ToPage & { kind: 'answer' }) => void>();
  #last = 0;

  invoke(channel: string, ...args: unknown[]): Promise<unknown> {
    this.#last += 1;
    const id = this.#last;
    // Throws for what cannot be cloned, as Electron does.
    say({ kind: 'invoke', id, channel, args });
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ value, error }) =>
        error === undefined ? resolve(value) : reject(new Error(error)),
      );
    });
  }

  send(channel: string, ...args: unknown[]): void {
    say({ kind: 'message', channel, args });
  }

  settle(answer: ToPage & { kind: 'answer' }): void {
    this.#waiting.get(answer.id)?.(answer);
    this.#waiting.delete(answer.id);
  }

  receive(channel: string, args: readonly unknown[]): void {
    this.emit(channel, { sender: this, ports: [] }, ...args);
  }
}

export const ipcRenderer = new IpcRenderer();

/** What the page sees as properties of `window`. */
export const mainWorld: Record<string, unknown> = {};

export const contextBridge = {
  exposeInMainWorld(key: string, api: unknown) {
    if (key in mainWorld) throw new Error(`Cannot bind an API on top of an existing property: ${key}`);
    mainWorld[key] = acrossWorlds(api);
  },
} satisfies Pick<Electron.ContextBridge, 'exposeInMainWorld'>;

function acrossWorlds(value: unknown): unknown {
  if (value instanceof Promise) return value.then(acrossWorlds);
  if (typeof value === 'function') {
    return (...args: unknown[]) => acrossWorlds(value(...args.map(acrossWorlds)));
  }
  if (value instanceof File) return value;
  if (Array.isArray(value)) return value.map(acrossWorlds);
  if (value === null || typeof value !== 'object') return value;
  if (Object.getPrototypeOf(value) !== Object.prototype) return structuredClone(value);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, acrossWorlds(item)]));
}

const paths = new WeakMap<File, string>();

/** A `File` that a person dropped; an empty path makes one that is not on disk. */
export function fileOnDisk(path: string): File {
  const file = new File([], path);
  if (path !== '') paths.set(file, path);
  return file;
}

export const webUtils = {
  getPathForFile: (file: File) => paths.get(file) ?? '',
} satisfies Pick<Electron.WebUtils, 'getPathForFile'>;
