/**
 * The Electron host: starts the application, gives it a window, and passes on what the operating system says
 * (files opened, a second start, the last window closed). Everything of substance is behind `createApp`.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, BrowserWindow, dialog, Menu } from 'electron';
import { toAppError } from '../../../src-shared/result.ts';
import { type App, createApp } from '../../app.ts';
import { dataDir as resolveDataDir } from '../../data-dir.ts';
import { version } from '../../version.ts';
import { filesInArguments } from './arguments.ts';
import { forwardEvents, serveCalls } from './ipc.ts';
import { startUtilityKeyring } from './keyring.ts';
import { menuTemplate } from './menu.ts';
import { openSignInPage } from './open-external.ts';
import { registerScheme, serveProtocol } from './protocol.ts';
import { createWindow } from './window.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));

registerScheme();
if (app.requestSingleInstanceLock()) void run();
else app.quit();

async function run(): Promise<void> {
  // macOS may send files before `ready`; they wait here until the application is there.
  const early: string[] = [];
  let open = (path: string): void => void early.push(path);
  app.on('open-file', (event, path) => {
    event.preventDefault();
    open(path);
  });

  await app.whenReady();
  let core: App;
  try {
    const dataDir = resolveDataDir(undefined);
    core = await createApp({
      dataDir,
      host: 'electron',
      version,
      startKeyring: startUtilityKeyring,
      openExternal: openSignInPage,
    });
  } catch (thrown) {
    dialog.showErrorBox('Fabdesk cannot start', toAppError(thrown).message);
    app.exit(1);
    return;
  }

  serveProtocol(core, join(folder, '../renderer'));
  serveCalls(core);
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform)));
  const show = () => forwardEvents(core, createWindow(join(folder, 'preload.cjs')));
  show();

  open = (path) => {
    core.open(path).catch((thrown: unknown) => {
      dialog.showErrorBox('The file cannot be opened', toAppError(thrown).message);
    });
  };
  for (const path of [...early, ...filesInArguments(process.argv, process.cwd())]) open(path);

  app.on('second-instance', (_event, argv, cwd) => {
    for (const path of filesInArguments(argv, cwd)) open(path);
    const [window] = BrowserWindow.getAllWindows();
    if (window?.isMinimized()) window.restore();
    window?.focus();
  });
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) show();
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  let closed = false;
  app.on('before-quit', (event) => {
    if (closed) return;
    event.preventDefault();
    void core.close().finally(() => {
      closed = true;
      app.quit();
    });
  });
}
