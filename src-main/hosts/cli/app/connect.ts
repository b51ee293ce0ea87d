/**
 * The application behind a command: the Fabdesk that already runs on the same data folder, or else a new one
 * in this process. Two at once would write to one queue, so a running one always comes first.
 */
import { createApp } from '../../../app.ts';
import { connectToRunningApp } from '../../../instance/control-client.ts';
import { stateDir } from '../../../state-dir.ts';
import { version } from '../../../version.ts';
import { openLasting } from './lasting-connection.ts';
import { findOrStart } from './start-fabdesk.ts';
import type { Connection, ConnectOptions } from './surroundings.ts';

/**
 * Starting takes about a second, and more where many start at once. Ending takes as long as outstanding
 * answers.
 */
const patience = 60_000;

export const connect = ({
  dataDir,
  readOnly = false,
  inWindow = false,
}: ConnectOptions): Promise<Connection> =>
  openLasting({
    patience,
    interval: 100,
    async open() {
      const { running, hasStarted } = inWindow
        ? await findOrStart(dataDir)
        : { running: await connectToRunningApp(dataDir), hasStarted: false };
      if (running)
        return { client: running, runsHere: false, hasStarted, close: async () => running.close() };
      const app = await createApp({
        dataDir,
        stateDir: stateDir(),
        host: 'cli',
        version,
        sends: !readOnly,
      });
      const info = await app.client.invoke('app.info', {});
      return {
        client: app.client,
        runsHere: true,
        setAside: info.ok ? info.value.setAside : [],
        // Commands that began together find one application, and it ends last.
        close: () => app.untilQuiet().then(() => app.close()),
      };
    },
  });
