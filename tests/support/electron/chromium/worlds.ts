/**
 * What runs in the page beside its own scripts: the real preload in a world of its own, with what Electron
 * gives a sandboxed one, and the end of the bridge in the page's world, which leaves nothing there but what
 * the preload exposes. The functions go into the page as their own source, so they use nothing outside of
 * themselves.
 */
import { decode, encode } from './clone-text.ts';

/** As Electron calls it. */
export const isolatedWorld = 'Electron Isolated Context';
/** The binding to the host, and the function by which the host answers; both in the isolated world alone. */
export const toHost = 'standInToHost';
export const fromHost = 'standInFromHost';

export type FromRenderer =
  | {
      readonly kind: 'invoke';
      readonly id: number;
      readonly channel: string;
      readonly args: readonly unknown[];
    }
  | { readonly kind: 'send'; readonly channel: string; readonly args: readonly unknown[] }
  | { readonly kind: 'open'; readonly url: string };

export type ToRenderer =
  | { readonly kind: 'answer'; readonly id: number; readonly value?: unknown; readonly error?: string }
  | { readonly kind: 'message'; readonly channel: string; readonly args: readonly unknown[] };

type AnyFunction = (...args: unknown[]) => unknown;
type Packed = readonly [kind: string, content?: unknown];

/**
 * One end of `contextBridge`. Both worlds share the DOM and nothing else: an event in one is heard at once in
 * the other, and Chromium clones its details on the way. Functions and promises stay, and are called from the
 * other world.
 */
function bridgeEnd(here: 'page' | 'preload', first?: AnyFunction) {
  const there = here === 'page' ? 'preload' : 'page';
  const own: AnyFunction[] = first ? [first] : [];
  const isPlain = (value: unknown) =>
    Object.prototype.toString.call(value) === '[object Object]' && !(value instanceof Promise);

  function pack(value: unknown): Packed {
    if (typeof value === 'function') return ['function', own.push(value as AnyFunction) - 1];
    if (value instanceof Promise)
      return [
        'promise',
        own.push((resolve, reject) => void value.then(resolve as AnyFunction, reject as AnyFunction)) - 1,
      ];
    if (value instanceof Error) return ['error', value.message];
    if (Array.isArray(value)) return ['array', value.map(pack)];
    if (isPlain(value))
      return ['object', Object.entries(value as object).map(([key, item]) => [key, pack(item)])];
    return ['value', value];
  }

  function unpack([kind, content]: Packed): unknown {
    if (kind === 'function') return (...args: unknown[]) => call(content as number, args);
    if (kind === 'promise')
      return new Promise((resolve, reject) => void call(content as number, [resolve, reject]));
    if (kind === 'error') return new Error(String(content));
    if (kind === 'array') return (content as Packed[]).map(unpack);
    if (kind === 'object')
      return Object.fromEntries((content as [string, Packed][]).map(([key, item]) => [key, unpack(item)]));
    return content;
  }

  /** Calls a function of the other world and waits for what it returns. */
  function call(id: number, args: readonly unknown[]): unknown {
    let answer = null as Packed | null;
    const hear = (event: Event) => {
      answer = (event as CustomEvent<Packed | null>).detail;
    };
    addEventListener(`stand-in:answer of ${there}`, hear);
    dispatchEvent(new CustomEvent(`stand-in:call of ${there}`, { detail: [id, args.map(pack)] }));
    removeEventListener(`stand-in:answer of ${there}`, hear);
    if (!answer) throw new Error('An object could not be cloned.');
    if (answer[0] === 'thrown') throw new Error(String(answer[1]));
    return unpack(answer);
  }

  addEventListener(`stand-in:call of ${here}`, (event) => {
    const [id, args] = (event as CustomEvent<[number, Packed[]]>).detail;
    let detail: Packed;
    try {
      detail = pack(own[id]!(...args.map(unpack)));
    } catch (thrown) {
      detail = ['thrown', thrown instanceof Error ? thrown.message : String(thrown)];
    }
    dispatchEvent(new CustomEvent(`stand-in:answer of ${here}`, { detail }));
  });
  return { call };
}

function inPage(makeEnd: typeof bridgeEnd): void {
  if (window !== window.top) return;
  makeEnd('page', (key, api) => {
    if (Object.hasOwn(window, key as string))
      throw new Error(`Cannot bind an API on top of an existing property on the window object`);
    Object.defineProperty(window, key as string, { value: api, enumerable: true });
  });
  // Asked before there is a page: one that shares this page's process, and is closed while Playwright still
  // attaches to it, can leave the process waiting for ever.
  window.open = (url = 'about:blank') => {
    dispatchEvent(new CustomEvent('stand-in:open', { detail: new URL(url, location.href).href }));
    return null;
  };
}

interface Wires {
  readonly toHost: string;
  readonly fromHost: string;
  readonly encode: (value: unknown) => string;
  readonly decode: (text: string) => unknown;
}

function inPreload(
  makeEnd: typeof bridgeEnd,
  wires: Wires,
  preload: (require: (name: string) => unknown, module: object, exports: object) => void,
): void {
  // Electron runs it in the main frame only, unless its preferences say otherwise.
  if (window !== window.top) return;
  const { call } = makeEnd('preload');
  const world = globalThis as unknown as Record<string, (text: string) => void>;
  const post = (message: unknown) => world[wires.toHost]!(wires.encode(message));
  const waiting = new Map<number, (answer: { value?: unknown; error?: string }) => void>();
  const listeners = new Map<string, AnyFunction[]>();
  let last = 0;
  addEventListener('stand-in:open', (event) => {
    post({ kind: 'open', url: (event as CustomEvent<string>).detail });
  });

  const ipcRenderer = {
    async invoke(channel: string, ...args: unknown[]) {
      last += 1;
      const id = last;
      post({ kind: 'invoke', id, channel, args });
      const { value, error } = await new Promise<{ value?: unknown; error?: string }>((resolve) => {
        waiting.set(id, resolve);
      });
      if (error !== undefined) throw new Error(error);
      return value;
    },
    send: (channel: string, ...args: unknown[]) => post({ kind: 'send', channel, args }),
    on: (channel: string, listener: AnyFunction) =>
      void listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
    off: (channel: string, listener: AnyFunction) =>
      void listeners.set(
        channel,
        (listeners.get(channel) ?? []).filter((each) => each !== listener),
      ),
  };
  world[wires.fromHost] = (text) => {
    const message = wires.decode(text) as ToRenderer;
    if (message.kind === 'answer') {
      waiting.get(message.id)?.(message);
      waiting.delete(message.id);
    } else {
      const event = { sender: ipcRenderer, ports: [] };
      for (const listener of listeners.get(message.channel) ?? []) listener(event, ...message.args);
    }
  };

  /** The host knows the path, but has to be asked without leaving this function: it is paused (files.ts). */
  function getPathForFile(file: File): string {
    if (!(file instanceof File)) throw new TypeError('The argument must be a File');
    const answer = { path: '' };
    // biome-ignore lint/suspicious/noDebugger: where the host sets the path
    debugger;
    return answer.path;
  }

  const electron = {
    contextBridge: { exposeInMainWorld: (key: string, api: unknown) => void call(0, [key, api]) },
    ipcRenderer,
    webUtils: { getPathForFile },
  };
  const module = { exports: {} };
  preload(
    (name) => {
      if (name !== 'electron') throw new Error(`module not found: ${name}`);
      return electron;
    },
    module,
    module.exports,
  );
}

/** The script of the page's own world. To be added before the other. */
export const pageScript = `(${inPage})(${bridgeEnd});`;

/** The script of the isolated world. @param preload source of the preload, one CommonJS file */
export const preloadScript = (preload: string): string => `(${inPreload})(
  ${bridgeEnd},
  { toHost: '${toHost}', fromHost: '${fromHost}', encode: ${encode}, decode: ${decode} },
  (require, module, exports) => {${preload}
  },
);`;
