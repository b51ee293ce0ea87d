/**
 * `npm start` without Electron: the whole application on a loopback port, in any browser. A second start
 * passes its files to the running one and opens a window of it.
 */
import { Command, InvalidArgumentError } from 'commander';
import { closeInOrder } from '../../../src-shared/closing.ts';
import { problemText } from '../../../src-shared/jobs/state-text.ts';
import type { Translate } from '../../../src-shared/messages/messages.ts';
import { CodedError, toAppError, toCodedError } from '../../../src-shared/result.ts';
import { createApp } from '../../app.ts';
import { dataDir as resolveDataDir } from '../../data-dir.ts';
import { joinOrStart } from '../../instance/control-client.ts';
import type { KeyringAhead } from '../../secrets/keyring-ahead.ts';
import { stateDir } from '../../state-dir.ts';
import { updateFeed, version } from '../../version.ts';
import { helpIn } from '../cli/output/help.ts';
import { rendererFolder } from '../renderer-files.ts';
import { loadMessages, thisSystem } from '../terminal-language.ts';
import { terminalLine } from '../terminal-text.ts';
import { endWithWindow } from './end-with-window.ts';
import { openInBrowser } from './open-in-browser.ts';
import { startBrowserHost } from './server.ts';

interface Options {
  readonly data?: string;
  readonly port: number;
  readonly open: boolean;
  readonly json: boolean;
  readonly endWithWindow: boolean;
}

/**
 * A new one at each start. On a port that is known, another program could listen while Fabdesk is closed, and
 * leave a service worker or a cached script in the browser that takes over the next window.
 */
const anyPort = 0;

/** Serves the application, or passes the files to the one that runs. */
export async function start(keyring: KeyringAhead): Promise<void> {
  const messages = await loadMessages(thisSystem());
  const { t } = messages;
  const command = new Command('fabdesk')
    .description(t('hosts.help.about'))
    .argument('[files...]', t('hosts.help.files'))
    .option('--data <folder>', t('hosts.help.data'))
    .option('--port <number>', t('hosts.help.port'), portReader(t), anyPort)
    .option('--no-open', t('hosts.help.noOpen'))
    .option('--json', t('hosts.help.json'), false)
    .option('--end-with-window', t('hosts.help.endWithWindow'), false)
    .version(version, '-V, --version', t('cliHelp.main.version'))
    .helpOption('-h, --help', t('cliHelp.main.help'))
    .configureHelp(helpIn(t));
  command.parse();
  await run(command.args, command.opts<Options>(), keyring, t).catch((thrown: unknown) => {
    process.stderr.write(`fabdesk: ${terminalLine(problemText(toAppError(thrown), messages))}\n`);
    if (!(thrown instanceof CodedError)) process.stderr.write(`${terminalLine(String(thrown))}\n`);
    process.exit(1);
  });
}

async function run(
  files: readonly string[],
  options: Options,
  keyring: KeyringAhead,
  t: Translate,
): Promise<void> {
  const dataDir = resolveDataDir(options.data);
  const slow = setTimeout(() => {
    process.stderr.write(`fabdesk: ${t('hosts.start.slow')}\n`);
  }, 2_500);
  const joined = await joinOrStart(dataDir, () =>
    createApp({
      dataDir,
      stateDir: stateDir(),
      host: 'browser',
      version,
      startKeyring: keyring.start,
      updateFeed: updateFeed(),
    }),
  );
  clearTimeout(slow);
  keyring.drop();
  if ('running' in joined) {
    const { running } = joined;
    const opened = await running.invoke('app.open', { paths: [...files] });
    running.close();
    if (!opened.ok) throw toCodedError(opened.error);
    show(opened.value.address, options, true, t);
    return;
  }

  const app = joined.started;
  const host = await startBrowserHost({ app, rendererDir: rendererFolder(), port: options.port });
  const closing = closeInOrder({
    process,
    timer: setTimeout,
    now: Date.now,
    name: 'Fabdesk',
    t,
    async close() {
      await host.close();
      await app.close();
    },
  });
  if (options.endWithWindow) endWithWindow(app.client, host.hasWindow, closing.begin);
  app.setAddress(host.address);
  const [failed] = (await app.open(files)).failed;
  if (failed) throw toCodedError(failed.error);
  show(host.address(), options, false, t);
}

function show(address: string | null, options: Options, wasRunning: boolean, t: Translate): void {
  if (options.json) {
    process.stdout.write(`${JSON.stringify({ address })}\n`);
    return;
  }
  if (address === null) {
    process.stdout.write(`${t('hosts.start.ownWindow')}\n`);
    return;
  }
  const opened = options.open && openInBrowser(address);
  const lead = wasRunning
    ? t(opened ? 'hosts.start.runningOpened' : 'hosts.start.runningOpenThis')
    : t(opened ? 'hosts.start.opened' : 'hosts.start.openThis');
  process.stdout.write(`${lead}\n  ${address}\n${t('hosts.start.once')}\n`);
}

const portReader = (t: Translate) => (text: string) => {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new InvalidArgumentError(t('hosts.badPort'));
  }
  return port;
};
