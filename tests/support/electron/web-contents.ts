/** The page of a window, as the main process sees it: its process, its frame, and what it may not do. */
import { EventEmitter } from 'node:events';
import { ChromiumPage } from './chromium/chromium-page.ts';
import { emitWithDefault } from './default-action.ts';
import { ipcMain } from './ipc-main.ts';
import { Page, type Renderer } from './page.ts';
import { isProgram, scene } from './scene.ts';
import { show } from './show.ts';

type Used =
  | 'executeJavaScript'
  | 'forcefullyCrashRenderer'
  | 'getURL'
  | 'getZoomLevel'
  | 'isDestroyed'
  | 'reload'
  | 'send'
  | 'setWindowOpenHandler'
  | 'setZoomLevel'
  | 'startDrag';
type OpenHandler = Parameters<Electron.WebContents['setWindowOpenHandler']>[0];

export class WebContents extends EventEmitter implements Pick<Electron.WebContents, Used> {
  readonly mainFrame = { origin: 'null' };
  url = '';
  loads = 0;
  isHanging = false;
  /** What counts as acts of a person in the page. */
  gestures = 0;
  #zoomLevel = 0;
  #isDestroyed = false;
  /** Messages to the page, for unit tests, which have no page. */
  readonly sent: unknown[][] = [];
  readonly #preload: string | undefined;
  #page: Renderer | null = null;
  #openHandler: OpenHandler = () => ({ action: 'allow' });

  constructor({ preload }: Electron.WebPreferences) {
    super();
    this.#preload = preload;
  }

  /**
   * The page's own end of the preload, where the page is a thread; one in Chromium is acted on from outside.
   */
  get page(): Page {
    if (!(this.#page instanceof Page)) throw new Error('no page is loaded in a thread');
    return this.#page;
  }

  getURL() {
    return this.url;
  }

  async load(url: string): Promise<void> {
    this.url = url;
    this.loads += 1;
    const { protocol, host } = new URL(url);
    this.mainFrame.origin = `${protocol}//${host}`;
    if (!isProgram) return;
    const from = { sender: this, senderFrame: this.mainFrame };
    const owner = {
      invoke: (channel: string, args: readonly unknown[]) => ipcMain.invoke(from, channel, args),
      receive: (channel: string, args: readonly unknown[]) => void ipcMain.emit(channel, from, ...args),
    };
    const page = scene.chromium
      ? new ChromiumPage(scene.chromium, this.#preload, url, { ...owner, ...this.#powers() })
      : new Page(this.#preload, owner);
    this.#page = page;
    await page.loaded;
    this.emit('did-finish-load');
  }

  /** What a page can do beyond a thread. */
  #powers() {
    return {
      navigated: (origin: string) => {
        this.mainFrame.origin = origin;
      },
      mayNavigate: (url: string) => this.navigate(url),
      mayOpen: (url: string) => this.open(url),
      crashed: () => this.crash(),
    };
  }

  async executeJavaScript(code: string, userGesture = false) {
    if (code !== 'undefined') throw new Error('no page runs code of the host');
    if (userGesture) this.gestures += 1;
  }

  getZoomLevel() {
    return this.#zoomLevel;
  }

  setZoomLevel(level: number) {
    this.#zoomLevel = level;
  }

  reload() {
    this.end();
    void this.load(this.url);
  }

  isDestroyed() {
    return this.#isDestroyed;
  }

  /** Refuses what Electron refuses (shell/browser/api/electron_api_web_contents.cc > StartDrag). */
  startDrag({ file, files = [], icon }: Electron.Item) {
    const dragged = files.length > 0 ? files : [file];
    if (dragged.includes('')) throw new Error("Must specify either 'file' or 'files' option");
    if (typeof icon === 'string' || icon.isEmpty()) throw new Error("Must specify non-empty 'icon' option");
    if (scene.refusesDrags) throw new Error('the system takes no drag');
    show(`drag ${JSON.stringify(dragged)}`);
  }

  send(channel: string, ...args: unknown[]) {
    this.sent.push(structuredClone(args));
    this.#page?.receive(channel, args);
  }

  setWindowOpenHandler(handler: OpenHandler) {
    this.#openHandler = handler;
  }

  /** Act as the page. @returns whether the page got its way */
  navigate(url: string, event: 'will-navigate' | 'will-redirect' = 'will-navigate'): boolean {
    const details = { url, isMainFrame: true, isSameDocument: false };
    return (
      emitWithDefault(this, 'will-frame-navigate', details) && emitWithDefault(this, event, details, url)
    );
  }

  open(url: string): boolean {
    const details = { url, frameName: '', features: '', disposition: 'foreground-tab' } as const;
    return this.#openHandler(details as never).action === 'allow';
  }

  attachWebview(): boolean {
    return emitWithDefault(this, 'will-attach-webview', {}, {}, {});
  }

  hang() {
    this.isHanging = true;
    this.emit('unresponsive');
  }

  crash(reason: Electron.RenderProcessGoneDetails['reason'] = 'crashed') {
    this.end();
    this.isHanging = false;
    this.emit('render-process-gone', {}, { reason, exitCode: 5 });
  }

  forcefullyCrashRenderer() {
    this.crash('killed');
  }

  /** Runs the page's unload handlers. @returns false if the page does not answer */
  async unload(): Promise<boolean> {
    if (this.isHanging) return false;
    await this.#page?.unload();
    return true;
  }

  end() {
    this.#page?.end();
    this.#page = null;
  }

  /** With its window. */
  destroy() {
    this.end();
    this.#isDestroyed = true;
  }
}
