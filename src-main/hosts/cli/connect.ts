/**
 * The application behind a command: the Fabdesk that runs already on the same data folder, or else one of our
 * own in this process. Two at once would write to one queue, so the running one always comes first.
 */
import { createApp } from '../../app.ts';
import { connectToRunningApp } from '../../instance/control-client.ts';
import { version } from '../../version.ts';
import type { Connection, ConnectOptions } from './surroundings.ts';

export async function connect({ dataDir }: ConnectOptions): Promise<Connection> {
  const running = await connectToRunningApp(dataDir);
  if (running) return { client: running, runsHere: false, close: async () => running.close() };
  const app = await createApp({ dataDir, host: 'cli', version });
  return { client: app.client, runsHere: true, close: () => app.close() };
}
