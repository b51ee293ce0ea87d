/**
 * Waits for the rest of a file that says itself that it is cut off, as long as a program may still be writing
 * it. Every way by which a file comes in calls this.
 */
import { open } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { cutOffHead, cutOffTail, isCutOff } from '../../src-shared/geometry/readers/cut-off.ts';

/** A file that nobody has written to for so long has come to rest, ms. */
const restAfter = 4000;
/** No program that writes longer is waited for, ms. */
const patience = 60_000;
const every = 250;

export interface WaitRules {
  readonly signal?: AbortSignal | undefined;
  /** Called once, when waiting begins. */
  readonly onWait?: () => void;
}

/** False: it is cut off and at rest. A file that cannot be read counts as complete, for whoever reads it. */
export async function untilComplete(path: string, { signal, onWait }: WaitRules = {}): Promise<boolean> {
  const end = Date.now() + patience;
  for (let isFirst = true; ; isFirst = false) {
    const state = await stateOf(path).catch(() => null);
    if (state === null || !state.isCutOff) return true;
    const now = Date.now();
    if (now > end || Math.abs(now - state.modifiedAt) > restAfter || signal?.aborted) return false;
    if (isFirst) onWait?.();
    await wait(every, undefined, { signal }).catch(() => {});
  }
}

async function stateOf(path: string): Promise<{ readonly isCutOff: boolean; readonly modifiedAt: number }> {
  const file = await open(path);
  try {
    const { size, mtimeMs } = await file.stat();
    const part = async (start: number, length: number) => {
      const buffer = new Uint8Array(Math.min(length, size));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, start);
      return buffer.subarray(0, bytesRead);
    };
    const head = await part(0, cutOffHead);
    const tail = await part(Math.max(0, size - cutOffTail), cutOffTail);
    return { isCutOff: isCutOff(head, tail, size, path), modifiedAt: mtimeMs };
  } finally {
    await file.close();
  }
}
