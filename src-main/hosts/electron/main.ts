/**
 * The Electron host: starts the application, gives it a window, and passes on the events of the operating system (files
 * opened, a second start, the last window closed, the end of the session). All other logic is behind `createApp`.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, BrowserWindow, dialog, Menu, powerMonitor } from 'electron';
import { type Closing, closeInOrder } from '../../../src-shared/closing.ts';
import { problemText } from '../../../src-shared/jobs/state-text.ts';
import type { Messages } from '../../../src-shared/messages/messages.ts';
import { toAppError } from '../../../src-shared/result.ts';
import { type App, createApp } from '../../app.ts';
import { dataDir as resolveDataDir } from '../../data-dir.ts';
import { joinOrStart, type RunningApp } from '../../instance/control-client.ts';
import { serviceChildUrl } from '../../local-service/service-process.ts';
import { messagesFor } from '../../messages-for.ts';
import { keyringChildUrl } from '../../secrets/keyring-process.ts';
import { version } from '../../version.ts';
import { loadMessages, systemTags, thisSystem } from '../terminal-language.ts';
import { terminalLine } from '../terminal-text.ts';
import { dataFolderInArguments, filesInArguments } from './arguments.ts';
import { closeWindows } from './close-windows.ts';
import { forwardEvents, serveCalls } from './ipc.ts';
import { menuTemplate } from './menu.ts';
import { openReceipt, openSignInPage } from './open-external.ts';
import { claimProfile } from './profile.ts';
import { registerScheme, serveProtocol } from './protocol.ts';
import { stayAwakeWhileSending } from './stay-awake.ts';
import { showAtIcon } from './taskbar.ts';
import { startUtilityChild } from './utility-child.ts';
import { createWindow } from './window.ts';
import { mendWindow } from './window-faults.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const slowStart = 2_500;

registerScheme();
// Before `ready`, so that no renderer is without, whatever its window says.
app.enableSandbox();
// By this name Windows groups the windows of the program and shows its notifications (electron-builder.yml > appId).
if (process.platform === 'win32') app.setAppUserModelId('org.fabdesk.app');
// Chromium no longer falls back to software drawing by itself. Our own page is the only content.
app.commandLine.appendSwitch('enable-unsafe-swiftshader');
const system = thisSystem();
const spoken = loadMessages(system);
try {
  const dataDir = resolveDataDir(dataFolderInArguments(process.argv));
  if (claimProfile(dataDir)) run(dataDir).catch(refuse);
  else void spoken.then(({ t }) => tell(t('hosts.start.runningHere'))).finally(() => app.quit());
} catch (thrown) {
  void refuse(thrown);
}

async function refuse(thrown: unknown): Promise<void> {
  const messages = await spoken;
  dialog.showErrorBox(messages.t('hosts.start.failed'), problemText(toAppError(thrown), messages));
  app.exit(1);
}

function tell(sentence: string): void {
  process.stderr.write(`fabdesk: ${terminalLine(sentence)}\n`);
}

async function run(dataDir: string): Promise<void> {
  // The system sends files and further starts from now on; they wait here until the application is ready.
  const early = filesInArguments(process.argv, process.cwd());
  let open = (path: string): void => void early.push(path);
  let toFront = () => {};
  let startAgain = (_paths: readonly string[]) => false;
  app.on('open-file', (event, path) => {
    event.preventDefault();
    open(path);
    toFront();
  });
  app.on('second-instance', (_event, argv, cwd) => {
    const paths = filesInArguments(argv, cwd);
    if (startAgain(paths)) return;
    for (const path of paths) open(path);
    toFront();
  });

  const messages = await spoken;
  const { t } = messages;
  await app.whenReady();
  const slow = setTimeout(() => tell(t('hosts.start.slow')), slowStart);
  const joined = await joinOrStart(dataDir, () =>
    createApp({
      dataDir,
      host: 'electron',
      version,
      startKeyring: () => startUtilityChild(keyringChildUrl(), { serviceName: 'Fabdesk keychain' }),
      startService: () =>
        startUtilityChild(serviceChildUrl(), { serviceName: 'Fabdesk local print service' }),
      openExternal: openSignInPage,
      openReceipt,
    }),
  ).finally(() => clearTimeout(slow));
  if ('running' in joined) return handOver(joined.running, early, messages);

  const core = joined.started;
  const closing = closeWithTheSystem(core, messages);
  // A start that comes while this one closes is repeated after it has closed.
  startAgain = (paths) => closing.isClosing && closing.relaunch(paths);
  serveProtocol(core, join(folder, '../renderer'));
  serveCalls(core);
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform, messages)));
  const show = () => {
    const window = createWindow(join(folder, 'preload.cjs'), !app.isPackaged);
    // Windows ends the program soon after this, without `before-quit`.
    window.on('session-end', () => closing.begin());
    mendWindow(window, { log: core.log, messages: () => spokenNow(core) });
    forwardEvents(core, window);
  };
  toFront = () => {
    const [window] = BrowserWindow.getAllWindows();
    if (!window) return show();
    if (window.isMinimized()) window.restore();
    window.focus();
  };
  show();

  open = (path) => {
    core.open(path).catch(async (thrown: unknown) => {
      const now = await spokenNow(core);
      dialog.showErrorBox(now.t('hosts.fileNotOpened'), problemText(toAppError(thrown), now));
    });
  };
  for (const path of early) open(path);

  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) show();
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
}

/** In the language that the person has chosen by now. */
async function spokenNow(core: App): Promise<Messages> {
  const settings = await core.client.invoke('settings.get', {});
  const chosen = (settings.ok && settings.value.language) || 'system';
  return messagesFor(chosen, systemTags(system));
}

/** Fabdesk runs on this data folder in a browser or in a terminal. */
async function handOver(running: RunningApp, paths: string[], messages: Messages): Promise<void> {
  const { t } = messages;
  const opened = await running.invoke('app.open', { paths });
  running.close();
  const problem = opened.ok ? '' : problemText(opened.error, messages);
  const where = t('hosts.start.runningElsewhere');
  const detail = problem === '' ? where : `${where} ${t('hosts.start.runningSays', { problem })}`;
  tell(detail);
  await dialog.showMessageBox({ type: 'info', message: t('hosts.start.running'), detail });
  app.quit();
}

interface ElectronClosing extends Closing {
  readonly isClosing: boolean;
  /** Starts Fabdesk again, once, after it has closed. */
  relaunch(paths: readonly string[]): true;
}

/** Every way in which the system asks a program to end. */
function closeWithTheSystem(core: App, { t }: Messages): ElectronClosing {
  const ends = [stayAwakeWhileSending(core), showAtIcon(core, () => BrowserWindow.getAllWindows())];
  let isClosing = false;
  let relaunches = false;
  // After `ready`, since Electron sets its own listeners for signals before.
  const closing = closeInOrder({
    process,
    timer: setTimeout,
    now: Date.now,
    name: 'Fabdesk',
    t,
    exit: (code) => app.exit(code),
    async close() {
      isClosing = true;
      for (const end of ends) end();
      // First, so that a window saves what it has not saved yet.
      await closeWindows(BrowserWindow.getAllWindows());
      await core.close();
    },
  });
  app.on('before-quit', (event) => {
    event.preventDefault();
    closing.begin();
  });
  // Shutdown of the machine, on Linux and macOS: the system waits briefly for a program that asks for it. The types
  // leave out the event.
  powerMonitor.on('shutdown', (event?: Electron.Event) => {
    event?.preventDefault();
    closing.begin();
  });
  return {
    begin: closing.begin,
    get isClosing() {
      return isClosing;
    },
    relaunch(paths) {
      // When run from source, Electron receives the folder of its program as the first argument.
      if (!relaunches) app.relaunch({ args: [...(app.isPackaged ? [] : [app.getAppPath()]), ...paths] });
      relaunches = true;
      return true;
    },
  };
}
