/** The browser host: a window is a tab of Chromium. */
import type { BrowserContext, Page } from 'playwright/test';
import { AppProcess } from '../../support/app-process.ts';
import { collectProblems, type Fabdesk } from './fabdesk.ts';

export class InBrowser implements Fabdesk {
  readonly problems: string[] = [];
  readonly #process = new AppProcess();
  readonly #context: BrowserContext;
  #page: Page | null = null;

  constructor(context: BrowserContext) {
    this.#context = context;
  }

  async open(...files: string[]): Promise<Page> {
    const page = this.#page ?? (await this.#newPage());
    await page.goto(await this.#process.start(...files));
    return page;
  }

  startAgain(...files: string[]): Promise<string> {
    return this.#process.startAgain(...files);
  }

  async outside(act: () => Promise<void>): Promise<Page> {
    const opened = this.#context.waitForEvent('page');
    await act();
    return opened;
  }

  async #newPage(): Promise<Page> {
    const page = await this.#context.newPage();
    collectProblems(page, this.problems);
    this.#page = page;
    return page;
  }

  async reopen(): Promise<Page> {
    const closed = this.#page?.waitForEvent('close');
    // Otherwise no handler of the page is called.
    await this.#page?.close({ runBeforeUnload: true });
    await closed;
    const address = await this.startAgain();
    const page = await this.#newPage();
    await page.goto(address);
    return page;
  }

  kill(): Promise<void> {
    return this.#process.kill();
  }

  remove(): Promise<void> {
    return this.#process.remove();
  }
}
