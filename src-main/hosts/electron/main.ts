/**
 * The Electron host: starts the application, gives it a window, and passes on what the operating system does.
 * All other logic is behind `createApp`.
 */
import { fileURLToPath } from 'node:url';
import { app, BrowserWindow, dialog, Menu, session } from 'electron';
import type { MenuCommand } from '../../../src-shared/ipc/menu-command.ts';
import { problemText } from '../../../src-shared/jobs/state-text.ts';
import type { Messages } from '../../../src-shared/messages/messages.ts';
import { toAppError } from '../../../src-shared/result.ts';
import { type App, createApp } from '../../app.ts';
import { dataDir as resolveDataDir } from '../../data-dir.ts';
import { joinOrStart, type RunningApp } from '../../instance/control-client.ts';
import { serviceChildUrl } from '../../local-service/service-process.ts';
import { messagesFor } from '../../messages-for.ts';
import type { OpenHow } from '../../open-files.ts';
import { keyringChildUrl } from '../../secrets/keyring-process.ts';
import { stateDir } from '../../state-dir.ts';
import { updateFeed, version } from '../../version.ts';
import { rendererFolder } from '../renderer-files.ts';
import { loadMessages, systemTags, thisSystem } from '../terminal-language.ts';
import { terminalLine } from '../terminal-text.ts';
import { commandsInArguments, dataFolderInArguments } from './arguments.ts';
import { closeWithSystem } from './close-with-system.ts';
import { logCrashes } from './crashes.ts';
import { showOnDesktop } from './desktop.ts';
import { serveDragOut } from './drag-out.ts';
import { showIconMenu } from './icon-menu.ts';
import { Incoming, type Start } from './incoming.ts';
import { forwardEvents, serveCalls } from './ipc.ts';
import { commandOfLink } from './links.ts';
import { menuTemplate } from './menu.ts';
import { openReceipt, openSignInPage } from './open-external.ts';
import { Pieces } from './pieces.ts';
import { claimProfile } from './profile.ts';
import { registerScheme, serveProtocol } from './protocol.ts';
import { rememberSaveFolders } from './save-folders.ts';
import { tryAfterSleep } from './sleep.ts';
import { startUtilityChild } from './utility-child.ts';
import { createWindow } from './window.ts';
import { WindowCommands } from './window-commands.ts';
import { recoverWindow } from './window-faults.ts';
import { changeZoom } from './zoom.ts';

const preload = fileURLToPath(new URL('./preload.cjs', import.meta.url));
const slowStart = 2_500;

registerScheme();
// Before `ready`, so that every renderer has it, whatever its window says.
app.enableSandbox();
// By this name Windows groups the windows of the program and shows its notifications (electron-builder.yml >
// appId).
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
  const incoming = new Incoming(process.argv, process.cwd());
  const messages = await spoken;
  const { t } = messages;
  await app.whenReady();
  const slow = setTimeout(() => tell(t('hosts.start.slow')), slowStart);
  const joined = await joinOrStart(dataDir, () =>
    createApp({
      isPackaged: app.isPackaged,
      dataDir,
      stateDir: stateDir(),
      host: 'electron',
      version,
      startKeyring: () => startUtilityChild(keyringChildUrl(), { serviceName: 'Fabdesk keychain' }),
      startService: () =>
        startUtilityChild(serviceChildUrl(), { serviceName: 'Fabdesk local print service' }),
      openExternal: openSignInPage,
      openReceipt,
      systemProxy: (address) => session.defaultSession.resolveProxy(address),
      updateFeed: updateFeed(),
    }),
  ).finally(() => clearTimeout(slow));
  if ('running' in joined) return handOver(joined.running, incoming, messages);

  const core = joined.started;
  logCrashes(core.log, messages);
  const desktop = showOnDesktop(core, {
    messages: () => spokenNow(core),
    toFront,
    run: (id) => commands.run(id),
  });
  const closing = closeWithSystem(core, messages, [desktop.end]);
  tryAfterSleep(core);
  rememberSaveFolders(session.defaultSession);
  const pieces = new Pieces(core.importStream);
  serveProtocol(core, pieces, rendererFolder());
  serveCalls(core);
  serveDragOut(core);
  const windows = () => BrowserWindow.getAllWindows();
  const commands = new WindowCommands(windows, core.log, (shown) => void showMenu(shown));
  async function showMenu(shown: readonly MenuCommand[]): Promise<void> {
    const now = await spokenNow(core);
    const template = menuTemplate(process.platform, now, shown, {
      run: (id) => commands.run(id),
      zoom: (to) => changeZoom(windows()[0], to),
    });
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
    showIconMenu(process.platform, now, (word) =>
      begin({ files: [], links: [], commands: commandsInArguments([word]) }),
    );
  }
  await showMenu([]);

  function show(): void {
    const window = createWindow(preload, !app.isPackaged);
    // Windows ends the program soon after this, without `before-quit`.
    window.on('session-end', () => closing.begin());
    window.once('closed', () => {
      pieces.abandonAll();
      commands.forget();
    });
    window.webContents.on('render-process-gone', () => {
      pieces.abandonAll();
      commands.forget();
    });
    recoverWindow(window, { log: core.log, messages: () => spokenNow(core) });
    forwardEvents(core, window);
  }
  function toFront(): void {
    const [window] = windows();
    if (window?.isMinimized()) window.restore();
    if (window) window.focus();
    else show();
  }
  function begin({ files, links, commands: wanted, how }: Start): void {
    // A start that comes while this one closes is repeated after it has closed.
    if (closing.isClosing) {
      closing.relaunch([...files, ...links]);
      return;
    }
    toFront();
    const linked = links.map(commandOfLink).filter((command) => command !== null);
    for (const command of [...linked, ...wanted]) commands.run(command);
    if (files.length > 0) void open(core, files, how);
    void core.client.invoke('app.open', { links: [...links] });
  }

  incoming.handTo(begin);
  // Also what another program has handed over (`fabdesk open`).
  core.client.on('opened', () => {
    if (!closing.isClosing) toFront();
  });
  app.on('activate', () => {
    if (windows().length === 0) show();
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin' && !closing.isClosing) void desktop.lastWindowClosed();
  });
}

async function open(core: App, paths: readonly string[], how: OpenHow | undefined): Promise<void> {
  const { failed } = await core.open(paths, how);
  for (const path of paths) {
    const problem = failed.find((one) => one.path === path);
    if (!problem) app.addRecentDocument(path);
    else {
      const now = await spokenNow(core);
      dialog.showErrorBox(now.t('hosts.fileNotOpened'), problemText(problem.error, now));
    }
  }
}

/** In the language that the person has chosen by now. */
async function spokenNow(core: App): Promise<Messages> {
  const settings = await core.client.invoke('settings.get', {});
  const chosen = (settings.ok && settings.value.language) || 'system';
  return messagesFor(chosen, systemTags(system));
}

/** Fabdesk runs on this data folder in a browser or in a terminal. */
async function handOver(
  running: RunningApp,
  { files, links, how }: Incoming,
  messages: Messages,
): Promise<void> {
  const { t } = messages;
  const opened = await running.invoke('app.open', { paths: files, links, ...how });
  running.close();
  const problem = opened.ok ? '' : problemText(opened.error, messages);
  const where = t('hosts.start.runningElsewhere');
  const detail = problem === '' ? where : `${where} ${t('hosts.start.runningSays', { problem })}`;
  tell(detail);
  await dialog.showMessageBox({ type: 'info', message: t('hosts.start.running'), detail });
  app.quit();
}
