/** Time and chance as the queue sees them. Tests and the simulation replace both. */
import { randomBytes } from 'node:crypto';

export interface QueueClock {
  /** Epoch ms. */
  now(): number;
  /** Calls `work` once after `ms`; call what it returns to cancel that. */
  after(ms: number, work: () => void): () => void;
}

export const systemClock: QueueClock = {
  now: () => Date.now(),
  after: (ms, work) => {
    // Longer delays overflow and fire at once.
    const timer = setTimeout(work, Math.min(ms, 2_000_000_000));
    return () => clearTimeout(timer);
  },
};

/** Resolves when the work has ended, whatever way, and at the latest after `patience` ms. */
export async function endedWithin(
  clock: Pick<QueueClock, 'after'>,
  patience: number,
  work: Promise<unknown>,
): Promise<void> {
  let giveUp = () => {};
  const late = new Promise<void>((resolve) => {
    giveUp = clock.after(patience, resolve);
  });
  await Promise.race([Promise.allSettled([work]), late]);
  giveUp();
}

export interface QueueRandom {
  /** At least 0, less than 1. */
  fraction(): number;
  bytes(count: number): Uint8Array;
}

export const systemRandom: QueueRandom = {
  fraction: () => Math.random(),
  bytes: (count) => randomBytes(count),
};
