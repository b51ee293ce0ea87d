/** The page of a window, as the main process sees it: its process, its frame, and what it may not do. */
import { EventEmitter } from 'node:events';
import { emitWithDefault } from './default-action.ts';
import { ipcMain } from './ipc-main.ts';
import { Page } from './page.ts';
import { isProgram } from './scene.ts';

type Used = 'forcefullyCrashRenderer' | 'reload' | 'send' | 'setWindowOpenHandler';
type OpenHandler = Parameters<Electron.WebContents['setWindowOpenHandler']>[0];

export class WebContents extends EventEmitter implements Pick<Electron.WebContents, Used> {
  readonly mainFrame = { origin: 'null' };
  url = '';
  loads = 0;
  isHanging = false;
  /** Messages to the page, for unit tests, which have no page. */
  readonly sent: unknown[][] = [];
  readonly #preload: string | undefined;
  #page: Page | null = null;
  #openHandler: OpenHandler = () => ({ action: 'allow' });

  constructor({ preload }: Electron.WebPreferences) {
    super();
    this.#preload = preload;
  }

  /** The page's own end of the preload. */
  get page(): Page {
    if (!this.#page) throw new Error('no page is loaded');
    return this.#page;
  }

  async load(url: string): Promise<void> {
    this.url = url;
    this.loads += 1;
    const { protocol, host } = new URL(url);
    this.mainFrame.origin = `${protocol}//${host}`;
    if (!isProgram) return;
    const from = { sender: this, senderFrame: this.mainFrame };
    const page = new Page(this.#preload, {
      invoke: (channel, args) => ipcMain.invoke(from, channel, args),
      receive: (channel, args) => void ipcMain.emit(channel, from, ...args),
    });
    this.#page = page;
    await page.loaded;
    this.emit('did-finish-load');
  }

  reload() {
    this.end();
    void this.load(this.url);
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
}
