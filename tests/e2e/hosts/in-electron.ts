/**
 * Electron's host over the stand-in of the `electron` package: the built main process in a process of its
 * own, the built preload and window in Chromium.
 */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright/test';
import type { Target } from '../../support/electron/chromium/chromium-page.ts';
import { ElectronHost } from '../../support/electron/host.ts';
import { removeFolder } from '../../support/remove-folder.ts';
import { collectProblems, type Fabdesk } from './fabdesk.ts';

const main = fileURLToPath(new URL('../../../dist/electron/main.js', import.meta.url));

export class InElectron implements Fabdesk {
  readonly problems: string[] = [];
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'fabdesk-e2e-'));
  readonly #context: BrowserContext;
  #host: ElectronHost | null = null;
  #page: Page | null = null;

  constructor(context: BrowserContext) {
    this.#context = context;
  }

  async open(...files: string[]): Promise<Page> {
    await this.#page?.close();
    const page = await this.#context.newPage();
    this.#page = page;
    collectProblems(page, this.problems);
    const scene = { chromium: await targetOf(page) };
    this.#host = new ElectronHost(this.#dataDir, { main, args: files, scene });
    await this.#host.opens();
    return page;
  }

  async startAgain(...files: string[]): Promise<null> {
    await new ElectronHost(this.#dataDir, { main, args: files }).ended;
    return null;
  }

  /** What the host hands to the system's browser, in a tab that has nothing of the window's. */
  async outside(act: () => Promise<void>): Promise<Page> {
    await act();
    const [, address = ''] = await this.#host!.prints(/electron: browser (\S+)\n/);
    const page = await (await this.#context.browser()!.newContext()).newPage();
    await page.goto(address);
    return page;
  }

  async kill(): Promise<void> {
    this.#host?.kill('SIGKILL');
    await this.#host?.ended;
  }

  async reopen(): Promise<Page> {
    await this.#end();
    return this.open();
  }

  async #end(): Promise<void> {
    this.#host?.kill('SIGTERM');
    await this.#host?.ended;
  }

  async remove(): Promise<void> {
    await this.#end();
    removeFolder(this.#dataDir);
  }
}

/** Where the stand-in finds the page: Chromium writes the port of its DevTools into its profile. */
async function targetOf(page: Page): Promise<Target> {
  const ofBrowser = await page.context().browser()!.newBrowserCDPSession();
  const { commandLine } = await ofBrowser.send('SystemInfo.getInfo');
  await ofBrowser.detach();
  const [, quoted, plain] = /--user-data-dir=(?:"([^"]+)"|(\S+))/.exec(commandLine) ?? [];
  const [port, path] = readFileSync(join(quoted ?? plain ?? '', 'DevToolsActivePort'), 'utf8').split('\n');
  const ofPage = await page.context().newCDPSession(page);
  const { targetInfo } = await ofPage.send('Target.getTargetInfo');
  await ofPage.detach();
  return { endpoint: `ws://127.0.0.1:${port}${path}`, targetId: targetInfo.targetId };
}
