/** Prepares an order as `fabdesk order` does, and hands it to the queue as a proposal. Sends nothing. */
import { randomUUID } from 'node:crypto';
import type { ShippingOption } from '../../../src-shared/api/orders.ts';
import type { Account } from '../../../src-shared/ipc/account.ts';
import type { AppClient } from '../../../src-shared/ipc/contract.ts';
import type { OrderJob } from '../../../src-shared/jobs/job.ts';
import type { Proposer } from '../../../src-shared/jobs/proposal.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import { mainError } from '../../main-error.ts';
import { orderCosts } from '../cli/analysis/order-costs.ts';
import { importLines, priceLines } from '../cli/analysis/place-order.ts';
import { readSizeContext, type SizeRules } from '../cli/analysis/priced-models.ts';
import { invoke } from '../cli/app/surroundings.ts';
import type { Host } from '../cli/declare.ts';
import { readAddress } from '../cli/input/address.ts';
import type { RequestedLine } from '../cli/input/order-lines.ts';

export interface Proposed {
  readonly lines: readonly RequestedLine[];
  readonly rules: SizeRules;
  readonly shippingOption: ShippingOption;
  readonly proposer: Proposer;
  /** Throws if a file is no longer where it was when the agent named it. */
  readonly recheck: () => Promise<void>;
}

/** Throws `CodedError` for everything for which `fabdesk order` refuses, and for an open price. */
export async function propose(
  host: Host,
  client: AppClient,
  account: Account,
  { lines: requests, rules, shippingOption, proposer, recheck }: Proposed,
): Promise<OrderJob> {
  const { address: saved } = await invoke(client, 'workspace.get', {});
  // The reasons would name what is in the address.
  const address = await readAddress({}, saved, host.cwd).catch(() => {
    throw mainError('bad-address', ref('cli.mcp.noAddress'));
  });
  const context = await readSizeContext(client, rules);
  const lines = await priceLines(host, client, requests, context, {
    anyway: false,
    maxPrices: [],
    confirmUnit: null,
  });
  const costs = await orderCosts(client, account, lines, address, shippingOption);
  const cart = await importLines(client, lines);
  await recheck();
  host.signal.throwIfAborted();
  const { order } = await invoke(client, 'queue.propose', {
    accountId: account.id,
    lines: cart,
    address,
    shippingOption,
    shippingPrice: costs.shipping.price,
    confirmedParts: costs.sum.parts,
    requestKey: randomUUID(),
    proposer,
  });
  if (order.kind !== 'order') throw new Error('a proposal is an order');
  return order;
}
