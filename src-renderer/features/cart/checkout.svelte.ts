/**
 * The checkout's state and acts: asking prices again, changing lines, walking the steps, placing once.
 * The screen draws it. The cart, the address and the shipping option live in the workspace, so nothing that was
 * entered is lost; what stands here may be forgotten.
 */
import type { CartLine, Quote, Status } from '../../../src-shared/ipc/contract.ts';
import type { Job, JobState, OrderJob } from '../../../src-shared/jobs/job.ts';
import type { AppError, Result } from '../../../src-shared/result.ts';
import type { Bridge } from '../../bridge/bridge.ts';
import type { WorkspaceStore } from '../../workspace-store.svelte.ts';
import { AddressForm } from './address-form.svelte.ts';
import { findIdenticalOrder } from './identical-order.ts';
import { acceptRise, applyCheck, checkLine, groupByGeometry, type LineCheck } from './requote.ts';
import { cartCurrency, cartTotal } from './totals.ts';

export const steps = ['cart', 'address', 'shipping', 'review', 'placed'] as const;
export type Step = (typeof steps)[number];

/** In these states nothing was bought, for certain; a given up order may have been placed. */
const boughtNothing: ReadonlySet<JobState> = new Set(['cancelled', 'rejected', 'poison']);

/** The part of the app's state that a checkout needs. */
export interface CheckoutApp {
  readonly bridge: Pick<Bridge, 'invoke'>;
  readonly status: Status | null;
  readonly jobs: readonly Job[];
  readonly workspace: Pick<
    WorkspaceStore,
    | 'cart'
    | 'address'
    | 'shippingOption'
    | 'setCart'
    | 'updateLine'
    | 'removeLine'
    | 'restoreLine'
    | 'setAddress'
    | 'setShippingOption'
    | 'flush'
  >;
}

export class Checkout {
  readonly #app: CheckoutApp;
  readonly address: AddressForm;
  step = $state<Step>('cart');
  /** Keyed by line id; a line without an entry was not asked yet. */
  checks = $state.raw<Readonly<Record<string, LineCheck>>>({});
  /** The line taken out last, for undo. */
  removed = $state.raw<{ readonly line: CartLine; readonly index: number } | null>(null);
  placing = $state(false);
  problem = $state.raw<AppError | null>(null);
  placedJobId = $state<string | null>(null);
  /** What was placed last, for an order that buys nothing in the end. */
  #placedLines = $state.raw<readonly CartLine[]>([]);
  /** The ids of order jobs before a placing whose answer was lost, until the queue was read. */
  #unsettled: ReadonlySet<string> | null = null;
  #request: { readonly content: string; readonly key: string } | null = null;
  #asked = 0;

  constructor(app: CheckoutApp) {
    this.#app = app;
    this.address = new AddressForm(app.workspace);
  }

  get lines(): readonly CartLine[] {
    return this.#app.workspace.cart;
  }

  get total(): number {
    return cartTotal(this.lines);
  }

  /** What the cart costs once the rises are accepted. */
  get totalWithRises(): number {
    const rises = new Map(this.rises.map(({ line, check }) => [line.id, check]));
    return cartTotal(
      this.lines.map((line) => {
        const check = rises.get(line.id);
        return check ? acceptRise(line, check) : line;
      }),
    );
  }

  get currency(): string {
    return this.lines[0]?.currency ?? 'USD';
  }

  /** What leaves now would wait: the service is away, refuses the account, or the user works offline. */
  get offline(): boolean {
    const status = this.#app.status;
    return status?.paused === true || status?.connection === 'offline' || status?.connection === 'refused';
  }

  get asking(): boolean {
    return this.lines.some((line) => this.checks[line.id]?.kind === 'asking');
  }

  get rises(): readonly { line: CartLine; check: Extract<LineCheck, { kind: 'rose' }> }[] {
    return this.lines.flatMap((line) => {
      const check = this.checks[line.id];
      return check?.kind === 'rose' ? [{ line, check }] : [];
    });
  }

  /** Why the checkout cannot go on, as a sentence that says what to do; null when it can. */
  get obstacle(): string | null {
    if (this.lines.length === 0) return 'The cart is empty.';
    if (this.lines.some((line) => this.checks[line.id]?.kind === 'unavailable')) {
      return 'The service gives no price for some parts any more. Remove them, or choose another material in Prepare.';
    }
    if (this.rises.length > 0) return 'Some prices rose. Accept the new prices or remove the parts.';
    if (cartCurrency(this.lines) === null) {
      return 'The parts are priced in different currencies. Order them one currency at a time.';
    }
    return null;
  }

  /** Also what stands against placing, beyond going on. */
  get placingObstacle(): string | null {
    if (this.#app.status?.account.hasPaymentId === false) {
      return 'This account has no payment verification id, so no order can be paid. Enter that id in Settings, with Change at the account.';
    }
    return this.obstacle;
  }

  /** An order of the last 24 hours with exactly these parts; ordering twice should be meant. */
  get twin(): OrderJob | null {
    const dayAgo = Date.now() - 24 * 3_600_000;
    return findIdenticalOrder(this.lines, this.#app.jobs, (job) => job.createdAt >= dayAgo);
  }

  /** Asks the service for today's price of every line. */
  async requote(): Promise<void> {
    const round = ++this.#asked;
    const { lines } = this;
    const before = this.checks;
    this.checks = Object.fromEntries(
      lines.map((line) => {
        const known = before[line.id];
        // What was found stays in sight while it is asked again; nothing may blink or be missed.
        return [line.id, known?.kind === 'rose' || known?.kind === 'fell' ? known : { kind: 'asking' }];
      }),
    );
    await Promise.all(
      groupByGeometry(lines).map(async (group) => {
        const first = group[0];
        if (!first) return;
        const answer = await this.#app.bridge.invoke('price.quote', {
          geometry: first.geometry,
          materials: [...new Set(group.map((line) => line.materialId))],
        });
        if (round === this.#asked) this.#take(group, answer);
      }),
    );
  }

  #take(group: readonly CartLine[], answer: Result<Quote>): void {
    const checks = { ...this.checks };
    const now = new Map(this.lines.map((line) => [line.id, line]));
    for (const { id } of group) {
      const line = now.get(id);
      if (!line) continue;
      const check: LineCheck = answer.ok ? checkLine(line, answer.value) : { kind: 'not-checked' };
      if (staysInSight(checks[id], check)) continue;
      checks[id] = check;
      if (answer.ok) this.#replace(applyCheck(line, check, answer.value.quotedAt));
    }
    this.checks = checks;
  }

  acceptRises(): void {
    for (const { line, check } of this.rises) {
      this.#replace(acceptRise(line, check));
      this.checks = { ...this.checks, [line.id]: { kind: 'same' } };
    }
  }

  setQuantity(id: string, quantity: number): void {
    const line = this.lines.find((candidate) => candidate.id === id);
    if (line && Number.isInteger(quantity) && quantity >= 1 && quantity <= 10_000) {
      this.#replace({ ...line, quantity });
    }
  }

  remove(id: string): void {
    const index = this.lines.findIndex((line) => line.id === id);
    const line = this.lines[index];
    if (!line) return;
    this.removed = { line, index };
    this.#app.workspace.removeLine(id);
  }

  undoRemove(): void {
    if (!this.removed) return;
    const { line, index } = this.removed;
    this.#app.workspace.restoreLine(line, index);
    this.removed = null;
  }

  /** Whether the parts of the placed order can go back into the cart: it bought nothing, and they are not there yet. */
  get canTakeBack(): boolean {
    const job = this.#app.jobs.find(({ id }) => id === this.placedJobId);
    return job !== undefined && boughtNothing.has(job.state) && this.#placedLines.length > 0;
  }

  /** Puts the parts of an order that bought nothing back into the cart, and opens it. */
  takeBack(): void {
    if (!this.canTakeBack) return;
    const { cart } = this.#app.workspace;
    const there = new Set(cart.map(({ id }) => id));
    this.#app.workspace.setCart([...cart, ...this.#placedLines.filter(({ id }) => !there.has(id))]);
    this.#placedLines = [];
    this.open('cart');
  }

  /** Whether the step can be opened from where the checkout stands. */
  canOpen(step: Step): boolean {
    if (step === 'placed') return this.step === 'placed';
    if (this.step === 'placed' || this.lines.length === 0) return step === 'cart';
    if (step === 'cart') return true;
    if (this.obstacle !== null) return false;
    return step === 'address' || this.address.problems.length === 0;
  }

  /** Opens a step; asks the prices again where money is looked at. */
  open(step: Step): void {
    if (!this.canOpen(step)) return;
    this.step = step;
    this.problem = null;
    if (step !== 'placed') this.placedJobId = null;
    if (step === 'cart' || step === 'review') void this.requote();
  }

  /**
   * Hands the order to the queue, once. A second call while one runs does nothing. Where the answer was lost
   * between window and app, the queue is read before anything can be placed again.
   */
  async place(): Promise<void> {
    if (this.placing || this.step !== 'review' || this.placingObstacle !== null) return;
    this.placing = true;
    this.problem = null;
    try {
      const { lines } = this;
      if (this.#unsettled && !(await this.#settle(lines, this.#unsettled))) return;
      this.#unsettled = null;
      if (this.placedJobId !== null) return;
      const known = new Set(this.#app.jobs.map((job) => job.id));
      const order = {
        lines: [...lines],
        address: this.address.trimmed,
        shippingOption: this.#app.workspace.shippingOption,
        confirmedTotal: this.total,
      };
      const answer = await this.#app.bridge.invoke('queue.placeOrder', {
        ...order,
        requestKey: this.#keyFor(JSON.stringify(order)),
      });
      if (answer.ok) return this.#placed(lines, answer.value.order);
      this.#unsettled = known;
      if (await this.#settle(lines, known)) {
        this.#unsettled = null;
        if (this.placedJobId === null) this.problem = answer.error;
      }
    } finally {
      this.placing = false;
    }
  }

  /** The same order has the same key until it is placed, so the queue knows a second call for what it is. */
  #keyFor(content: string): string {
    if (this.#request?.content !== content) this.#request = { content, key: crypto.randomUUID() };
    return this.#request.key;
  }

  /** Looks whether the queue took the order all the same. False: that could not be found out. */
  async #settle(lines: readonly CartLine[], known: ReadonlySet<string>): Promise<boolean> {
    const list = await this.#app.bridge.invoke('queue.list', {});
    if (!list.ok) {
      this.problem = {
        code: 'placing-unknown',
        message:
          'Fabdesk could not learn whether the order reached the queue. Nothing is placed again before the queue could be read; press the button again to look.',
      };
      return false;
    }
    const twin = findIdenticalOrder(lines, list.value, (job) => !known.has(job.id));
    if (twin) this.#placed(lines, twin);
    return true;
  }

  #placed(lines: readonly CartLine[], order: Job): void {
    const ordered = new Set(lines.map((line) => line.id));
    this.placedJobId = order.id;
    this.#placedLines = lines;
    this.#request = null;
    this.step = 'placed';
    this.#app.workspace.setCart(this.lines.filter((line) => !ordered.has(line.id)));
    void this.#app.workspace.flush();
    this.checks = {};
    this.removed = null;
  }

  #replace({ id, ...line }: CartLine): void {
    this.#app.workspace.updateLine(id, line);
  }
}

/** A rise that could not be asked again is still a rise; a fall is told until the screen is left. */
function staysInSight(before: LineCheck | undefined, now: LineCheck): boolean {
  if (before?.kind === 'rose') return now.kind === 'not-checked';
  return before?.kind === 'fell' && (now.kind === 'same' || now.kind === 'not-checked');
}
