/**
 * The checkout: refreshes prices, changes lines, moves between the steps and places the order once. Cart,
 * address, shipping option and step are in the workspace, so leaving loses nothing; the state here may go,
 * but for an order that is being placed.
 */

import type { ShippingPrice } from '../../../src-shared/api/shipping-prices.ts';
import { type LandedCost, landedCost, pastCharges } from '../../../src-shared/estimate/landed-cost.ts';
import type { CartLine } from '../../../src-shared/ipc/cart-line.ts';
import type { ReturnedOrder } from '../../../src-shared/ipc/workspace.ts';
import type { Job, OrderJob } from '../../../src-shared/jobs/job.ts';
import type { OrderCost } from '../../../src-shared/jobs/order-cost.ts';
import { type OrderSum, orderSum } from '../../../src-shared/jobs/order-sum.ts';
import type { Verdict } from '../../../src-shared/order-gate/verdict.ts';
import type { AppError } from '../../../src-shared/result.ts';
import { isOpen } from '../../../src-shared/units/money.ts';
import type { AppState } from '../../app-state.svelte.ts';
import { t } from '../../ui/language.svelte.ts';
import { AddressForm } from './address-form.svelte.ts';
import { findIdenticalOrder } from './identical-order.ts';
import { LineChecks } from './line-checks.svelte.ts';
import { needsAnyway } from './line-verdict.ts';
import { ChosenExtras } from './order-extras.svelte.ts';
import { accept } from './requote.ts';
import { ShippingPrices } from './shipping-prices.svelte.ts';
import { cartCurrency, cartTotal } from './totals.ts';

export const steps = ['cart', 'address', 'shipping', 'review', 'placed'] as const;
export type Step = (typeof steps)[number];

const checkouts = new WeakMap<AppState, Checkout>();

/** The checkout of this window for a screen that opens; the same as before while its order is undecided. */
export function openCheckout(app: AppState): Checkout {
  const before = checkouts.get(app);
  const checkout = before?.isUndecided ? before : new Checkout(app);
  checkouts.set(app, checkout);
  checkout.isLeft = false;
  return checkout;
}

export class Checkout {
  readonly #app: AppState;
  readonly address: AddressForm;
  readonly extras: ChosenExtras;
  readonly shippingPrices: ShippingPrices;
  readonly checks: LineChecks;
  /** The line that was removed last, for undo. */
  removed = $state.raw<{ readonly line: CartLine; readonly before: string | null } | null>(null);
  placing = $state(false);
  problem = $state.raw<AppError | null>(null);
  placedJobId = $state<string | null>(null);
  /** The ids of the jobs before an attempt whose answer was lost, until the queue has been read. */
  #jobsBefore: ReadonlySet<string> | null = null;
  #request: { readonly content: string; readonly key: string } | null = null;
  /** The person sees another screen. */
  isLeft = false;
  /** The newest order from the cart that this window knows of. */
  #lastSeen = $state.raw<string | null>(null);

  constructor(app: AppState) {
    this.#app = app;
    this.address = new AddressForm(app.workspace);
    this.extras = new ChosenExtras(app.workspace);
    this.checks = new LineChecks(app);
    this.shippingPrices = new ShippingPrices(app.bridge);
    this.#lastSeen = app.workspace.lastOrdered;
  }

  /** An order may be in the queue, or the person has not seen that it is not. */
  get isUndecided(): boolean {
    return this.placing || this.#jobsBefore !== null || this.problem !== null;
  }

  get lines(): readonly CartLine[] {
    return this.#app.workspace.cart;
  }

  /** The last step that was opened, as far as it can be opened now. */
  get step(): Step {
    const { workspace } = this.#app;
    if (this.placing) return 'review';
    // The lines of an order that bought nothing are back in the cart, so show the cart.
    if (this.placedJobId !== null && !workspace.cameBack(this.placedJobId)) return 'placed';
    if (this.lines.length === 0 || workspace.step === 'cart') return 'cart';
    return this.address.isComplete ? workspace.step : 'address';
  }

  /** The cart was ordered somewhere else while this window showed it. */
  get orderedElsewhere(): boolean {
    const { lastOrdered } = this.#app.workspace;
    return !this.placing && lastOrdered !== null && lastOrdered !== this.#lastSeen;
  }
  dismissElsewhere(): void {
    this.#lastSeen = this.#app.workspace.lastOrdered;
  }

  /** The message about a line that came back from an order; undefined if it did not come back. */
  returnedLine(id: string): ReturnedOrder['lines'][number] | undefined {
    const { returned } = this.#app.workspace;
    return returned.flatMap(({ lines }) => lines).find((line) => line.id === id);
  }

  /**
   * The lines that an order would have now: without those that the service refuses, or that nobody has
   * confirmed.
   */
  get orderable(): readonly CartLine[] {
    return this.lines.filter((line) => {
      const { kind } = this.checks.of(line) ?? {};
      return kind !== 'unavailable' && kind !== 'blocked' && !needsAnyway(line, this.checks.verdictOf(line));
    });
  }

  /** The cost of an order now: a line that cannot be ordered costs nothing. */
  get total(): number {
    return cartTotal(this.orderable);
  }

  /** The cost of the cart once everything that waits for consent is accepted. */
  get totalWithRises(): number {
    const asked = new Map(this.checks.rises.map(({ line, check }) => [line.id, check]));
    return cartTotal(
      this.orderable.map((line) => {
        const check = asked.get(line.id);
        return check ? accept(line, check) : line;
      }),
    );
  }

  /** With its currency, and whether it is only what the cart may cost at most. */
  get cost(): OrderCost {
    return { amount: this.total, currency: this.currency, isLimit: this.orderable.some(isOpen) };
  }

  /** All that waits for consent are prices above the limit that was set for them. */
  get onlyAboveLimit(): boolean {
    return this.checks.rises.every(({ line, check }) => check.kind === 'rose' && isOpen(line));
  }

  get currency(): string {
    return this.lines[0]?.currency ?? 'USD';
  }

  /**
   * An order placed now would wait: the service is away or rejects the account, or the user works offline.
   */
  get offline(): boolean {
    const status = this.#app.status;
    return status?.paused === true || status?.connection === 'offline' || status?.connection === 'refused';
  }

  /** The price of the chosen way of shipping; null where the service does not list it. */
  get shipping(): ShippingPrice | null {
    return this.shippingPrices.of(this.#app.workspace.shippingOption, this.currency);
  }

  /** All that is known of the amount: shipping from the step on in which the person chooses it. */
  get sum(): OrderSum {
    const isChosen = this.step === 'shipping' || this.step === 'review';
    return orderSum(this.cost, isChosen ? (this.shipping?.price ?? null) : null);
  }

  /** With tax and customs, as earlier orders to the country suggest; null: nothing tells. */
  get landed(): LandedCost | null {
    const { jobs, settings, status } = this.#app;
    const orders = jobs.filter((job) => job.kind === 'order');
    const past = pastCharges(orders, settings.charges, status?.account.id ?? '');
    return landedCost(this.sum, this.address.tidy.country, past);
  }

  /** The verdicts on all lines except those that print. */
  get verdicts(): readonly { line: CartLine; verdict: Verdict }[] {
    return this.lines.flatMap((line) => {
      const verdict = this.checks.verdictOf(line);
      return verdict && verdict.level !== 'prints' ? [{ line, verdict }] : [];
    });
  }

  /** Why the checkout cannot continue and what to do about it; null when it can. */
  get obstacle(): string | null {
    if (this.lines.length === 0) return t('cart.obstacle.empty');
    if (this.lines.some((line) => this.checks.of(line)?.kind === 'unavailable')) {
      return t('cart.obstacle.noPrice');
    }
    if (this.lines.some((line) => this.checks.of(line)?.kind === 'blocked')) {
      return t('cart.obstacle.blocked');
    }
    if (this.checks.hasReplaced) return t('cart.obstacle.changed');
    if (this.checks.rises.length > 0) return t('cart.obstacle.rises');
    if (this.verdicts.some(({ line, verdict }) => needsAnyway(line, verdict))) {
      return t('cart.obstacle.refused');
    }
    return cartCurrency(this.lines) === null ? t('cart.obstacle.currencies') : null;
  }

  /** Why the order cannot be placed; null when it can. */
  get placingObstacle(): string | null {
    const account = this.#app.status?.account;
    if (account?.hasPaymentId === false) return t('cart.obstacle.payment', { change: t('ui.change') });
    if (account?.consentAt === null) return t('cart.obstacle.consent');
    const [refused] = this.extras.refusedIncentives;
    if (refused !== undefined)
      return t('cart.obstacle.incentive', { code: refused, step: t('cart.step.review') });
    const other = this.lines.filter(
      ({ accountId }) => account && accountId !== undefined && accountId !== account.id,
    );
    // A model id means another model in another account, so asking for its price again does not help.
    const model = other.find(({ file }) => file === null);
    if (model) return t('cart.obstacle.otherAccountModel', { title: model.title });
    return other.length > 0 ? t('cart.obstacle.otherAccount') : this.obstacle;
  }

  /** The address carries a reference, by which a lost order is found. */
  get hasReference(): boolean {
    return this.#app.settings.orderMarks ?? true;
  }

  /** An order of the last 24 hours with exactly these parts, to warn before they are ordered twice. */
  get identicalOrder(): OrderJob | null {
    const dayAgo = Date.now() - 24 * 3_600_000;
    return findIdenticalOrder(this.lines, this.#app.jobs, (job) => job.createdAt >= dayAgo);
  }

  async askShipping(): Promise<void> {
    const { country, zipCode } = this.address.tidy;
    await this.shippingPrices.ask(this.#app.status?.account.id, country, zipCode);
  }

  /** The person orders this part although it will be refused. */
  orderAnyway(id: string): void {
    this.#app.workspace.updateLine(id, { acceptedVerdict: 'refused' });
  }

  setQuantity(id: string, quantity: number): void {
    const line = this.lines.find((candidate) => candidate.id === id);
    if (line && Number.isInteger(quantity) && quantity >= 1 && quantity <= 10_000) {
      this.#app.workspace.updateLine(id, { quantity });
    }
  }

  remove(id: string): void {
    const index = this.lines.findIndex((line) => line.id === id);
    const line = this.lines[index];
    if (!line) return;
    this.removed = { line, before: this.lines[index + 1]?.id ?? null };
    this.#app.workspace.removeLine(id);
  }

  undoRemove(): void {
    if (!this.removed) return;
    const { line, before } = this.removed;
    this.#app.workspace.restoreLine(line, before);
    this.removed = null;
  }

  /** The step after the cart: the review, if nothing has to be asked about the address. */
  get afterCart(): Step {
    return this.address.isComplete ? 'review' : 'address';
  }

  /** Whether the step can be opened now. */
  canOpen(step: Step): boolean {
    if (step === 'placed') return this.step === 'placed';
    if (this.step === 'placed' || this.lines.length === 0) return step === 'cart';
    if (step === 'cart') return true;
    if (this.obstacle !== null) return false;
    return step === 'address' || this.address.isComplete;
  }

  /** Opens a step; refreshes the prices where they are shown. */
  open(step: Step): void {
    if (!this.canOpen(step)) return;
    this.problem = null;
    if (step !== 'placed') {
      this.#app.workspace.setStep(step);
      this.placedJobId = null;
    }
    if (step === 'cart' || step === 'review') void this.checks.requote();
    if (step === 'shipping' || step === 'review') void this.askShipping();
  }

  /**
   * Puts the order into the queue, once. A second call while one runs does nothing. If the answer was lost
   * between window and application, the queue is read before anything can be placed again.
   */
  async place(): Promise<void> {
    if (this.placing || this.step !== 'review' || this.placingObstacle !== null) return;
    this.placing = true;
    this.problem = null;
    try {
      const { lines } = this;
      const account = this.#app.status?.account;
      // Whatever changes while this waits, what was on the button is ordered.
      const order = {
        lines: [...lines],
        ...(account && { accountId: account.id }),
        address: this.address.tidy,
        shippingOption: this.#app.workspace.shippingOption,
        ...(this.shipping !== null && { shippingPrice: this.shipping.price }),
        extras: this.extras.asOrdered,
        confirmedParts: cartTotal(lines),
        referenceLine: this.hasReference,
        fromCart: true,
      };
      for (const { file } of lines) if (file !== null) await this.#app.workspace.copied(file.sha256);
      await this.#app.workspace.flush();
      if (this.#jobsBefore && !(await this.#findOrder(lines, this.#jobsBefore))) return;
      this.#jobsBefore = null;
      if (this.placedJobId !== null) return;
      const known = new Set(this.#app.jobs.map((job) => job.id));
      const answer = await this.#app.bridge.invoke('queue.placeOrder', {
        ...order,
        requestKey: this.#keyFor(JSON.stringify(order)),
      });
      if (answer.ok) return this.#placed(answer.value.order);
      if (answer.error.code === 'cart-changed') {
        this.problem = answer.error;
        return;
      }
      this.#jobsBefore = known;
      if (await this.#findOrder(lines, known)) {
        this.#jobsBefore = null;
        if (this.placedJobId === null) this.problem = answer.error;
      }
    } finally {
      this.placing = false;
      if (this.isLeft && this.problem) this.#app.notices.addError(this.problem);
    }
  }

  /** The same order has the same key until it is placed, so that the queue recognises a repeated call. */
  #keyFor(content: string): string {
    if (this.#request?.content !== content) this.#request = { content, key: crypto.randomUUID() };
    return this.#request.key;
  }

  /** Checks whether the order reached the queue after all. False: that could not be determined. */
  async #findOrder(lines: readonly CartLine[], known: ReadonlySet<string>): Promise<boolean> {
    const list = await this.#app.bridge.invoke('queue.list', {});
    if (!list.ok) {
      this.problem = { code: 'placing-unknown', message: t('cart.placingUnknown') };
      return false;
    }
    const order = findIdenticalOrder(lines, list.value, (job) => !known.has(job.id));
    if (order) this.#placed(order);
    return true;
  }

  #placed(order: Job): void {
    this.placedJobId = order.id;
    this.#lastSeen = order.id;
    this.#request = null;
    this.#app.workspace.setStep('cart');
    this.checks.clear();
    this.removed = null;
  }
}
