/** How long to wait after failed attempts. Full jitter keeps many queues from calling at the same moment. */
import type { QueueRandom } from './clock.ts';

export const shortestWait = 2_000;
export const longestWait = 15 * 60_000;

/** Ms after the n-th failure in a row (from 1): between 2 s and a bound that doubles up to 15 min. */
export function backoff(failures: number, random: Pick<QueueRandom, 'fraction'>): number {
  const bound = Math.min(longestWait, shortestWait * 2 ** Math.min(failures, 20));
  return Math.round(shortestWait + random.fraction() * (bound - shortestWait));
}
