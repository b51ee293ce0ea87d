/**
 * `npm start` without Electron: the whole application on a loopback port, in any browser. A second start hands
 * its files to the one that runs, and opens a window of that.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, InvalidArgumentError } from 'commander';
import { closeInOrder } from '../../../src-shared/closing.ts';
import { CodedError, toAppError } from '../../../src-shared/result.ts';
import { createApp } from '../../app.ts';
import { dataDir as resolveDataDir } from '../../data-dir.ts';
import { joinOrStart } from '../../instance/control-client.ts';
import { version } from '../../version.ts';
import { openInBrowser } from './open-in-browser.ts';
import { startBrowserHost } from './server.ts';

interface Options {
  readonly data?: string;
  readonly port: number;
  readonly open: boolean;
  readonly json: boolean;
}

/** Stable over starts, so that a bookmark and a firewall rule stay good; another is taken where it is in use. */
const usualPort = 4114;

const command = new Command('fabdesk')
  .description('Opens Fabdesk in the browser, on this machine only.')
  .argument('[files...]', 'models to open')
  .option('--data <folder>', 'where Fabdesk keeps its data (also FABDESK_DATA)')
  .option('--port <number>', 'port to try first; 0 takes any', readPort, usualPort)
  .option('--no-open', 'only print the address')
  .option('--json', 'print the address as one JSON line', false)
  .version(version);

command.parse();
await run(command.args, command.opts<Options>()).catch((thrown: unknown) => {
  process.stderr.write(`fabdesk: ${toAppError(thrown).message}\n`);
  if (!(thrown instanceof CodedError)) process.stderr.write(`${String(thrown)}\n`);
  process.exit(1);
});

async function run(files: readonly string[], options: Options): Promise<void> {
  const dataDir = resolveDataDir(options.data);
  const slow = setTimeout(() => {
    process.stderr.write('fabdesk: Still starting. If your keychain asks for its password, answer it.\n');
  }, 2_500);
  const joined = await joinOrStart(dataDir, () => createApp({ dataDir, host: 'browser', version }));
  clearTimeout(slow);
  if ('running' in joined) {
    const { running } = joined;
    const opened = await running.invoke('app.open', { paths: [...files] });
    running.close();
    if (!opened.ok) throw new CodedError(opened.error.code, opened.error.message);
    show(opened.value.address, options, 'Fabdesk runs already');
    return;
  }

  const app = joined.started;
  const rendererDir = fileURLToPath(new URL('../renderer', import.meta.url));
  const host = await startBrowserHost({ app, rendererDir: join(rendererDir), port: options.port });
  closeInOrder({
    process,
    timer: setTimeout,
    now: Date.now,
    name: 'Fabdesk',
    async close() {
      await host.close();
      await app.close();
    },
  });
  app.setAddress(host.address);
  for (const path of files) await app.open(path);
  show(host.address(), options, 'Fabdesk is open');
}

function show(address: string | null, options: Options, lead: string): void {
  if (options.json) {
    process.stdout.write(`${JSON.stringify({ address })}\n`);
    return;
  }
  if (address === null) {
    process.stdout.write(`${lead} in its own window.\n`);
    return;
  }
  const opened = options.open && openInBrowser(address);
  const words = opened
    ? `${lead} in your browser`
    : `${lead}. Open this address in a browser on this machine`;
  process.stdout.write(
    `${words}:\n  ${address}\nThe address works once. Press Ctrl+C here to close Fabdesk.\n`,
  );
}

function readPort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new InvalidArgumentError('A port is a whole number from 0 to 65535.');
  }
  return port;
}
