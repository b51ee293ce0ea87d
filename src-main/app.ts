/**
 * The composition root: the whole application behind one typed contract. Every host (Electron, browser,
 * command line) creates one App and is a thin transport over it. Imports no host and no electron. It opens in
 * three stages (app/open-data.ts, app/open-reach.ts, app/open-work.ts), each of which uses only what the
 * earlier ones returned.
 */
import { type ClosingStack, opening } from '../src-shared/closing-stack.ts';
import { type AppClient, contract } from '../src-shared/ipc/contract.ts';
import type { Result } from '../src-shared/result.ts';
import { AppEvents, type EventListener } from './app/events.ts';
import { openData } from './app/open-data.ts';
import { openReach } from './app/open-reach.ts';
import { openWork } from './app/open-work.ts';
import type { AppOptions } from './app/options.ts';
import { dispatch } from './dispatch.ts';
import type { Spool } from './files/spool.ts';
import { createHandlers } from './handlers.ts';
import { startControlServer } from './instance/control-server.ts';
import { explainDataFolderFailure } from './instance/data-folder-failure.ts';
import type { Log } from './log.ts';
import { type OpenedPaths, type OpenHow, openFiles } from './open-files.ts';

export interface App {
  readonly log: Log;
  /** The contract for callers in this process, through the same validation as any transport. */
  readonly client: AppClient;
  /** The entry point of every transport. Never throws. */
  call(name: string, input: unknown): Promise<Result<unknown>>;
  /** Returns the function that ends the subscription. */
  onEvent(listener: EventListener): () => void;
  /** Imports a file that a transport receives as bytes. Throws `CodedError`. */
  importStream: Spool['importStream'];
  /** Locates a spooled file for a transport that serves it; null if there is none. */
  spooled(sha256: string): Promise<{ readonly path: string; readonly size: number } | null>;
  /** Opens local files in the window, as soon as there is one. */
  open(paths: readonly string[], how?: OpenHow): Promise<OpenedPaths>;
  /** The machine woke or has another network: what waits for the network is tried now. */
  tryNow(): void;
  /** Called by a host that shows the app at an address. */
  setAddress(address: () => string): void;
  /** Resolves when other processes no longer ask, after 15 s at most. */
  untilQuiet(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Throws `already-running` if another process owns the data folder, and other `CodedError`s if it cannot be
 * used.
 */
export const createApp = (options: AppOptions): Promise<App> =>
  opening((closing) => start(options, closing)).catch((thrown: unknown) => {
    throw explainDataFolderFailure(thrown, options.dataDir);
  });

async function start(options: AppOptions, closing: ClosingStack): Promise<App> {
  const events = new AppEvents();
  const data = await openData(options, events, closing);
  const reach = await openReach(options, data, closing);
  const work = openWork(options, data, reach, events, closing);
  const { log, workspace, spool } = data;
  const { queue, opened } = work;
  let address: (() => string) | null = null;

  const handlers = createHandlers(options, data, reach, work, events, () => address?.() ?? null);
  const call: App['call'] = (name, input) =>
    dispatch(contract, handlers, name, input, (where, thrown) => log.error(where, thrown));
  const control = await startControlServer(options.dataDir, call);
  closing.add(() => control.close());
  events.subscribe((name, payload) => control.broadcast(name, payload));
  work.begin();

  return {
    log,
    client: { invoke: (name, input) => call(name, input) as never, on: events.on },
    call,
    onEvent: events.subscribe,
    importStream: spool.importStream,
    async spooled(sha256) {
      const size = await spool.sizeOf(sha256);
      return size === null ? null : { path: spool.pathOf(sha256), size };
    },
    open: (paths, how = {}) => openFiles(paths, how, { spool, opened, workspace }),
    tryNow: () => queue.tryNow(),
    setAddress(next) {
      address = next;
    },
    untilQuiet: () => control.untilQuiet(),
    close: () => closing.close(),
  };
}
