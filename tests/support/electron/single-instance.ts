/**
 * The lock of a profile folder, and the way from a second start to the first: by a file, where Electron has a
 * socket or a hidden window.
 */
import { existsSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Start {
  readonly argv: string[];
  readonly cwd: string;
}

export class SingleInstance {
  readonly #lock: string;
  readonly #message: string;

  constructor(profile: string) {
    this.#lock = join(profile, 'SingletonLock');
    this.#message = join(profile, 'SingletonMessage');
  }

  /** False if a process that is alive has the lock; it gets this start. */
  claim(start: Start, onSecond: (start: Start) => void): boolean {
    const owner = existsSync(this.#lock) ? Number(readFileSync(this.#lock, 'utf8')) : null;
    if (owner !== null && isAlive(owner)) {
      writeFileSync(this.#message, JSON.stringify(start));
      return false;
    }
    writeFileSync(this.#lock, String(process.pid));
    watch(join(this.#lock, '..'), () => {
      const second = this.#take();
      if (second) onSecond(second);
    }).unref();
    return true;
  }

  #take(): Start | null {
    const text = existsSync(this.#message) ? readFileSync(this.#message, 'utf8') : '';
    if (text === '') return null;
    rmSync(this.#message, { force: true });
    return JSON.parse(text) as Start;
  }

  release(): void {
    rmSync(this.#lock, { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
