/**
 * The models on the plate and what can be done with them; every change is a named step that can be undone and
 * is saved by the application. Knows files and numbers, not how anything is drawn or priced.
 */

import type { PlateItem } from '../../../src-shared/ipc/contract.ts';
import type { MessageRef } from '../../../src-shared/messages/message.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import type { WorkspaceStore } from '../../workspace-store.svelte.ts';
import { History } from './history.svelte.ts';

/** The contract's limit. */
export const mostItems = 200;

interface Snapshot {
  readonly items: readonly PlateItem[];
  readonly selected: string | null;
}

export type ItemChange = Partial<Omit<PlateItem, 'id'>>;

export class Plate {
  readonly #workspace: WorkspaceStore;
  readonly history: History<Snapshot>;

  constructor(workspace: WorkspaceStore) {
    this.#workspace = workspace;
    this.history = new History((snapshot) => workspace.setPlate(snapshot.items, snapshot.selected));
  }

  get items(): readonly PlateItem[] {
    return this.#workspace.plate;
  }

  get selected(): PlateItem | null {
    const { items } = this;
    return items.find((item) => item.id === this.#workspace.selected) ?? items[0] ?? null;
  }

  get isFull(): boolean {
    return this.items.length >= mostItems;
  }

  /** Equal names get a number, so that each can be told apart. */
  nameOf(item: PlateItem): string {
    const others = this.items.filter((other) => other.file.name === item.file.name);
    const place = others.findIndex((other) => other.id === item.id);
    return place > 0 ? `${item.file.name} (${place + 1})` : item.file.name;
  }

  select(id: string): void {
    if (this.selected?.id !== id) this.#workspace.setPlate(this.items, id);
  }

  /** `looksAt`: selects it. `index`: its position among the others. */
  add(item: PlateItem, looksAt: boolean, index = this.items.length): void {
    const selected = looksAt ? item.id : (this.selected?.id ?? item.id);
    this.#do(ref('prepare.step.add', { file: item.file.name }), {
      items: this.items.toSpliced(index, 0, item),
      selected,
    });
  }

  /** `merge`: consecutive changes of the same value are one step. */
  change(id: string, change: ItemChange, name: MessageRef, merge: string | null = null): void {
    const items = this.items.map((item) => (item.id === id ? { ...item, ...change } : item));
    this.#do(name, { items, selected: this.#workspace.selected }, merge && `${merge} ${id}`);
  }

  /** Changes an item without a step to undo: Fabdesk filled it in, not the user. */
  fillIn(id: string, change: ItemChange): void {
    const items = this.items.map((item) => (item.id === id ? { ...item, ...change } : item));
    this.#workspace.setPlate(items, this.#workspace.selected);
  }

  remove(id: string): void {
    const index = this.items.findIndex((item) => item.id === id);
    const item = this.items[index];
    if (!item) return;
    const items = this.items.filter((other) => other.id !== id);
    const wasSelected = this.selected?.id === id;
    const selected = wasSelected
      ? (items[Math.min(index, items.length - 1)]?.id ?? null)
      : this.#workspace.selected;
    this.#do(ref('prepare.step.remove', { file: this.nameOf(item) }), { items, selected });
  }

  /** Replaces one item by others, in one step. */
  replace(id: string, others: readonly PlateItem[], name: MessageRef): void {
    const items = this.items.flatMap((item) => (item.id === id ? others : [item]));
    this.#do(name, { items, selected: others[0]?.id ?? null });
  }

  /** SHA-256 of every file that is on the plate or can come back by undo. */
  get hashes(): Set<string> {
    const items = [this.items, ...this.history.values.map((value) => value.items)].flat();
    return new Set(items.map((item) => item.file.sha256));
  }

  #do(name: MessageRef, after: Snapshot, merge: string | null = null): void {
    const before = { items: this.items, selected: this.#workspace.selected };
    this.#workspace.setPlate(after.items, after.selected);
    this.history.record(name, before, after, merge);
  }
}
