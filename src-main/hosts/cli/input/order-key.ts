/**
 * `--key`: the same command line with the same key is the same order, also in another process and after a
 * restart. The key goes to the queue with a digest of what the command asks for, so that another command
 * cannot use it.
 */
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { ShippingAddress, ShippingOption } from '../../../../src-shared/api/orders.ts';
import type { OrderExtras } from '../../../../src-shared/jobs/order-extras.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { hashInSlices } from '../../../files/hash-file.ts';
import type { PriceLimit } from './max-price.ts';
import { usageError } from './options.ts';
import type { RequestedLine } from './order-lines.ts';

/** The request of the command line, without prices, since they change by themselves. */
export interface KeyedOrder {
  readonly accountId: string;
  readonly lines: readonly RequestedLine[];
  readonly unit: string | undefined;
  readonly scale: string | undefined;
  readonly address: ShippingAddress;
  readonly shippingOption: ShippingOption;
  readonly extras: OrderExtras;
  readonly referenceLine: boolean;
  readonly maxPrices: readonly PriceLimit[];
}

/** Throws `usage` for a key that is empty or too long. */
export function parseKey(text: string): string {
  const key = text.trim();
  if (key !== '' && key.length <= 80) return key;
  throw usageError(ref('cli.order.badKey'));
}

export async function keyedRequest(key: string, order: KeyedOrder, cwd: string) {
  const lines: object[] = [];
  // The bytes count, not the name: a file that has changed makes another order.
  for (const { material, quantity, ...line } of order.lines) {
    const part =
      'file' in line
        ? { sha256: (await hashInSlices(resolve(cwd, line.file))).sha256 }
        : { modelId: line.modelId };
    lines.push({ ...part, material, quantity });
  }
  const { address, ...others } = order;
  const fields = Object.entries(address).sort(([a], [b]) => (a < b ? -1 : 1));
  const content = JSON.stringify(Object.entries({ ...others, lines, address: fields }).sort());
  return {
    requestKey: `key/${key}`,
    requestDigest: createHash('sha256').update(content).digest('hex'),
  };
}
