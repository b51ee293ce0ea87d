/**
 * Notices to the user, and their history. Errors and warnings are banners until they are dealt with. Others
 * stay in the status bar until the next one, or for a while if the screen itself shows the same. The shell's
 * live region announces every notice, and the history stores it.
 */
import type { MessageRef } from '../../src-shared/messages/message.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import type { AppError } from '../../src-shared/result.ts';
import { describeError, severityOf } from './error-text.ts';
import { say } from './language.svelte.ts';

export interface NoticeAction {
  readonly label: MessageRef;
  readonly run: () => void;
}

export interface Notice {
  readonly id: number;
  /** Epoch ms. */
  readonly at: number;
  readonly severity: 'error' | 'warning' | 'info' | 'ok';
  /** `noticeText` says it, in the language in which the window is read now. */
  readonly said: MessageRef | AppError;
  readonly action: NoticeAction | null;
  /** Shown until dismissed or withdrawn; afterwards only in the history. */
  readonly open: boolean;
  /** Leaves the status bar after a while. */
  readonly passing: boolean;
  /** Notices with the same key replace each other. */
  readonly key: string | null;
}

export interface NewNotice {
  severity: Notice['severity'];
  message: MessageRef;
  action?: NoticeAction | undefined;
  key?: string;
  passing?: boolean;
}

export const noticeText = ({ said }: Pick<Notice, 'said'>): string =>
  'key' in said ? say(said, said.key) : describeError(said).message;

const isBanner = ({ severity }: Notice): boolean => severity === 'error' || severity === 'warning';

const mostStored = 100;

export class Notices {
  /** Newest first. */
  #all = $state.raw<readonly Notice[]>([]);
  #next = 1;

  get history(): readonly Notice[] {
    return this.#all;
  }

  /** Banners, newest first. */
  get open(): readonly Notice[] {
    return this.#all.filter((notice) => notice.open && isBanner(notice));
  }

  /** The notice in the status bar. */
  get latest(): Notice | null {
    const newest = this.#all.find((notice) => !isBanner(notice));
    return newest?.open ? newest : null;
  }

  add({ message, ...notice }: NewNotice): number {
    return this.#add(message, notice);
  }

  #add(said: Notice['said'], notice: Omit<NewNotice, 'message'>): number {
    const id = this.#next++;
    const key = notice.key ?? null;
    const others = key === null ? this.#all : this.#all.filter((old) => old.key !== key);
    const entry: Notice = {
      id,
      at: Date.now(),
      severity: notice.severity,
      said,
      action: notice.action ?? null,
      open: true,
      passing: notice.passing ?? false,
      key,
    };
    this.#all = [entry, ...others].slice(0, mostStored);
    return id;
  }

  /** A screen was asked to read its list again, and did. */
  refreshed(): void {
    const message = ref('ui.updated', { time: Date.now() });
    this.add({ severity: 'ok', message, key: 'refreshed', passing: true });
  }

  /** A failed call, with severity and advice from the table of errors. */
  addError(error: AppError, action?: NoticeAction, key?: string): number {
    return this.#add(error, { severity: severityOf(error), action, ...(key !== undefined && { key }) });
  }

  /** Closes the banner or clears the status bar; the notice stays in the history. */
  dismiss(id: number): void {
    this.#all = this.#all.map((notice) => (notice.id === id ? { ...notice, open: false } : notice));
  }

  /** Closes notices that are no longer true, by key. */
  withdraw(key: string): void {
    this.#all = this.#all.map((notice) => (notice.key === key ? { ...notice, open: false } : notice));
  }
}
