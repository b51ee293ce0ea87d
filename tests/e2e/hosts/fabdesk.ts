/**
 * Fabdesk on one of the hosts that have a window, as the end-to-end tests use it: with a data folder of its
 * own.
 */
import type { Page } from 'playwright/test';

/** `electron-program`: Electron's own program, where it can run (`npm run smoke:electron`). */
export type Host = 'browser' | 'electron' | 'electron-program';

export interface Fabdesk {
  /** Errors on the consoles of its windows, among them whatever broke the content security policy. */
  readonly problems: readonly string[];
  /** Starts it with files. After `kill` it goes on with the same data. @returns its window */
  open(...files: string[]): Promise<Page>;
  /**
   * A person's further start while it runs.
   * @returns the address of a further window; null if the host brings its only window to the front
   */
  startAgain(...files: string[]): Promise<string | null>;
  /** Does `act`, which opens a page in the person's browser. @returns that page */
  outside(act: () => Promise<void>): Promise<Page>;
  /**
   * Its person closes the window and starts it again. A browser's host goes on meanwhile, Electron's ends.
   * @returns the next window
   */
  reopen(): Promise<Page>;
  /** As a power cut: nothing runs at its end. */
  kill(): Promise<void>;
  /** Closes it in order and removes its data. */
  remove(): Promise<void>;
}

export function collectProblems(page: Page, problems: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
}
