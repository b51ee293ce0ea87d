/**
 * Recognizes an order of the queue that holds exactly what the cart holds. Used after an answer that was lost
 * between the window and the app (was the order queued or not?), and to warn before the same is ordered again.
 */
import type { CartLine } from '../../../src-shared/ipc/contract.ts';
import type { Job, OrderJob } from '../../../src-shared/jobs/job.ts';

type Part = { title: string; materialId: number; quantity: number; unitPrice: number };

const key = ({ title, materialId, quantity, unitPrice }: Part) =>
  JSON.stringify([title, materialId, quantity, unitPrice]);

export function isIdenticalOrder(lines: readonly CartLine[], job: OrderJob): boolean {
  const mine = lines.map(key).sort();
  const theirs = job.payload.lines.map(key).sort();
  return mine.length === theirs.length && mine.every((entry, index) => entry === theirs[index]);
}

/** Orders that were given up, cancelled or refused bought nothing and are no reason to warn. */
const mayHaveBought = (job: OrderJob) =>
  !['cancelled', 'abandoned', 'rejected', 'poison'].includes(job.state);

/** The newest order with the same parts, prices and quantities among those that `counts` lets through. */
export function findIdenticalOrder(
  lines: readonly CartLine[],
  jobs: readonly Job[],
  counts: (job: OrderJob) => boolean,
): OrderJob | null {
  if (lines.length === 0) return null;
  return (
    jobs
      .filter((job) => job.kind === 'order')
      .filter((job) => counts(job) && mayHaveBought(job) && isIdenticalOrder(lines, job))
      .sort((a, b) => b.createdAt - a.createdAt)[0] ?? null
  );
}
