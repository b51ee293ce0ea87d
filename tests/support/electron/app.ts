/**
 * `app`: how the program starts and ends. The order of its events is that of Electron's
 * shell/browser/browser.cc: files of macOS before `ready`, further starts after it, and `before-quit`,
 * windows, `will-quit`, `quit` at the end.
 */
import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute } from 'node:path';
import { emitWithDefault } from './default-action.ts';
import type { StandInMenu } from './menu.ts';
import { readiness } from './readiness.ts';
import { isProgram, scene } from './scene.ts';
import { show } from './show.ts';
import { SingleInstance } from './single-instance.ts';
import { windowList } from './window-list.ts';

type Used =
  | 'addRecentDocument'
  | 'enableSandbox'
  | 'exit'
  | 'getAppPath'
  | 'getPath'
  | 'isPackaged'
  | 'quit'
  | 'relaunch'
  | 'requestSingleInstanceLock'
  | 'setAppUserModelId'
  | 'setBadgeCount'
  | 'setPath'
  | 'setUserTasks'
  | 'whenReady';

class StandInApp extends EventEmitter implements Pick<Electron.App, Used> {
  readonly commandLine = {
    appendSwitch: (name: string) => show(`switch ${name}`),
  } satisfies Pick<Electron.CommandLine, 'appendSwitch'>;
  badge = 0;
  /** Those of the taskbar. */
  tasks: readonly Electron.Task[] = [];
  /** Only on macOS. */
  readonly dock =
    process.platform === 'darwin'
      ? {
          menu: null as StandInMenu | null,
          setMenu(menu: StandInMenu) {
            this.menu = menu;
          },
        }
      : undefined;
  userData = tmpdir();
  #instance: SingleInstance | null = null;
  #isQuitting = false;
  #isExiting = false;
  #exitCode = 0;
  readonly #ready: Promise<void>;

  constructor() {
    super();
    this.#ready = new Promise((resolve) => {
      // After the main script, which Electron runs before the start goes on.
      setImmediate(() => this.#launch(resolve));
    });
    windowList.allClosed = () => this.#windowsAreClosed();
    windowList.closeCancelled = () => {
      this.#isQuitting = false;
    };
    // A unit test is no process that may end.
    if (!isProgram) return;
    this.on('window-all-closed', () => {
      if (this.listenerCount('window-all-closed') === 1) this.quit();
    });
  }

  #launch(resolve: () => void): void {
    this.emit('will-finish-launching');
    for (const path of scene.openFiles) emitWithDefault(this, 'open-file', {}, path);
    for (const url of scene.openUrls) emitWithDefault(this, 'open-url', {}, url);
    readiness.begin();
    resolve();
    this.emit('ready', {}, {});
    for (const files of scene.secondInstances) {
      this.emit('second-instance', {}, [process.execPath, ...files], process.cwd(), null);
    }
  }

  get isPackaged() {
    return scene.isPackaged;
  }

  whenReady() {
    return this.#ready;
  }

  enableSandbox() {
    readiness.mustNotBeReady('app.enableSandbox() can only be called before app is ready');
    show('every renderer is in a sandbox');
  }

  getAppPath() {
    return process.cwd();
  }

  getPath() {
    return this.userData;
  }

  setPath(name: string, path: string) {
    if (!isAbsolute(path)) throw new Error('Path must be absolute');
    if (!existsSync(path)) throw new Error(`Path ${path} does not exist`);
    if (name === 'userData') this.userData = path;
  }

  requestSingleInstanceLock() {
    const instance = new SingleInstance(this.userData);
    const isFirst = instance.claim({ argv: process.argv.slice(1), cwd: process.cwd() }, ({ argv, cwd }) => {
      // "This event is guaranteed to be emitted after the ready event of app."
      void this.#ready.then(() => this.emit('second-instance', {}, argv, cwd, null));
    });
    if (isFirst) this.#instance = instance;
    return isFirst;
  }

  relaunch({ args = [] }: Electron.RelaunchOptions = {}) {
    show(`relaunch ${args.join(' ')}`);
  }

  setAppUserModelId(id: string) {
    show(`user model ${id}`);
  }

  setBadgeCount(count = 0) {
    this.badge = count;
    return true;
  }

  setUserTasks(tasks: Electron.Task[]) {
    this.tasks = tasks;
    return true;
  }

  addRecentDocument(path: string) {
    show(`recent ${path}`);
  }

  quit() {
    if (this.#isQuitting) return;
    this.#isQuitting = emitWithDefault(this, 'before-quit');
    if (!this.#isQuitting) return;
    if (windowList.isEmpty) this.#notifyAndShutDown();
    else windowList.closeAll();
  }

  /** Asks nobody: neither `before-quit` nor `will-quit`, and windows get no `close`. */
  exit(code = 0) {
    this.#exitCode = code;
    if (!readiness.isReady) this.#end();
    this.#isQuitting = true;
    this.#isExiting = true;
    if (windowList.isEmpty) this.#shutDown();
    else windowList.destroyAll();
  }

  #windowsAreClosed(): void {
    if (this.#isExiting) this.#shutDown();
    else if (this.#isQuitting) this.#notifyAndShutDown();
    else {
      show('the last window is closed');
      this.emit('window-all-closed');
    }
  }

  #notifyAndShutDown(): void {
    if (emitWithDefault(this, 'will-quit')) this.#shutDown();
    else this.#isQuitting = false;
  }

  #shutDown(): void {
    this.emit('quit', {}, this.#exitCode);
    this.#end();
  }

  #end(): never {
    this.#instance?.release();
    show(`exit ${this.#exitCode}`);
    process.exit(this.#exitCode);
  }
}

export const app = new StandInApp();
