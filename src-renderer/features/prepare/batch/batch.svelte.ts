/**
 * Several parts of the plate at once: which are selected together, what all of them get (material, quantity,
 * unit), what they cost in total, and adding them to the order. The order gate applies to each part: one of a
 * doubtful unit or without a price is never added, one that will be refused only after a person said so.
 */

import type { CatalogMaterial } from '../../../../src-shared/api/materials.ts';
import { findSameLine, mostPieces } from '../../../../src-shared/ipc/apply-ops.ts';
import type { CartLine } from '../../../../src-shared/ipc/cart-line.ts';
import type { PricedCartLine } from '../../../../src-shared/ipc/model-line.ts';
import type { PlateItem } from '../../../../src-shared/ipc/plate-item.ts';
import { orderSums } from '../../../../src-shared/jobs/order-sum.ts';
import type { MessageRef } from '../../../../src-shared/messages/message.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import type { PartFacts } from '../../../../src-shared/order-gate/part-facts.ts';
import type { Reason } from '../../../../src-shared/order-gate/verdict.ts';
import type { LengthUnit } from '../../../../src-shared/units/units.ts';
import type { AppState } from '../../../app-state.svelte.ts';
import type { ReadyModel } from '../files/ready-model.ts';
import type { UnitChoice } from '../files/unit-choice.svelte.ts';
import { type Offer, whyNonePrints } from '../materials/offers.ts';
import { addedNotice, makeLine } from '../materials/order-line.ts';
import type { PriceCache } from '../materials/prices.svelte.ts';
import type { Plate } from '../plate/plate.svelte.ts';
import { type MaterialOfParts, materialsOfParts } from './materials-of-parts.ts';

/** Why a part cannot be added as it is. */
export type Obstacle =
  | 'reading'
  | 'checking'
  | 'unit'
  | 'material'
  | 'none-prints'
  | 'asking'
  | 'price'
  | 'too-many'
  | 'refused';

export interface BatchRow {
  readonly item: PlateItem;
  readonly ready: ReadyModel | null;
  /** In its own material; null without one. */
  readonly offer: Offer | null;
  readonly line: PricedCartLine | null;
  readonly obstacle: Obstacle | null;
  /** Why it will be refused in its material, or in all of them (`none-prints`). */
  readonly reason: Reason | null;
}

/** The parts of Prepare that it works with. */
export interface BatchParts {
  readonly app: AppState;
  readonly plate: Plate;
  readonly prices: PriceCache;
  readonly units: UnitChoice;
  readonly readyOf: (item: PlateItem) => ReadyModel | null;
  readonly factsOf: (ready: ReadyModel) => PartFacts;
  readonly offersOf: (
    ready: ReadyModel,
    wanted?: { readonly materials?: readonly CatalogMaterial[] },
  ) => readonly Offer[];
  readonly rememberMaterial: (materialId: number) => void;
  readonly saySo: (severity: 'info', message: MessageRef) => void;
}

interface Pick {
  readonly toggle?: boolean;
  readonly range?: boolean;
  /** Ids of the parts as they are shown, for ranges; without it, as on the plate. */
  readonly order?: readonly string[];
}

/** Whether every part has its verdict; nothing is added before. */
export const isChecked = (rows: readonly BatchRow[]): boolean =>
  rows.every(({ obstacle }) => obstacle !== 'checking');

export class Batch {
  readonly #prepare: BatchParts;
  #ids = $state.raw<ReadonlySet<string>>(new Set());
  /** Where a range begins. */
  #anchor: string | null = null;
  #asks = $state(false);

  /** The parts that are selected together, in the order of the plate; empty unless there are several. */
  readonly items: readonly PlateItem[] = $derived.by(() => {
    const { items } = this.#prepare.plate;
    const chosen = items.filter(({ id }) => this.#ids.has(id));
    return chosen.length > 1 ? chosen : [];
  });
  /** Every material for all of them. */
  readonly materials: readonly MaterialOfParts[] = $derived.by(() => {
    const parts = this.items.map((item) => {
      const ready = this.#prepare.readyOf(item);
      return { item, offers: ready ? this.#prepare.offersOf(ready) : [] };
    });
    return materialsOfParts(this.#prepare.app.catalog?.materials ?? [], parts);
  });
  readonly rows: readonly BatchRow[] = $derived.by(() => this.items.map((item) => this.rowOf(item)));
  /** The parts that can be added without a question. */
  readonly clear: readonly BatchRow[] = $derived(this.rows.filter(({ obstacle }) => obstacle === null));
  readonly refused: readonly BatchRow[] = $derived(
    this.rows.filter(({ obstacle }) => obstacle === 'refused'),
  );
  /** The parts that cannot be added at all for now. */
  readonly stuck: readonly BatchRow[] = $derived(
    this.rows.filter(({ obstacle }) => obstacle !== null && obstacle !== 'refused'),
  );

  /** Those of which the cart has as many as would be added. */
  readonly #added: readonly CartLine[] = $derived.by(() => {
    const { cart } = this.#prepare.app.workspace;
    return this.clear.flatMap(({ line }) => {
      const same = line && findSameLine(cart, line);
      return line && same && same.quantity >= line.quantity ? [same] : [];
    });
  });
  #asksAgain = $state(false);

  /** How many of these pieces are in the cart. */
  get already(): number {
    return this.#added.reduce((sum, { quantity }) => sum + quantity, 0);
  }
  /** All parts are in the cart, so that adding them would double them. */
  get isAdded(): boolean {
    return this.rows.length > 0 && this.#added.length === this.rows.length;
  }
  /** Whether the person wanted to add once more what is in the cart, and has not answered. */
  get asksAgain(): boolean {
    return this.#asksAgain && this.isOpen && this.already > 0;
  }

  constructor(prepare: BatchParts) {
    this.#prepare = prepare;
  }

  get isOpen(): boolean {
    return this.items.length > 1;
  }
  /** Whether the question about parts that cannot simply be added is shown. */
  get asks(): boolean {
    return this.#asks && this.isOpen && this.refused.length + this.stuck.length > 0;
  }
  has(id: string): boolean {
    return this.isOpen ? this.#ids.has(id) : this.#prepare.plate.selected?.id === id;
  }

  /**
   * A click or key on a part: with Ctrl it joins or leaves the others, with Shift all up to it are selected.
   */
  pick(id: string, { toggle = false, range = false, order }: Pick = {}): void {
    const { plate } = this.#prepare;
    this.#asks = false;
    this.#asksAgain = false;
    const current = this.isOpen ? new Set(this.#ids) : new Set(plate.selected ? [plate.selected.id] : []);
    if (range) {
      const ids = order ?? plate.items.map((item) => item.id);
      const from = ids.indexOf(this.#anchor ?? plate.selected?.id ?? id);
      const to = ids.indexOf(id);
      this.#ids = new Set(ids.slice(Math.min(from, to), Math.max(from, to) + 1));
      plate.select(id);
      return;
    }
    this.#anchor = id;
    if (!toggle) {
      this.#ids = new Set([id]);
      plate.select(id);
    } else if (current.delete(id)) {
      this.#ids = current;
      const [first] = current;
      if (first !== undefined && plate.selected?.id === id) plate.select(first);
    } else {
      this.#ids = current.add(id);
      plate.select(id);
    }
  }

  pickAll(): void {
    this.#asks = false;
    this.#ids = new Set(this.#prepare.plate.items.map(({ id }) => id));
  }

  /** Exactly these, the last one with its properties. */
  pickThese(ids: readonly string[]): void {
    const last = ids.at(-1);
    if (last === undefined) return;
    this.#asks = false;
    this.#anchor = last;
    this.#ids = new Set(ids);
    this.#prepare.plate.select(last);
  }

  /** Back to one part. */
  leave(): void {
    this.#asks = false;
    this.#ids = new Set();
  }

  /** The value that all parts share; null if they differ. */
  shared<T>(value: (item: PlateItem) => T): T | null {
    const [first, ...others] = this.items.map(value);
    return first !== undefined && others.every((other) => other === first) ? first : null;
  }

  setMaterial(materialId: number): void {
    const material = this.#prepare.app.material(materialId)?.title ?? ref('prepare.anotherMaterial');
    this.#change(
      this.items,
      { materialId, materialBy: 'person' },
      ref('prepare.step.materialAll', { material, count: this.items.length }),
    );
    this.#prepare.rememberMaterial(materialId);
  }

  setQuantity(quantity: number): void {
    this.#change(
      this.items,
      { quantity },
      ref('prepare.step.quantityAll', { quantity, count: this.items.length }),
      'quantity-of-several',
    );
  }

  /** For every file that does not state its own unit. */
  setUnit(unit: LengthUnit): void {
    const items = this.items.filter((item) => {
      const ready = this.#prepare.readyOf(item);
      return ready !== null && ready.model.unit === null;
    });
    const name = ref('prepare.step.unitAll', { count: items.length, unit: ref(`geometry.unit.${unit}`) });
    this.#change(items, { unit, unitConfirmed: true }, name);
  }

  remove(): void {
    const { items } = this;
    const { plate } = this.#prepare;
    const count = items.length;
    plate.removeAll(
      items.map(({ id }) => id),
      ref('prepare.step.removeAll', { count }),
    );
    this.leave();
    this.#prepare.saySo('info', ref('prepare.removedAll', { count }));
  }

  /**
   * Adds all parts, or asks first: about those that cannot simply be added, or whether to add once more what
   * the cart has, which `again` answers.
   */
  add({ again = false } = {}): void {
    if (!isChecked(this.rows)) return;
    if (this.refused.length + this.stuck.length > 0) this.#asks = true;
    else if (this.already > 0 && !again) this.#asksAgain = true;
    else this.#put(this.clear);
  }

  /** The act of the one button. */
  primary(): void {
    if (this.isAdded || this.asksAgain) this.#prepare.app.navigate('cart');
    else this.add();
  }

  /** The answers to that question. `refused`: also what will be refused. */
  addOthers({ refused = false } = {}): void {
    if (this.asks) this.#put(refused ? [...this.clear, ...this.refused] : this.clear);
  }
  dismiss(): void {
    this.#asks = false;
  }

  #put(all: readonly BatchRow[]): void {
    const { app } = this.#prepare;
    const lines = all.flatMap(({ line }) => (line ? [{ ...line, id: crypto.randomUUID() }] : []));
    if (lines.length === 0) return;
    this.#asks = false;
    this.#asksAgain = false;
    const [total] = orderSums(lines).map((amount) => ref('prepare.amount', { amount }));
    for (const line of lines) app.workspace.addLine(line);
    void app.workspace.flush();
    app.notices.add({
      severity: 'ok',
      message: ref('prepare.addedParts', {
        count: lines.length,
        total: total ?? '',
        inCart: app.workspace.cart.reduce((sum, line) => sum + line.quantity, 0),
      }),
      action: { label: ref('prepare.goToCart'), run: () => app.navigate('cart') },
      key: addedNotice,
      passing: true,
    });
  }

  #change(
    items: readonly PlateItem[],
    change: Partial<PlateItem>,
    name: ReturnType<typeof ref>,
    merge?: string,
  ): void {
    this.#asks = false;
    this.#prepare.plate.changeAll(
      items.map(({ id }) => id),
      change,
      name,
      merge,
    );
  }

  /** All that decides about a part, whether it is selected or not. */
  rowOf(item: PlateItem): BatchRow {
    const prepare = this.#prepare;
    const { catalog, workspace } = prepare.app;
    const ready = prepare.readyOf(item);
    const material = catalog?.materials.find(({ materialId }) => materialId === item.materialId);
    const facts = ready && prepare.factsOf(ready);
    const quote = ready && prepare.prices.peek(ready.geometry);
    const none = { item, ready, offer: null, line: null, reason: null };
    if (!ready || !facts || !catalog) return { ...none, obstacle: 'reading' };
    const [offer = null] = material ? prepare.offersOf(ready, { materials: [material] }) : [];
    if (facts.possibleUnits.length > 0) return { ...none, offer, obstacle: 'unit' };
    if (!offer) {
      const reason = whyNonePrints(prepare.offersOf(ready));
      if (reason !== null) return { ...none, obstacle: 'none-prints', reason };
      return { ...none, obstacle: quote ? 'material' : 'asking' };
    }
    if (!quote) return { ...none, offer, obstacle: prepare.prices.isAskingAny ? 'asking' : 'price' };
    const line = makeLine(item, offer, { geometry: ready.geometry, facts }, quote, item.id);
    if (!line) return { ...none, offer, obstacle: 'price' };
    const inCart = findSameLine(workspace.cart, line)?.quantity ?? 0;
    const row = { ...none, offer, line };
    if (inCart + line.quantity > mostPieces) return { ...row, obstacle: 'too-many' };
    if (offer.level === 'checking') return { ...row, obstacle: 'checking' };
    if (offer.level !== 'refused') return { ...row, obstacle: null };
    return { ...row, obstacle: 'refused', reason: offer.verdict.reasons[0] ?? null };
  }
}
