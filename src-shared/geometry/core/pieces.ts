/** Feeds a source to the fast core in pieces. What a piece leaves over is prepended to the next one. */

import { ref } from '../../messages/messages.ts';
import { type ByteSource, readFully } from '../readers/byte-source.ts';
import { failDamaged } from '../readers/raw-mesh.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { type Core, region } from './core.ts';

/** Bytes per piece: enough to outweigh the cost of a call, few enough for the cache. */
const pieceBytes = 1 << 18;

/** SIMD loads reach beyond the end, and zeros end the last word. */
const slack = 64;

/** Bytes of the input region: a piece, the rest of the previous one, and zeros. */
export const pieceSpace = 2 * pieceBytes + slack;

/**
 * Uses the bytes from `start` to `end`, which zeros follow. Returns the address after the last byte used, or
 * null to give up. At the last piece it must use everything that matters.
 */
export type UsePiece = (start: number, end: number, isLast: boolean) => number | null;

/** False if a piece gave up, or if a unit is longer than a piece. @throws as sources do */
export async function eachPiece(
  core: Core,
  source: ByteSource,
  from: number,
  progress: TaskProgress,
  use: UsePiece,
): Promise<boolean> {
  core.reserve(region.input, pieceSpace);
  let carried = 0;
  for (let at = from; ; ) {
    const base = core.address(region.input);
    const wanted = Math.min(2 * pieceBytes - carried, pieceBytes, source.size - at);
    const got = await readFully(source, core.bytes(base + carried, wanted), at);
    if (got < wanted) failDamaged(ref('geometry.fileShrank'));
    at += got;
    const end = base + carried + got;
    core.bytes(end, slack).fill(0);
    const isLast = at >= source.size;
    const used = use(base, end, isLast);
    if (used === null) return false;
    if (isLast) return true;
    // Growing may have moved other regions, but the input comes first.
    carried = end - used;
    if (carried > pieceBytes) return false;
    core.bytes(base, carried).set(core.bytes(used, carried));
    await progress.step((at - from) / (source.size - from));
  }
}

/** Accepts pieces of any length as they come. */
export class Feeder {
  readonly #core: Core;
  readonly #use: UsePiece;
  #carried = 0;
  #gaveUp = false;

  constructor(core: Core, use: UsePiece) {
    this.#core = core;
    this.#use = use;
    core.reserve(region.input, pieceSpace);
  }

  /** False once a piece gave up. */
  feed(bytes: Uint8Array): boolean {
    for (let at = 0; at < bytes.length && !this.#gaveUp; at += pieceBytes) {
      const piece = bytes.subarray(at, at + pieceBytes);
      this.#core.bytes(this.#core.address(region.input) + this.#carried, piece.length).set(piece);
      this.#run(piece.length, false);
    }
    return !this.#gaveUp;
  }

  finish(): boolean {
    if (!this.#gaveUp) this.#run(0, true);
    return !this.#gaveUp;
  }

  #run(more: number, isLast: boolean): void {
    const base = this.#core.address(region.input);
    const end = base + this.#carried + more;
    this.#core.bytes(end, slack).fill(0);
    const used = this.#use(base, end, isLast);
    if (used === null || end - used > pieceBytes) {
      this.#gaveUp = true;
      return;
    }
    this.#carried = end - used;
    this.#core.bytes(base, this.#carried).set(this.#core.bytes(used, this.#carried));
  }
}

/** Address after the last line feed; null if there is none. The last piece consists of whole lines. */
export function endOfLines(core: Core, start: number, end: number, isLast: boolean): number | null {
  if (isLast) return end;
  const feed = core.bytes(start, end - start).lastIndexOf(10);
  return feed < 0 ? null : start + feed + 1;
}

/** Writes zeros after the whole lines of a piece while `use` works, so that no number runs on. */
export function withinLines<Result>(core: Core, stop: number, use: () => Result): Result {
  const behind = core.bytes(stop, slack);
  const saved = behind.slice();
  behind.fill(0);
  const result = use();
  core.bytes(stop, slack).set(saved);
  return result;
}
