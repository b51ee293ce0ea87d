/**
 * Plate and cart as the application keeps them: read once, changed here, written back soon after every change and
 * at once when the window goes away. Whatever was put on the plate or into the cart survives a crash.
 */
import type { ShippingOption } from '../src-shared/api/orders.ts';
import type { CartLine, PlateItem, Workspace } from '../src-shared/ipc/contract.ts';
import type { Bridge } from './bridge/bridge.ts';
import type { Notices } from './ui/notices.svelte.ts';

/** Long enough for a dragged number, short enough for a crash, ms. */
const pause = 250;

const empty: Workspace = { plate: [], selected: null, cart: [], address: {}, shippingOption: 'Cheapest' };

export class WorkspaceStore {
  readonly #bridge: Bridge;
  readonly #notices: Notices;
  #value = $state.raw<Workspace>(empty);
  #loaded = $state(false);
  #answered = Promise.withResolvers<void>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #saving: Promise<void> = Promise.resolve();

  constructor(bridge: Bridge, notices: Notices) {
    this.#bridge = bridge;
    this.#notices = notices;
  }

  /** False until the kept workspace was read; before that nothing is written over it. */
  get loaded(): boolean {
    return this.#loaded;
  }
  /** Resolves with the first answer, good or bad. */
  get answered(): Promise<void> {
    return this.#answered.promise;
  }
  get plate(): readonly PlateItem[] {
    return this.#value.plate;
  }
  /** Id of the selected plate item. */
  get selected(): string | null {
    return this.#value.selected;
  }
  get cart(): readonly CartLine[] {
    return this.#value.cart;
  }
  get address(): Workspace['address'] {
    return this.#value.address;
  }
  get shippingOption(): ShippingOption {
    return this.#value.shippingOption;
  }

  setPlate(plate: readonly PlateItem[], selected: string | null): void {
    this.#change({ plate: [...plate], selected });
  }

  addLine(line: CartLine): void {
    this.#change({ cart: [...this.cart, line] });
  }
  updateLine(id: string, change: Partial<Omit<CartLine, 'id'>>): void {
    this.#change({ cart: this.cart.map((line) => (line.id === id ? { ...line, ...change } : line)) });
  }
  removeLine(id: string): void {
    this.#change({ cart: this.cart.filter((line) => line.id !== id) });
  }
  /** Puts a removed line back where it was. */
  restoreLine(line: CartLine, index: number): void {
    this.#change({ cart: this.cart.toSpliced(index, 0, line) });
  }
  setCart(cart: readonly CartLine[]): void {
    this.#change({ cart: [...cart] });
  }

  setAddress(address: Workspace['address']): void {
    this.#change({ address });
  }
  setShippingOption(shippingOption: ShippingOption): void {
    this.#change({ shippingOption });
  }

  async load(): Promise<void> {
    const result = await this.#bridge.invoke('workspace.get', {});
    if (!result.ok) {
      this.#answered.resolve();
      this.#notices.addError(result.error, { label: 'Try again', run: () => void this.load() }, 'workspace');
      return;
    }
    this.#notices.withdraw('workspace');
    // What was added before the answer came (a file opened at start) goes behind what was kept.
    const early = this.#value;
    this.#value = {
      ...result.value,
      plate: [...result.value.plate, ...early.plate],
      cart: [...result.value.cart, ...early.cart],
      selected: early.selected ?? result.value.selected,
    };
    this.#loaded = true;
    this.#answered.resolve();
    if (early.plate.length > 0 || early.cart.length > 0) this.#schedule();
  }

  /** Writes what is not written yet. */
  flush(): Promise<void> {
    if (this.#timer === undefined) return this.#saving;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const value = this.#value;
    this.#saving = this.#saving.then(() => this.#save(value));
    return this.#saving;
  }

  #change(part: Partial<Workspace>): void {
    this.#value = { ...this.#value, ...part };
    if (this.#loaded) this.#schedule();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), pause);
  }

  async #save(value: Workspace): Promise<void> {
    const result = await this.#bridge.invoke('workspace.set', value);
    if (result.ok) this.#notices.withdraw('workspace-save');
    else {
      const retry = { label: 'Try again', run: () => this.#schedule() };
      this.#notices.addError(result.error, retry, 'workspace-save');
    }
  }
}
