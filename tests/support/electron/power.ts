/** `powerMonitor` and `powerSaveBlocker`: sleep and shutdown of the machine, and what holds them off. */
import { EventEmitter } from 'node:events';
import { show } from './show.ts';

export const powerMonitor = new EventEmitter();

class PowerSaveBlocker implements Pick<Electron.PowerSaveBlocker, 'start' | 'stop'> {
  readonly #started = new Set<number>();
  #last = 0;

  start(kind: 'prevent-app-suspension' | 'prevent-display-sleep') {
    this.#last += 1;
    this.#started.add(this.#last);
    show(`awake ${kind}`);
    return this.#last;
  }

  stop(id: number) {
    show(`asleep ${id}`);
    return this.#started.delete(id);
  }
}

export const powerSaveBlocker = new PowerSaveBlocker();
