/** The orders that were placed from here, and what was charged for them. */
import { type PastCharge, pastCharges } from '../../../../src-shared/estimate/landed-cost.ts';
import type { Account } from '../../../../src-shared/ipc/account.ts';
import type { AppClient } from '../../../../src-shared/ipc/contract.ts';
import type { OrderJob } from '../../../../src-shared/jobs/job.ts';
import { invoke } from '../app/surroundings.ts';

export async function ordersPlacedHere(client: AppClient, account: Account): Promise<OrderJob[]> {
  const jobs = await invoke(client, 'queue.list', {});
  return jobs.filter((job) => job.kind === 'order' && job.accountId === account.id) as OrderJob[];
}

/** Newest first. */
export async function readPastCharges(client: AppClient, account: Account): Promise<readonly PastCharge[]> {
  const { charges } = await invoke(client, 'settings.get', {});
  return charges ? pastCharges(await ordersPlacedHere(client, account), charges, account.id) : [];
}
