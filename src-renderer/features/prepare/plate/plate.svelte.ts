/**
 * The models on the plate and what can be done with them; every change is a named step that can be undone and
 * is saved by the application. Knows files and numbers, not how anything is drawn or priced.
 */

import { type PlateItem, turnedFrom } from '../../../../src-shared/ipc/plate-item.ts';
import type { WindowOp } from '../../../../src-shared/ipc/workspace-ops.ts';
import type { MessageRef } from '../../../../src-shared/messages/message.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import type { WorkspaceStore } from '../../../workspace-store.svelte.ts';
import { editsBetween, History, type Step, type Taken } from './history.svelte.ts';

/** The limit of the contract. */
export const mostItems = 200;

export type ItemChange = Partial<Omit<PlateItem, 'id'>>;

export class Plate {
  readonly #workspace: WorkspaceStore;
  readonly history: History;

  constructor(workspace: WorkspaceStore) {
    this.#workspace = workspace;
    this.history = new History(() => workspace.plate);
  }

  get items(): readonly PlateItem[] {
    return this.#workspace.plate;
  }

  get selected(): PlateItem | null {
    const { items } = this;
    return items.find((item) => item.id === this.#workspace.selected) ?? items[0] ?? null;
  }

  /** Equal names get a number, so that people can distinguish them. */
  nameOf(item: PlateItem): string {
    const others = this.items.filter((other) => other.file.name === item.file.name);
    const place = others.findIndex((other) => other.id === item.id);
    return place > 0 ? `${item.file.name} (${place + 1})` : item.file.name;
  }

  select(id: string): void {
    if (this.selected?.id !== id) this.#workspace.apply([selecting(id)]);
  }

  /** `select`: whether it becomes the selected one. `index`: its position among the others. */
  add(item: PlateItem, select: boolean, index = this.items.length): void {
    const selected = select ? item.id : (this.selected?.id ?? item.id);
    const before = this.items[index]?.id ?? null;
    this.#do(ref('prepare.step.add', { file: item.file.name }), [
      { op: 'put-item', item, before },
      selecting(selected),
    ]);
  }

  /** Adds an item behind each of these, by their ids, in one step. */
  addBehind(added: ReadonlyMap<string, PlateItem>, name: MessageRef): void {
    const { items } = this;
    this.#do(
      name,
      [...added].map(([id, item]): WindowOp => {
        const next = items[items.findIndex((other) => other.id === id) + 1];
        return { op: 'put-item', item, before: next?.id ?? null };
      }),
    );
  }

  /** `merge`: consecutive changes of the same value are one step. */
  change(id: string, change: ItemChange, name: MessageRef, merge: string | null = null): void {
    this.#do(name, [{ op: 'change-item', id, change }], merge && `${merge} ${id}`);
  }

  /** The same change of several items, in one step. */
  changeAll(ids: readonly string[], change: ItemChange, name: MessageRef, merge: string | null = null): void {
    if (ids.length === 0) return;
    this.#do(
      name,
      ids.map((id): WindowOp => ({ op: 'change-item', id, change })),
      merge && `${merge} ${ids.join(' ')}`,
    );
  }

  /** Removes several items, in one step. */
  removeAll(ids: readonly string[], name: MessageRef): void {
    const gone = new Set(ids);
    const left = this.items.filter(({ id }) => !gone.has(id));
    const selected = left.find(({ id }) => id === this.selected?.id) ?? left[0];
    this.#do(name, [
      ...ids.map((id): WindowOp => ({ op: 'remove-item', id })),
      selecting(selected?.id ?? null),
    ]);
  }

  /** Changes an item without an undo step: Fabdesk filled it in, not the user. */
  fillIn(id: string, change: ItemChange): void {
    this.#workspace.apply([{ op: 'change-item', id, change }]);
  }

  remove(id: string): void {
    const index = this.items.findIndex((item) => item.id === id);
    const item = this.items[index];
    if (!item) return;
    const next = this.items[index + 1] ?? this.items[index - 1];
    const wasSelected = this.selected?.id === id;
    const name = ref('prepare.step.remove', { file: this.nameOf(item) });
    this.#do(name, [{ op: 'remove-item', id }, ...(wasSelected ? [selecting(next?.id ?? null)] : [])]);
  }

  /** Replaces one item by others, in one step. */
  replace(id: string, others: readonly PlateItem[], name: MessageRef): void {
    this.#do(name, [
      ...others.map((item): WindowOp => ({ op: 'put-item', item, before: id })),
      { op: 'remove-item', id },
      selecting(others[0]?.id ?? null),
    ]);
  }

  /** Returns what was undone, or null if there was nothing to undo. */
  undo(): MessageRef | null {
    return this.#take(this.history.undo());
  }

  /** Undoes only this step, whatever came later. */
  undoOnly(step: Step): MessageRef | null {
    return this.#take(this.history.undoOnly(step));
  }

  redo(): MessageRef | null {
    return this.#take(this.history.redo());
  }

  /**
   * SHA-256 of every file that is on the plate or can come back by undo, and of the originals of turned ones.
   */
  get hashes(): Set<string> {
    return new Set(
      [...this.items, ...this.history.items].flatMap((item) =>
        [item.file.sha256, turnedFrom(item)?.of.sha256 ?? []].flat(),
      ),
    );
  }

  #do(name: MessageRef, ops: readonly WindowOp[], merge: string | null = null): void {
    const before = this.items;
    this.#workspace.apply(ops);
    this.history.record(name, editsBetween(before, this.items), merge);
  }

  /** Shows what came back or changed. */
  #take(taken: Taken | null): MessageRef | null {
    if (!taken) return null;
    const [shown] = taken.ops.flatMap((op) => {
      if (op.op === 'put-item') return [op.item.id];
      return op.op === 'change-item' ? [op.id] : [];
    });
    this.#workspace.apply([...taken.ops, ...(shown === undefined ? [] : [selecting(shown)])]);
    return taken.name;
  }
}

const selecting = (selected: string | null): WindowOp => ({ op: 'view', selected });
