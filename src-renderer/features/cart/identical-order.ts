/**
 * Finds an order in the queue that has exactly the parts of the cart: after an answer that was lost between
 * window and application (was the order queued or not?), and to warn before the same parts are ordered again.
 */
import type { CartLine } from '../../../src-shared/ipc/cart-line.ts';
import type { Job, OrderJob } from '../../../src-shared/jobs/job.ts';
import { mostOf, type UnitPrice } from '../../../src-shared/units/money.ts';

type Part = UnitPrice & { title: string; materialId: number; quantity: number };

const key = ({ title, materialId, quantity, ...price }: Part) =>
  JSON.stringify([title, materialId, quantity, mostOf(price)]);

export function isIdenticalOrder(lines: readonly CartLine[], job: OrderJob): boolean {
  const mine = lines.map(key).sort();
  const theirs = job.payload.lines.map(key).sort();
  return mine.length === theirs.length && mine.every((entry, index) => entry === theirs[index]);
}

/** Abandoned, cancelled and rejected orders are no reason to warn. */
const mayHaveBought = (job: OrderJob) =>
  !['cancelled', 'abandoned', 'rejected', 'poison'].includes(job.state);

/** The newest order with the same parts, quantities and prices among those for which `counts` is true. */
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
