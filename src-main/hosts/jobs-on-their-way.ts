/** Counts the jobs that would stop if Fabdesk ended now: a host without a window stays for them. */
import type { AppClient } from '../../src-shared/ipc/contract.ts';
import type { Job } from '../../src-shared/jobs/job.ts';

/** Jobs go on without a person, now or when the network is back. */
const goesOnIn: ReadonlySet<Job['wait']> = new Set([null, 'dependency', 'network', 'rate', 'disk']);
const isOnItsWay = ({ state, wait }: Job): boolean =>
  state === 'queued'
    ? goesOnIn.has(wait)
    : state === 'preparing' || state === 'armed' || state === 'committed' || state === 'unknown';

/** How many jobs. 0 while Fabdesk is paused. */
export async function jobsOnTheirWay(client: AppClient): Promise<number> {
  const status = await client.invoke('app.status', {});
  if (!status.ok || status.value.paused) return 0;
  const { queue } = status.value;
  if (queue.running > 0) return queue.running + queue.waiting;
  if (queue.waiting === 0) return 0;
  const jobs = await client.invoke('queue.list', {});
  return jobs.ok ? jobs.value.filter(isOnItsWay).length : 0;
}
