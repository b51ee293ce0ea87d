/**
 * The globals that Node, windows and workers have in common, as far as they are used here: this package is
 * checked without the types of Node and of the DOM. All are standards of Node 22 and Chromium.
 */

/** https://url.spec.whatwg.org */
export interface ParsedUrl {
  readonly href: string;
  readonly origin: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly username: string;
  readonly password: string;
  readonly hash: string;
}

interface Port {
  onmessage: (() => void) | null;
  postMessage(message: null): void;
  close(): void;
}

interface StreamReader {
  read(): Promise<{ done: boolean; value?: Uint8Array }>;
  cancel(): Promise<void>;
}

interface StreamWriter {
  write(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/** A pair of streams: bytes in, changed bytes out. https://compression.spec.whatwg.org */
interface TransformStream {
  readonly readable: { getReader(): StreamReader };
  readonly writable: { getWriter(): StreamWriter };
}

/** Deflate alone, or wrapped by zlib, as PNG needs it. */
export type Deflate = 'deflate-raw' | 'deflate';

export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  /** @throws RangeError if there is no more memory */
  grow(pages: number): number;
}

export interface WasmTable {
  get(index: number): ((...values: unknown[]) => unknown) | null;
}

export interface WasmInstance {
  readonly exports: Readonly<Record<string, unknown>>;
}

/** A compiled module, which is opaque here. */
export interface WasmModule {
  readonly wasmModule?: never;
}

/** The functions that one module of a WebAssembly's imports provides. */
export type WasmImports = Readonly<Record<string, (...values: never[]) => unknown>>;

type AllImports = Readonly<Record<string, WasmImports>>;

interface Web {
  readonly URL: { parse(text: string): ParsedUrl | null };
  readonly TextDecoder: new (
    label: string,
    options?: { readonly fatal: boolean },
  ) => { decode(bytes: Uint8Array): string };
  readonly TextEncoder: new () => { encode(text: string): Uint8Array };
  readonly WebAssembly: {
    readonly Module: new (bytes: Uint8Array) => WasmModule;
    readonly Instance: new (module: WasmModule, imports: AllImports) => WasmInstance;
    compile(bytes: Uint8Array): Promise<WasmModule>;
    instantiate(module: WasmModule, imports: AllImports): Promise<WasmInstance>;
  };
  readonly DecompressionStream: new (format: Deflate) => TransformStream;
  readonly CompressionStream: new (format: Deflate) => TransformStream;
  readonly MessageChannel: new () => { port1: Port; port2: Port };
  readonly performance: { now(): number };
  setTimeout(callback: () => void, delay: number): unknown;
  clearTimeout(timer: unknown): void;
  /** Missing in a window that admits content of other origins. */
  readonly SharedArrayBuffer?: typeof SharedArrayBuffer;
  /** Only in Node. */
  readonly setImmediate?: (callback: () => void) => unknown;
  readonly process?: { readonly getBuiltinModule?: (name: string) => unknown };
}

export const web = globalThis as unknown as Web;
