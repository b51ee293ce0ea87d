/**
 * The few globals of Node, browsers and workers that geometry needs. They are typed here because src-shared has
 * the types of neither Node nor the DOM. All are web standards that Node 22 and Chromium implement.
 */
import { joinBytes } from './join-bytes.ts';

interface PlatformPort {
  onmessage: (() => void) | null;
  postMessage(message: null): void;
  close(): void;
}

interface ByteStreamReader {
  read(): Promise<{ done: boolean; value?: Uint8Array }>;
  cancel(): Promise<void>;
}

interface ByteStreamWriter {
  write(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
  abort(): Promise<void>;
}

interface Inflater {
  readonly readable: { getReader(): ByteStreamReader };
  readonly writable: { getWriter(): ByteStreamWriter };
}

/** The same pair of streams: bytes in, compressed bytes out. */
export type Deflater = Inflater;

/** Deflate by itself, or in the wrapping of zlib, as PNG wants it. */
type Deflate = 'deflate-raw' | 'deflate';

/** What geometry uses of WebAssembly, whose types belong to the DOM. */
export interface WebAssemblyMemory {
  readonly buffer: ArrayBuffer;
}

interface WebAssemblyNamespace {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
}

/** The functions of Node's zlib that geometry uses. They inflate and check several times as fast as web streams do. */
interface NodeZlib {
  createInflateRaw(options: { chunkSize: number }): AsyncIterable<Uint8Array> & {
    end(bytes: Uint8Array): void;
  };
  readonly crc32?: (bytes: Uint8Array, before: number) => number;
}

interface Platform {
  readonly process?: { readonly getBuiltinModule?: (name: string) => unknown };
  readonly WebAssembly?: WebAssemblyNamespace;
  readonly SharedArrayBuffer?: typeof SharedArrayBuffer;
  readonly atob: (base64: string) => string;
  readonly Buffer?: { from(text: string, encoding: 'base64'): Uint8Array };
  readonly performance: { now(): number };
  readonly setImmediate?: (callback: () => void) => unknown;
  readonly setTimeout: (callback: () => void, delay: number) => unknown;
  readonly clearTimeout: (timer: unknown) => void;
  readonly MessageChannel?: new () => { port1: PlatformPort; port2: PlatformPort };
  readonly DecompressionStream?: new (format: 'deflate-raw') => Inflater;
  readonly CompressionStream?: new (format: Deflate) => Deflater;
}

const platform = globalThis as unknown as Platform;

/** Null if the platform or its security policy has none. */
export const webAssembly = (): WebAssemblyNamespace | null => platform.WebAssembly ?? null;

/** Memory that threads can share; null in a window that admits content of other origins. */
export const sharedMemory = (): typeof SharedArrayBuffer | null => platform.SharedArrayBuffer ?? null;

export function decodeBase64(text: string): Uint8Array {
  if (platform.Buffer) return platform.Buffer.from(text, 'base64');
  const binary = platform.atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** Milliseconds of a clock that only moves forward. */
export const monotonicNow = (): number => platform.performance.now();

/** Calls back after `delay` ms without keeping a process alive. The result cancels the call. */
export function later(delay: number, callback: () => void): () => void {
  const timer = platform.setTimeout(callback, delay);
  // Node's timers are objects, those of browsers are numbers.
  (timer as { unref?: () => void }).unref?.();
  return () => platform.clearTimeout(timer);
}

const zlib = platform.process?.getBuiltinModule?.('node:zlib') as NodeZlib | undefined;

/** The CRC-32 of the platform (bytes, checksum of what came before), if it has one. */
export const nativeCrc32 = zlib?.crc32 ?? null;

const inflatedPiece = 1 << 20;

/**
 * Inflates raw deflate (to about `size` bytes) piece by piece: the next piece is produced while the last one is
 * used. Null if the platform cannot. Damaged data throws a TypeError or an error whose code begins with `Z_` or
 * `ERR_`.
 */
export function inflatePieces(bytes: Uint8Array, size: number): AsyncIterable<Uint8Array> | null {
  if (zlib !== undefined) {
    const stream = zlib.createInflateRaw({ chunkSize: Math.min(inflatedPiece, Math.max(1024, size)) });
    stream.end(bytes);
    return stream;
  }
  return platform.DecompressionStream
    ? inflateWith(new platform.DecompressionStream('deflate-raw'), bytes)
    : null;
}

async function* inflateWith(inflater: Inflater, bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const writer = inflater.writable.getWriter();
  const reader = inflater.readable.getReader();
  // Failures of writing also appear when reading; here they only must not count as unhandled.
  const written = writer.write(bytes).then(
    () => writer.close(),
    () => undefined,
  );
  written.catch(() => undefined);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || value === undefined) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** A stream that compresses; null if the platform has none. */
export const createDeflater = (format: Deflate): Deflater | null =>
  platform.CompressionStream ? new platform.CompressionStream(format) : null;

/** Null if the platform cannot compress. */
export async function deflated(bytes: Uint8Array, format: Deflate): Promise<Uint8Array | null> {
  const deflater = createDeflater(format);
  if (deflater === null) return null;
  const writer = deflater.writable.getWriter();
  const reader = deflater.readable.getReader();
  const written = writer.write(bytes).then(() => writer.close());
  const pieces: Uint8Array[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done || value === undefined) break;
    pieces.push(value);
  }
  await written;
  return joinBytes(pieces);
}

/**
 * Lets waiting messages (a cancel, a keystroke) be handled before work continues. Browsers delay nested timers by
 * 4 ms, which is too long for a 50 MB file that takes 100 ms.
 */
export function letOthersRun(): Promise<void> {
  return new Promise((resolve) => {
    if (platform.setImmediate) {
      platform.setImmediate(resolve);
      return;
    }
    if (!platform.MessageChannel) {
      resolve();
      return;
    }
    const { port1, port2 } = new platform.MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
