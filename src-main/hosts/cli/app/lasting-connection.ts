/**
 * A connection that outlives the process behind it. The Fabdesk that answers a command may itself be a
 * command that ends earlier, for instance when a script runs several at once; then another one is found or
 * started here. The contract says which calls may be repeated there.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type AppClient, type AppContract, contract } from '../../../../src-shared/ipc/contract.ts';
import type { Call, CallInput, CallName } from '../../../../src-shared/ipc/wire.ts';
import { fail, toAppError } from '../../../../src-shared/result.ts';
import type { Connection } from './surroundings.ts';

type Name = CallName<AppContract>;

/** How many applications may end during one call. */
const mostMoves = 50;

export interface LastingOptions {
  /** Finds or starts an application; throws `CodedError`. */
  readonly open: () => Promise<Connection>;
  /** How long to wait for a process that is just starting or ending, and how often to try, ms. */
  readonly patience: number;
  readonly interval: number;
}

export async function openLasting({ open, patience, interval }: LastingOptions): Promise<Connection> {
  let current = await openPatiently();
  let reopening: Promise<unknown> | null = null;
  /** Each moves one subscription to another application. */
  const subscriptions = new Set<(client: AppClient) => void>();

  /** Another process holds the folder while it starts or ends: it will soon answer, or free the folder. */
  async function openPatiently(): Promise<Connection> {
    const deadline = Date.now() + patience;
    for (;;) {
      try {
        return await open();
      } catch (thrown) {
        if (toAppError(thrown).code !== 'already-running' || Date.now() >= deadline) throw thrown;
        await sleep(interval);
      }
    }
  }

  /** Shared by all calls that found the same connection broken. */
  async function reopen(dead: Connection): Promise<void> {
    if (current !== dead) return;
    reopening ??= openPatiently()
      .then((next) => {
        current = next;
        for (const subscription of subscriptions) subscription(next.client);
      })
      .finally(() => {
        reopening = null;
      });
    await reopening;
  }

  async function invoke<N extends Name>(name: N, input: CallInput<AppContract, N>) {
    for (let moves = 0; ; moves++) {
      const used = current;
      const result = await used.client.invoke(name, input);
      if (result.ok || moves === mostMoves) return result;
      if (result.error.code !== 'app-gone' || !(contract.calls[name] as Call).mayBeRepeated(input))
        return result;
      try {
        await reopen(used);
      } catch (thrown) {
        return fail(toAppError(thrown));
      }
    }
  }

  return {
    get runsHere() {
      return current.runsHere;
    },
    get setAside() {
      return current.setAside;
    },
    get hasStarted() {
      return current.hasStarted === true;
    },
    client: {
      invoke,
      on(name, listener) {
        let stop = (): void => {};
        const subscribe = (client: AppClient): void => {
          stop();
          stop = client.on(name, listener);
        };
        subscribe(current.client);
        subscriptions.add(subscribe);
        return () => {
          subscriptions.delete(subscribe);
          stop();
        };
      },
    },
    close: () => current.close(),
  };
}
