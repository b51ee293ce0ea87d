/** Orders on the machine of the suite: placed by the command line, counted at the local service. */
import { expect } from 'vitest';
import { addressOptions, usAddress } from '../support/address.ts';
import { fabdesk } from './windows.ts';

/** Runs a command with `--json` that must succeed, and returns its answer. */
// biome-ignore lint/suspicious/noExplicitAny: answers are asserted field by field
export async function ask(data: string, ...args: string[]): Promise<any> {
  const { code, stdout, stderr } = await fabdesk([...args, '--json'], { env: { FABDESK_DATA: data } });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

export const orderArguments = (line: string): string[] => [
  ...['order', line, '--unit', 'mm', '--yes'],
  ...addressOptions(usAddress),
];

/** The ids of the orders that the service has. */
export async function ordersAtService(data: string): Promise<number[]> {
  const { orders } = await ask(data, 'service');
  return orders.map(({ orderId }: { orderId: number }) => orderId).sort();
}
