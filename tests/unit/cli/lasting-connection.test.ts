import { describe, expect, it } from 'vitest';
import { openLasting } from '../../../src-main/hosts/cli/app/lasting-connection.ts';
import type { Connection } from '../../../src-main/hosts/cli/app/surroundings.ts';
import type { AppClient } from '../../../src-shared/ipc/contract.ts';
import { CodedError, fail, type Result, succeed } from '../../../src-shared/result.ts';
import { usAddress } from '../../support/address.ts';
import { cartLine } from '../../support/samples.ts';

type Answer = 'ok' | 'app-gone';

/** Gives these answers in order, then always `ok`; `heard` counts every call. */
function fake(...answers: Answer[]) {
  const listeners = new Set<(payload: unknown) => void>();
  const heard: string[] = [];
  const client: AppClient = {
    async invoke(name) {
      heard.push(name);
      const answer = answers.shift() ?? 'ok';
      return (answer === 'ok' ? succeed([]) : fail({ code: answer, message: 'No.' })) as Result<never>;
    },
    on(_name, listener) {
      listeners.add(listener as never);
      return () => listeners.delete(listener as never);
    },
  };
  const connection: Connection = { client, runsHere: false, close: async () => {} };
  const tell = () => {
    for (const listener of listeners) listener({});
  };
  return { connection, heard, tell, listeners };
}

/** Opens these one after another; an error is thrown, and the last one is repeated. */
function opener(...steps: (Connection | CodedError)[]) {
  let opened = 0;
  const open = async () => {
    const step = steps[Math.min(opened++, steps.length - 1)];
    if (step === undefined || step instanceof CodedError) throw step;
    return step;
  };
  return { open, patience: 5_000, interval: 1, opened: () => opened };
}

const order = {
  lines: [cartLine()],
  address: usAddress,
  shippingOption: 'Cheapest' as const,
  confirmedParts: 12.4,
};
const busy = new CodedError('already-running', 'Another process holds the folder.');

describe('a connection whose process ends', () => {
  it('A read is repeated at the next application.', async () => {
    const [first, second] = [fake('app-gone'), fake()];
    const { client } = await openLasting(opener(first.connection, second.connection));
    expect(await client.invoke('queue.list', {})).toEqual(succeed([]));
    expect(second.heard).toEqual(['queue.list']);
  });

  it('An order is placed again only with a key of its own.', async () => {
    const [first, second] = [fake('app-gone', 'app-gone'), fake()];
    const { client } = await openLasting(opener(first.connection, second.connection));
    expect((await client.invoke('queue.placeOrder', order)).ok).toBe(false);
    expect(second.heard).toEqual([]);
    expect((await client.invoke('queue.placeOrder', { ...order, requestKey: 'once' })).ok).toBe(true);
    expect(second.heard).toEqual(['queue.placeOrder']);
  });

  it.each(['queue.cancel', 'queue.confirm', 'orders.cancel', 'queue.enqueueUpload'] as const)(
    'A lasting connection never repeats %s.',
    async (name) => {
      const [first, second] = [fake('app-gone'), fake()];
      const { client } = await openLasting(opener(first.connection, second.connection));
      expect(await client.invoke(name, {} as never)).toMatchObject({
        ok: false,
        error: { code: 'app-gone' },
      });
      expect(second.heard).toEqual([]);
    },
  );

  it('One new connection serves all calls that lost theirs, and events continue.', async () => {
    const [first, second] = [fake('app-gone', 'app-gone', 'app-gone'), fake()];
    const way = opener(first.connection, second.connection);
    const { client } = await openLasting(way);
    let events = 0;
    const stop = client.on('job', () => events++);
    await Promise.all([1, 2, 3].map(() => client.invoke('queue.list', {})));
    expect(way.opened()).toBe(2);
    first.tell();
    second.tell();
    expect(events).toBe(1);
    stop();
    expect(second.listeners.size).toBe(0);
  });

  it('A lasting connection waits while another process starts or ends.', async () => {
    const only = fake();
    const { client } = await openLasting(opener(busy, busy, only.connection));
    expect((await client.invoke('orders.cancel', { orderId: 1 })).ok).toBe(true);
    expect(only.heard).toHaveLength(1);
  });

  it('A lasting connection finally fails with the reason.', async () => {
    const patience = { patience: 0, interval: 1 };
    await expect(openLasting({ ...opener(busy), ...patience })).rejects.toThrow('holds the folder');
    const broken = new CodedError('database-unusable', 'The disk is broken.');
    await expect(openLasting(opener(broken))).rejects.toThrow('The disk is broken.');
  });
});
