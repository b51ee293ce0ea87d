/**
 * The `electron` package for the Electron host as a real process: it imitates the program itself (its lock, its profile
 * folder, the order of its events, its utility process) according to Electron's documentation. The test acts as the
 * person and the operating system with lines on stdin; the effects of the host appear on stdout, one line each.
 */
import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { existsSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { BrowserWindow, recorded } from './electron-stand-in.ts';

export {
  BrowserWindow,
  contextBridge,
  ipcMain,
  ipcRenderer,
  protocol,
  screen,
  session,
  shell,
  webUtils,
} from './electron-stand-in.ts';

const show = (what: string) => process.stdout.write(`electron: ${what}\n`);

/** An event whose default the host may prevent. */
function emitWithDefault(emitter: EventEmitter, name: string, ...args: unknown[]): boolean {
  let isPrevented = false;
  const event = {
    preventDefault: () => {
      isPrevented = true;
    },
  };
  emitter.emit(name, event, ...args);
  return !isPrevented;
}

interface Start {
  readonly argv: readonly string[];
  readonly cwd: string;
}

class StandInApp extends EventEmitter {
  readonly isPackaged = false;
  readonly commandLine = { appendSwitch: (name: string) => show(`switch ${name}`) };
  #userData = tmpdir();
  readonly #ready = new Promise<void>((resolve) => setImmediate(resolve));
  #lock: string | null = null;

  whenReady() {
    return this.#ready;
  }

  setAppUserModelId() {}

  setBadgeCount(count: number) {
    recorded.badge = count;
    return true;
  }

  getPath() {
    return this.#userData;
  }

  /** "This method can only be called before app is ready." */
  enableSandbox() {
    show('every renderer is in a sandbox');
  }

  getAppPath() {
    return process.cwd();
  }

  setPath(name: string, path: string) {
    if (!existsSync(path)) throw new Error(`Path ${path} does not exist`);
    if (name !== 'userData') return;
    this.#userData = path;
    recorded.userData = path;
  }

  /** One lock per profile folder; a second start passes its arguments to the first. */
  requestSingleInstanceLock(): boolean {
    const lock = join(this.#userData, 'SingletonLock');
    const word = `${lock}.second`;
    const owner = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : null;
    if (owner !== null && isAlive(owner)) {
      writeFileSync(word, JSON.stringify({ argv: process.argv.slice(1), cwd: process.cwd() }));
      return false;
    }
    writeFileSync(lock, String(process.pid));
    this.#lock = lock;
    watch(this.#userData, () => {
      if (!existsSync(word)) return;
      const text = readFileSync(word, 'utf8');
      if (text === '') return;
      rmSync(word, { force: true });
      const { argv, cwd } = JSON.parse(text) as Start;
      // "This event is guaranteed to be emitted after the ready event of app."
      void this.#ready.then(() => this.emit('second-instance', {}, argv, cwd));
    }).unref();
    return true;
  }

  relaunch({ args }: { args: readonly string[] }) {
    show(`relaunch ${args.join(' ')}`);
  }

  quit() {
    if (!emitWithDefault(this, 'before-quit')) return;
    for (const window of BrowserWindow.getAllWindows()) window.destroy();
    this.emit('will-quit');
    this.exit(0);
  }

  exit(code: number): never {
    if (this.#lock) rmSync(this.#lock, { force: true });
    show(`exit ${code}`);
    process.exit(code);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export const app = new StandInApp();
recorded.opened = () => show('a window opens');
recorded.allClosed = () => {
  show('the last window is closed');
  if (!app.emit('window-all-closed')) app.quit();
};

export const dialog = {
  showErrorBox: (title: string, content: string) => show(`error ${title}: ${content}`),
  showMessageBox: async ({ detail }: { detail: string }) => {
    show(`message ${detail}`);
    return { response: 0, checkboxChecked: false };
  },
};

export const Menu = { buildFromTemplate: (template: unknown) => template, setApplicationMenu() {} };
export const powerMonitor = new EventEmitter();

let blockers = 0;
export const powerSaveBlocker = {
  start(kind: string) {
    blockers += 1;
    show(`awake ${kind}`);
    return blockers;
  },
  stop(id: number) {
    show(`asleep ${id}`);
  },
};

/** Gives a plain Node child the port that Electron gives a utility process, and its end with its parent. */
const portShim = `data:text/javascript,process.parentPort = {
  on: (name, listener) => process.on(name, (data) => listener({ data })),
  postMessage: (reply) => process.send(reply),
};
process.on('disconnect', () => process.exit());`;

export const utilityProcess = {
  fork(path: string) {
    const child = spawn(process.execPath, ['--import', portShim, path], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    return Object.assign(child, { postMessage: (message: object) => child.send(message) });
  },
};

const doings: Readonly<Record<string, (argument: string) => unknown>> = {
  quit: () => app.quit(),
  'close window': () => BrowserWindow.getAllWindows()[0]?.close(),
  'end session': () => BrowserWindow.getAllWindows()[0]?.emit('session-end', { reasons: ['logoff'] }),
  'shut down': () => {
    if (emitWithDefault(powerMonitor, 'shutdown')) process.kill(process.pid, 'SIGKILL');
  },
  open: (path) => emitWithDefault(app, 'open-file', path),
};

const isDoing = (line: string) =>
  Object.keys(doings).find((name) => line === name || line.startsWith(`${name} `));
const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const name = isDoing(line);
  if (name !== undefined) doings[name]?.(line.slice(name.length + 1));
});
