/**
 * The only window and its restrictions: sandboxed, no other page, no popups, and of all permissions only to
 * copy text from our own page. Electron security list 2 to 14 (docs/security.md > Checklist).
 */
import { BrowserWindow, type Session, session } from 'electron';
import { appOrigin } from './protocol.ts';
import { keepWindowPlace, readWindowPlace } from './window-place.ts';
import { keepZoom } from './zoom.ts';

const page = `${appOrigin}/`;

/** `devTools`: only where Fabdesk runs from source. */
export function createWindow(preload: string, devTools = false): BrowserWindow {
  restrictPermissions(session.defaultSession);
  const { bounds = { width: 1440, height: 900 }, isMaximised } = readWindowPlace();
  const window = new BrowserWindow({
    title: 'Fabdesk',
    ...bounds,
    minWidth: 720,
    minHeight: 450,
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
      devTools,
    },
  });
  keepWindowPlace(window);
  keepZoom(window);
  window.once('ready-to-show', () => {
    if (isMaximised) window.maximize();
    window.show();
  });
  const { webContents } = window;
  for (const event of ['will-navigate', 'will-frame-navigate'] as const) {
    webContents.on(event as 'will-frame-navigate', (details) => {
      // A page that loads itself again navigates, too ("Load again" where a screen could not be shown).
      if (!details.isMainFrame || details.url.replace(/[?#].*/, '') !== page) details.preventDefault();
    });
  }
  webContents.on('will-redirect', (details) => details.preventDefault());
  webContents.on('will-attach-webview', (details) => details.preventDefault());
  webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
  void window.loadURL(page);
  return window;
}

const copying = 'clipboard-sanitized-write';

function restrictPermissions(target: Session): void {
  target.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
    answer(permission === copying && isOwn(requestingUrl)),
  );
  target.setPermissionCheckHandler(
    (_contents, permission, requestingOrigin) => permission === copying && isOwn(requestingOrigin),
  );
}

/** Electron writes an origin with or without a slash at its end. */
const isOwn = (address: string): boolean => address === appOrigin || address.startsWith(`${appOrigin}/`);
