/** Timers, threads and compression, the same way on Node, in windows and in workers. */
import { type Deflate, web } from '../../web.ts';
import { joinBytes } from './join-bytes.ts';

/** The functions of Node's zlib that geometry uses, several times as fast as web streams. */
interface NodeZlib {
  createInflateRaw(options: { chunkSize: number }): AsyncIterable<Uint8Array> & {
    end(bytes: Uint8Array): void;
  };
  readonly crc32?: (bytes: Uint8Array, before: number) => number;
}

/** Memory that threads can share; null in a window that admits content of other origins. */
export const sharedMemory = (): typeof SharedArrayBuffer | null => web.SharedArrayBuffer ?? null;

/** Milliseconds of a clock that only moves forward. */
export const monotonicNow = (): number => web.performance.now();

/** Calls back after `delay` ms without keeping a process alive. The result cancels the call. */
export function later(delay: number, callback: () => void): () => void {
  const timer = web.setTimeout(callback, delay);
  // Node's timers are objects, those of browsers are numbers.
  (timer as { unref?: () => void }).unref?.();
  return () => web.clearTimeout(timer);
}

const zlib = web.process?.getBuiltinModule?.('node:zlib') as NodeZlib | undefined;

/** The CRC-32 of the platform (bytes, checksum of what came before), if it has one. */
export const nativeCrc32 = zlib?.crc32 ?? null;

const inflatedPiece = 1 << 20;

/**
 * Inflates raw deflate (to about `size` bytes) piece by piece: the next piece is produced while the last one
 * is used. Damaged data throws a TypeError or an error whose code begins with `Z_` or `ERR_`.
 */
export function inflatePieces(bytes: Uint8Array, size: number): AsyncIterable<Uint8Array> {
  if (zlib === undefined) return inflateInBrowser(bytes);
  const stream = zlib.createInflateRaw({ chunkSize: Math.min(inflatedPiece, Math.max(1024, size)) });
  stream.end(bytes);
  return stream;
}

async function* inflateInBrowser(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new web.DecompressionStream('deflate-raw');
  const writer = writable.getWriter();
  const reader = readable.getReader();
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

/** Deflates what is written and hands out the compressed bytes as they come. */
export class Deflater {
  readonly #writer;
  readonly #drained: Promise<void>;

  constructor(format: Deflate, take: (bytes: Uint8Array) => void) {
    const { readable, writable } = new web.CompressionStream(format);
    this.#writer = writable.getWriter();
    this.#drained = drain(readable.getReader(), take);
    // A failure is reported when finishing; here it only must not count as unhandled.
    this.#drained.catch(() => undefined);
  }

  write(bytes: Uint8Array): Promise<void> {
    return this.#writer.write(bytes);
  }

  async finish(): Promise<void> {
    await this.#writer.close();
    await this.#drained;
  }
}

async function drain(
  reader: { read(): Promise<{ done: boolean; value?: Uint8Array }> },
  take: (bytes: Uint8Array) => void,
): Promise<void> {
  for (;;) {
    const { done, value } = await reader.read();
    if (done || value === undefined) return;
    take(value);
  }
}

export async function deflated(bytes: Uint8Array, format: Deflate): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const deflater = new Deflater(format, (piece) => pieces.push(piece));
  await deflater.write(bytes);
  await deflater.finish();
  return joinBytes(pieces);
}

/**
 * Lets waiting messages (a cancel, a keystroke) be handled before work continues. Browsers delay nested
 * timers by 4 ms, which is too long for a 50 MB file that takes 100 ms.
 */
export function letOthersRun(): Promise<void> {
  return new Promise((resolve) => {
    if (web.setImmediate) {
      web.setImmediate(resolve);
      return;
    }
    const { port1, port2 } = new web.MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
