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
    const open = this.#page?.isClosed() ? null : this.#page;
    const page = open ?? (await this.#context.newPage());
    if (!open) collectProblems(page, this.problems);
    this.#page = page;
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

  async end(): Promise<void> {
    const closed = this.#page?.waitForEvent('close');
    await this.#page?.close({ runBeforeUnload: true });
    await closed;
    await this.#process.end();
  }

  kill(): Promise<void> {
    return this.#process.kill();
  }

  remove(): Promise<void> {
    return this.#process.remove();
  }
}
