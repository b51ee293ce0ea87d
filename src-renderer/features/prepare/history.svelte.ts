/** Undo and redo with named steps over immutable snapshots. Quick changes of one value count as one step. */
import type { MessageRef } from '../../../src-shared/messages/message.ts';

export interface Step<T> {
  /** What was done, such as "Scale bracket.stl". */
  readonly name: MessageRef;
  readonly before: T;
  readonly after: T;
  readonly merge: string | null;
  readonly at: number;
}

const most = 100;
/** Changes of the same thing within this time, ms, are one step. */
const breath = 1200;

export class History<T> {
  readonly #apply: (value: T) => void;
  #past = $state.raw<readonly Step<T>[]>([]);
  #future = $state.raw<readonly Step<T>[]>([]);

  constructor(apply: (value: T) => void) {
    this.#apply = apply;
  }

  /** Name of the step that undo takes back; null when there is none. */
  get undoName(): MessageRef | null {
    return this.#past.at(-1)?.name ?? null;
  }
  get redoName(): MessageRef | null {
    return this.#future.at(-1)?.name ?? null;
  }
  /** Every value that undo or redo could bring back. */
  get values(): readonly T[] {
    return [...this.#past, ...this.#future].flatMap((step) => [step.before, step.after]);
  }

  /** `merge` names the thing that changed, so that a series of small changes is undone together. */
  record(name: MessageRef, before: T, after: T, merge: string | null = null, now = Date.now()): void {
    const last = this.#past.at(-1);
    const joins = merge !== null && last?.merge === merge && now - last.at < breath;
    const step = { name, before: joins ? last.before : before, after, merge, at: now };
    this.#past = [...(joins ? this.#past.slice(0, -1) : this.#past), step].slice(-most);
    this.#future = [];
  }

  undo(): MessageRef | null {
    const step = this.#past.at(-1);
    if (!step) return null;
    this.#past = this.#past.slice(0, -1);
    this.#future = [...this.#future, step];
    this.#apply(step.before);
    return step.name;
  }

  redo(): MessageRef | null {
    const step = this.#future.at(-1);
    if (!step) return null;
    this.#future = this.#future.slice(0, -1);
    this.#past = [...this.#past, { ...step, merge: null }];
    this.#apply(step.after);
    return step.name;
  }
}
