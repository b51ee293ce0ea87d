/**
 * Files that were opened from outside (command line, file manager, a second start) and wait for a window: at
 * start there is none yet, and in a browser there may be none for a while.
 */
import type { OpenedFile } from '../src-shared/ipc/opened-file.ts';

export class Opened {
  readonly #tell: () => void;
  #waiting: OpenedFile[] = [];

  /** `tell` is called when a file is waiting. */
  constructor(tell: () => void) {
    this.#tell = tell;
  }

  /** A file that is in the spool already. */
  put(file: OpenedFile): void {
    this.#waiting.push(file);
    this.#tell();
  }

  /** Something else was brought from outside, and the window shows it already. */
  announce(): void {
    this.#tell();
  }

  take(): OpenedFile[] {
    const taken = this.#waiting;
    this.#waiting = [];
    return taken;
  }

  /** Hashes of the waiting files. */
  referencedFiles(): string[] {
    return this.#waiting.map(({ sha256 }) => sha256);
  }
}
