/** `BrowserWindow`: it closes as a person closes it, after its page has run its unload handlers. */
import { EventEmitter } from 'node:events';
import { emitWithDefault } from './default-action.ts';
import { readiness } from './readiness.ts';
import { show } from './show.ts';
import { WebContents } from './web-contents.ts';
import { windowList } from './window-list.ts';

type Used =
  | 'close'
  | 'destroy'
  | 'focus'
  | 'getNormalBounds'
  | 'isDestroyed'
  | 'isFocused'
  | 'isMaximized'
  | 'isMinimized'
  | 'loadURL'
  | 'maximize'
  | 'restore'
  | 'setProgressBar'
  | 'show';

export class BrowserWindow extends EventEmitter implements Pick<Electron.BrowserWindow, Used> {
  static getAllWindows(): BrowserWindow[] {
    return windowList.windows as BrowserWindow[];
  }

  readonly options: Electron.BrowserWindowConstructorOptions;
  readonly webContents: WebContents;
  bounds: Electron.Rectangle;
  /** As the system shows it at the program's icon; -1 is none. */
  progress = -1;
  isVisible = false;
  #isFocused = true;
  #isMaximised = false;
  #isMinimised = false;
  #isDestroyed = false;

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super();
    readiness.mustBeReady('Cannot create BrowserWindow before app is ready');
    const {
      x = 240,
      y = 70,
      width = 800,
      height = 600,
      webPreferences = {},
      show: isVisible = true,
    } = options;
    this.options = options;
    this.bounds = { x, y, width, height };
    this.isVisible = isVisible;
    this.webContents = new WebContents(webPreferences);
    windowList.add(this);
  }

  async loadURL(url: string) {
    show('a window opens');
    await this.webContents.load(url);
    if (!this.#isDestroyed) this.emit('ready-to-show');
  }

  show() {
    this.isVisible = true;
    show('the window is visible');
  }

  /** As a person does who looks at another program. */
  leave() {
    this.#isFocused = false;
  }

  isFocused() {
    return this.#isFocused;
  }

  focus() {
    this.#isFocused = true;
    show('the window comes to the front');
  }

  minimize() {
    this.#isMinimised = true;
  }

  isMinimized() {
    return this.#isMinimised;
  }

  restore() {
    this.#isMinimised = false;
  }

  maximize() {
    this.#isMaximised = true;
  }

  isMaximized() {
    return this.#isMaximised;
  }

  getNormalBounds() {
    return this.bounds;
  }

  setProgressBar(progress: number) {
    this.progress = progress;
  }

  isDestroyed() {
    return this.#isDestroyed;
  }

  /** A page that hangs does not close. */
  close() {
    if (this.#isDestroyed) return;
    if (!emitWithDefault(this, 'close')) {
      windowList.closeCancelled();
      return;
    }
    void this.webContents.unload().then((isUnloaded) => {
      if (isUnloaded) this.destroy();
    });
  }

  destroy() {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    this.webContents.destroy();
    this.emit('closed');
    windowList.remove(this);
  }
}
