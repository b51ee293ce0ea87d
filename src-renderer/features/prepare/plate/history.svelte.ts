/**
 * Undo and redo with named steps, for this window's own changes of the plate. A step records what it changed,
 * not the whole plate, so undoing it keeps later changes of other windows: a value that was changed again
 * there stays, and a step that has no effect left is skipped. Quick changes of one value count as one step.
 * The steps survive a reload of the window.
 */
import { type PlateItem, plateItemSchema } from '../../../../src-shared/ipc/plate-item.ts';
import type { WindowOp } from '../../../../src-shared/ipc/workspace-ops.ts';
import { isSame } from '../../../../src-shared/is-same.ts';
import type { MessageRef } from '../../../../src-shared/messages/message.ts';

/** One item before and after; null: it was not on the plate. */
export interface Edit {
  readonly before: PlateItem | null;
  readonly after: PlateItem | null;
  /** The item that followed it; null if it was the last. */
  readonly place: string | null;
}

export interface Step {
  /** Identifies the step for a message with an undo button. */
  readonly id: string;
  /** The name of the step, such as "Scale bracket.stl". */
  readonly name: MessageRef;
  readonly edits: readonly Edit[];
  readonly merge: string | null;
  readonly at: number;
}

interface Steps {
  readonly past: readonly Step[];
  readonly future: readonly Step[];
}

/** The effect of undo or redo. */
export interface Taken {
  readonly name: MessageRef;
  readonly ops: readonly WindowOp[];
}

const most = 100;
/** Changes of the same thing within this time, ms, are one step. */
const breath = 1200;
/** In sessionStorage, so it belongs to this window. */
const storageKey = 'fabdesk-history';

export class History {
  readonly #items: () => readonly PlateItem[];
  #steps = $state.raw<Steps>(restored());

  /** `items`: the current plate. */
  constructor(items: () => readonly PlateItem[]) {
    this.#items = items;
  }

  /** The step that was done last, for `undo`. */
  get newest(): Step | null {
    return this.#steps.past.at(-1) ?? null;
  }
  /** Name of the step that undo takes back; null when there is none. */
  get undoName(): MessageRef | null {
    return this.#last(this.#steps.past, backwards)?.step.name ?? null;
  }
  get redoName(): MessageRef | null {
    return this.#last(this.#steps.future, forwards)?.step.name ?? null;
  }
  /** Every item that undo or redo could bring back. */
  get items(): readonly PlateItem[] {
    const steps = [...this.#steps.past, ...this.#steps.future];
    return steps
      .flatMap(({ edits }) => edits.flatMap(({ before, after }) => [before, after]))
      .filter((item) => item !== null);
  }

  /** `merge` names the thing that changed, so that a series of small changes is undone together. */
  record(name: MessageRef, edits: readonly Edit[], merge: string | null = null, now = Date.now()): void {
    const { past } = this.#steps;
    const last = past.at(-1);
    const joins = merge !== null && last?.merge === merge && now - last.at < breath;
    const id = crypto.randomUUID();
    const step: Step = { id, name, edits: joins ? joined(last.edits, edits) : edits, merge, at: now };
    this.#set({ past: [...(joins ? past.slice(0, -1) : past), step].slice(-most), future: [] });
  }

  /** Null: there is nothing to undo. */
  undo(): Taken | null {
    const { past, future } = this.#steps;
    const found = this.#last(past, backwards);
    if (!found) return null;
    const { step, index, ops } = found;
    this.#set({ past: past.slice(0, index), future: [...future, this.#asItIs(step)] });
    return { name: step.name, ops };
  }

  /** Undoes one step, and none of the later ones. Null if it has no effect left. */
  undoOnly({ id }: Step): Taken | null {
    const { past, future } = this.#steps;
    const step = past.find((one) => one.id === id);
    if (!step) return null;
    const ops = step.edits.flatMap((edit) => opOf(backwards(edit), this.#items()));
    if (ops.length === 0) return null;
    this.#set({ past: past.filter((other) => other !== step), future: [...future, this.#asItIs(step)] });
    return { name: step.name, ops };
  }

  redo(): Taken | null {
    const { past, future } = this.#steps;
    const found = this.#last(future, forwards);
    if (!found) return null;
    const { step, index, ops } = found;
    const done = { ...this.#asItIs(step), merge: null };
    this.#set({ past: [...past, done], future: future.slice(0, index) });
    return { name: step.name, ops };
  }

  /** Parts of these bytes, which could not be copied, do not come back. */
  forget(sha256: string): void {
    const isIn = (item: PlateItem | null) =>
      item?.file.sha256 === sha256 || item?.turned?.of.sha256 === sha256;
    const others = (steps: readonly Step[]) =>
      steps
        .map((step) => ({
          ...step,
          edits: step.edits.filter(({ before, after }) => !isIn(before) && !isIn(after)),
        }))
        .filter(({ edits }) => edits.length > 0);
    const { past, future } = this.#steps;
    this.#set({ past: others(past), future: others(future) });
  }

  /** An item that is about to leave the plate comes back in its current state, with later changes. */
  #asItIs(step: Step): Step {
    const now = (item: PlateItem | null) => this.#items().find(({ id }) => id === item?.id) ?? item;
    const edits = step.edits.map((edit) => {
      if (!edit.before) return { ...edit, after: now(edit.after) };
      return edit.after ? edit : { ...edit, before: now(edit.before) };
    });
    return { ...step, edits };
  }

  /** The last step that still has an effect. */
  #last(steps: readonly Step[], direction: (edit: Edit) => Edit) {
    const items = this.#items();
    for (let index = steps.length - 1; index >= 0; index -= 1) {
      const step = steps[index] as Step;
      const ops = step.edits.flatMap((edit) => opOf(direction(edit), items));
      if (ops.length > 0) return { step, index, ops };
    }
    return null;
  }

  #set(steps: Steps): void {
    this.#steps = steps;
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(steps));
    } catch {
      // Without storage, undo lasts as long as the window.
    }
  }
}

const forwards = (edit: Edit): Edit => edit;
const backwards = ({ before, after, place }: Edit): Edit => ({ before: after, after: before, place });

/** The differences between two plates. */
export function editsBetween(before: readonly PlateItem[], after: readonly PlateItem[]): Edit[] {
  const old = new Map(before.map((item) => [item.id, item]));
  const now = new Map(after.map((item) => [item.id, item]));
  // Removed items come back before the one that followed them. Starting from the end, that one is there by
  // then.
  const removed = before
    .map((item, at): Edit => ({ before: item, after: null, place: before[at + 1]?.id ?? null }))
    .filter((edit) => !now.has(edit.before?.id ?? ''))
    .reverse();
  const rest = after
    .map(
      (item, at): Edit => ({
        before: old.get(item.id) ?? null,
        after: item,
        place: after[at + 1]?.id ?? null,
      }),
    )
    .filter((edit) => edit.before !== edit.after)
    .reverse();
  return [...rest, ...removed];
}

/** The change that leads from `before` to `after`; none if another window has changed the same meanwhile. */
function opOf({ before, after, place }: Edit, items: readonly PlateItem[]): WindowOp[] {
  const id = (after ?? before)?.id;
  const current = items.find((item) => item.id === id);
  if (!after) return current ? [{ op: 'remove-item', id: current.id }] : [];
  if (!before) return current ? [] : [{ op: 'put-item', item: after, before: place }];
  if (!current) return [];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof PlateItem)[];
  const ours = keys.filter((key) => !isSame(before[key], after[key]) && isSame(current[key], before[key]));
  if (ours.length === 0) return [];
  const change = Object.fromEntries(ours.map((key) => [key, after[key]]));
  if (ours.every((key) => after[key] !== undefined)) return [{ op: 'change-item', id: current.id, change }];
  // A change cannot remove a value, so the whole item is put.
  return [{ op: 'put-item', item: { ...current, ...change } }];
}

/** Two steps as one: from before the first to after the second. */
function joined(first: readonly Edit[], second: readonly Edit[]): Edit[] {
  const idOf = ({ before, after }: Edit) => (after ?? before)?.id;
  const later = second.filter((edit) => !first.some((one) => idOf(one) === idOf(edit)));
  const both = first.map((edit) => {
    const next = second.find((one) => idOf(one) === idOf(edit));
    return next ? { ...edit, after: next.after } : edit;
  });
  return [...both, ...later];
}

/** The steps before a reload. A step that cannot be read is dropped. */
function restored(): Steps {
  try {
    const { past, future } = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Partial<Steps>;
    return { past: soundSteps(past), future: soundSteps(future) };
  } catch {
    return { past: [], future: [] };
  }
}

function soundSteps(steps: readonly Step[] = []): Step[] {
  const item = plateItemSchema.nullable();
  return steps.filter(({ edits }) =>
    edits.every(({ before, after }) => item.safeParse(before).success && item.safeParse(after).success),
  );
}
