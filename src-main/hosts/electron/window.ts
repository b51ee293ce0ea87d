/**
 * The only window and its restrictions: sandboxed, no navigation, no popups, no permissions. Electron security list 2
 * to 14 (docs/security.md > Checklist).
 */
import { BrowserWindow, type Session, session } from 'electron';
import { appOrigin } from './protocol.ts';

export function createWindow(preload: string): BrowserWindow {
  denyPermissions(session.defaultSession);
  const window = new BrowserWindow({
    title: 'Fabdesk',
    width: 1440,
    height: 900,
    minWidth: 900,
    minHeight: 600,
    show: false,
    backgroundColor: '#16191D',
    webPreferences: {
      preload,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
    },
  });
  window.once('ready-to-show', () => window.show());
  const { webContents } = window;
  for (const event of ['will-navigate', 'will-redirect', 'will-frame-navigate'] as const) {
    webContents.on(event as 'will-navigate', (details) => details.preventDefault());
  }
  webContents.on('will-attach-webview', (details) => details.preventDefault());
  webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
  void window.loadURL(`${appOrigin}/`);
  return window;
}

function denyPermissions(target: Session): void {
  target.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  target.setPermissionCheckHandler(() => false);
}
