/**
 * What a test can do to the host while it runs, as the person, the page or the operating system: a line of
 * JSON on stdin, `[id, name, ...arguments]`. Its answer appears on stdout.
 */
import { createInterface } from 'node:readline';
import { callChannel, commandsChannel, dragChannel } from '../../../src-main/hosts/electron/channels.ts';
import { app } from './app.ts';
import { BrowserWindow } from './browser-window.ts';
import { emitWithDefault } from './default-action.ts';
import { dialog } from './dialog.ts';
import { ipcMain } from './ipc-main.ts';
import { choose, menuPaths } from './menu.ts';
import { Notification } from './notification.ts';
import { powerMonitor } from './power.ts';
import { type BodyPart, protocol } from './protocol.ts';
import { scene } from './scene.ts';
import { session } from './session.ts';
import { show } from './show.ts';
import { Tray } from './tray.ts';

const firstWindow = (): BrowserWindow => {
  const [window] = BrowserWindow.getAllWindows();
  if (!window) throw new Error('there is no window');
  return window;
};
const contents = () => firstWindow().webContents;

const otherFrames = () => {
  const foreign = { origin: 'https://evil.example' };
  return {
    gone: { sender: contents(), senderFrame: null },
    foreign: { sender: { mainFrame: foreign }, senderFrame: foreign },
    inner: { sender: contents(), senderFrame: { origin: contents().mainFrame.origin } },
  };
};

export const acts = {
  /** Ends the process at once. */
  leave: () => process.exit(),

  // The system
  quit: () => app.quit(),
  endSession: () => void firstWindow().emit('session-end', { reasons: ['logoff'] }),
  /** Without a listener that prevents it, the machine goes off at once. */
  shutDown() {
    if (emitWithDefault(powerMonitor, 'shutdown')) process.kill(process.pid, 'SIGKILL');
  },
  openFile: (path: string) => emitWithDefault(app, 'open-file', {}, path),
  openUrl: (url: string) => emitWithDefault(app, 'open-url', {}, url),
  secondInstance: (...args: string[]) =>
    void app.emit('second-instance', {}, [process.execPath, ...args], process.cwd(), null),
  activate: () => void app.emit('activate', {}, BrowserWindow.getAllWindows().length > 0),

  resume: () => void powerMonitor.emit('resume'),
  suspend: () => void powerMonitor.emit('suspend'),
  childGone: (reason: 'crashed' | 'clean-exit') =>
    void app.emit('child-process-gone', {}, { type: 'GPU', reason, exitCode: 5 }),
  /** The computer's clock, as after a long sleep. */
  passTime(ms: number) {
    const clock = Date.now;
    Date.now = () => clock() + ms;
  },
  fail: (how: 'throw' | 'reject') =>
    void setImmediate(() => {
      if (how === 'throw') throw new Error('a fault of the program');
      void Promise.reject(new Error('a fault that nobody awaits'));
    }),
  tray() {
    const tray = Tray.shown;
    return tray && { tip: tray.tip, items: menuPaths(tray.menu?.items) };
  },
  clickTray: () => void Tray.shown?.emit('click', {}),
  chooseFirstInTray: () => choose(menuPaths(Tray.shown?.menu?.items)[0] ?? '', Tray.shown?.menu?.items),
  chooseInTray: (path: string) => choose(path, Tray.shown?.menu?.items),
  tasks: () => app.tasks.map(({ title, arguments: words }) => ({ title, words })),
  dock: () => menuPaths(app.dock?.menu?.items ?? []),
  chooseInDock: (path: string) => choose(path, app.dock?.menu?.items ?? []),

  // The window
  windows: () => BrowserWindow.getAllWindows().length,
  closeWindow: () => firstWindow().close(),
  minimize: () => firstWindow().minimize(),
  leaveWindow: () => firstWindow().leave(),
  clickNotification: () => void Notification.shown.at(-1)?.emit('click'),
  windowState() {
    const { bounds, isVisible, progress, options } = firstWindow();
    return { bounds, isVisible, progress, webPreferences: options.webPreferences, badge: app.badge };
  },
  place(bounds: Electron.Rectangle, isMaximised: boolean) {
    firstWindow().bounds = bounds;
    if (isMaximised) firstWindow().maximize();
  },
  isMaximised: () => firstWindow().isMaximized(),
  /** The button that answers the next questions. */
  answerWith(button: number) {
    dialog.answer = button;
  },
  removeBrowser() {
    scene.hasBrowser = false;
  },
  menu: () => menuPaths(),
  zoomLevel: () => contents().getZoomLevel(),
  turnWheel: (direction: 'in' | 'out') => void contents().emit('zoom-changed', {}, direction),
  gestures: () => contents().gestures,
  save: (fileName: string, folder: string, state?: 'completed' | 'cancelled') =>
    session.defaultSession.download(fileName, folder, state),
  choose: (path: string) => choose(path),

  // The page
  page: (name: string, ...args: unknown[]) => contents().page.call(name, args),
  /** A call from another frame than the page's own: one that is gone, of another site, or inside the page. */
  callFrom: (frame: keyof ReturnType<typeof otherFrames>, name: string, input: unknown) =>
    ipcMain.invoke(otherFrames()[frame], callChannel, [name, input]),
  showCommandsFrom: (frame: keyof ReturnType<typeof otherFrames>, commands: unknown) =>
    void ipcMain.emit(commandsChannel, otherFrames()[frame], commands),
  dragOutFrom: (frame: keyof ReturnType<typeof otherFrames>, files: unknown) =>
    ipcMain.invoke(otherFrames()[frame], dragChannel, [files]),
  heard: () => contents().page.heard,
  loads: () => contents().loads,
  crash: (reason?: 'crashed' | 'clean-exit') => contents().crash(reason),
  hang: () => contents().hang(),
  navigate: (url: string) => contents().navigate(url),
  redirect: (url: string) => contents().navigate(url, 'will-redirect'),
  openWindow: (url: string) => contents().open(url),
  attachWebview: () => contents().attachWebview(),
  isGranted: (permission: string, address: string) => session.defaultSession.isGranted(permission, address),
  async fetch(url: string, method?: string | null, body?: string | null) {
    const parts: BodyPart[] = typeof body === 'string' ? [{ type: 'rawData', bytes: Buffer.from(body) }] : [];
    const answer = await protocol.fetch({ url, method: method ?? 'GET', body: parts });
    return 'error' in answer ? answer : { ...answer, body: answer.body.toString('latin1') };
  },
} as const;

createInterface({ input: process.stdin }).on('line', (line) => {
  const [id, name, ...args] = JSON.parse(line) as [number, keyof typeof acts, ...never[]];
  void run(name, args).then((outcome) => show(`#${id} ${JSON.stringify(outcome)}`));
});

async function run(name: keyof typeof acts, args: never[]) {
  try {
    const act = acts[name] as (...all: never[]) => unknown;
    return { value: (await act(...args)) ?? null };
  } catch (thrown) {
    return { error: String(thrown) };
  }
}
