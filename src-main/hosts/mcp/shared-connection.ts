/**
 * The application behind all calls of an agent. It is found or started for the first one, and left a few
 * seconds after the last one, so that a window that starts meanwhile gets the data folder.
 */
import type { Connection, ConnectOptions } from '../cli/app/surroundings.ts';

/** Ms. */
const idleFor = 3_000;

export function shareConnection(connect: (options: ConnectOptions) => Promise<Connection>) {
  let opened: Promise<Connection> | null = null;
  let closing: Promise<unknown> = Promise.resolve();
  let users = 0;
  let timer: NodeJS.Timeout | undefined;

  function leave(): Promise<unknown> {
    clearTimeout(timer);
    const last = opened;
    opened = null;
    if (last) closing = last.then((connection) => connection.close()).catch(() => {});
    return closing;
  }

  return {
    async connect(options: ConnectOptions): Promise<Connection> {
      clearTimeout(timer);
      users += 1;
      try {
        opened ??= closing.then(() => connect(options));
        const { client, runsHere } = await opened;
        const close = async () => {
          users -= 1;
          if (users === 0) timer = setTimeout(leave, idleFor);
        };
        return { client, runsHere, close };
      } catch (thrown) {
        users -= 1;
        opened = null;
        throw thrown;
      }
    },
    close: leave,
  };
}
