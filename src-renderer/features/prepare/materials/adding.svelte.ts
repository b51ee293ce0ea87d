/** Adds the selected part to the cart: what it costs, what prevents it, and what is asked before. */
import { findSameLine, mostPieces } from '../../../../src-shared/ipc/apply-ops.ts';
import type { CartLine } from '../../../../src-shared/ipc/cart-line.ts';
import type { PricedCartLine } from '../../../../src-shared/ipc/model-line.ts';
import type { PlateItem } from '../../../../src-shared/ipc/plate-item.ts';
import { type OrderSum, orderSums } from '../../../../src-shared/jobs/order-sum.ts';
import type { MessageRef } from '../../../../src-shared/messages/message.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import type { PartFacts } from '../../../../src-shared/order-gate/part-facts.ts';
import { isOpen } from '../../../../src-shared/units/money.ts';
import type { AppState } from '../../../app-state.svelte.ts';
import { say, t } from '../../../ui/language.svelte.ts';
import type { CachedModel } from '../files/model-cache.svelte.ts';
import type { ReadyModel } from '../files/ready-model.ts';
import type { Taking } from '../files/taking.svelte.ts';
import type { UnitChoice } from '../files/unit-choice.svelte.ts';
import type { Plate } from '../plate/plate.svelte.ts';
import { type Offer, whyNonePrints } from './offers.ts';
import { addedNotice, type Limit, makeLine, makeOpenLine, uploadScaleOf } from './order-line.ts';
import type { PriceCache } from './prices.svelte.ts';

/** The parts of Prepare that it works with. */
interface AddingParts {
  readonly app: AppState;
  readonly plate: Plate;
  readonly taking: Pick<Taking, 'intake'>;
  readonly prices: PriceCache;
  readonly units: UnitChoice;
  readonly ready: ReadyModel | null;
  readonly facts: PartFacts | null;
  readonly offers: readonly Offer[];
  readonly chosen: Offer | null;
  readonly modelOf: (item: PlateItem) => CachedModel | undefined;
}

export class Adding {
  readonly #prepare: AddingParts;
  /**
   * The part and material for which the person was asked whether to add them although they will be refused.
   */
  #askedAnyway = $state<string | null>(null);
  readonly #choice: string | null = $derived.by(() => {
    const { ready, chosen } = this.#prepare;
    if (!ready || !chosen) return null;
    const { id, file } = ready.item;
    return JSON.stringify([id, file.sha256, uploadScaleOf(ready.item), chosen.material.materialId]);
  });
  /** The obstacle to adding the part: a person must choose its unit, or accept that it will be refused. */
  readonly gate: 'unit' | 'refused' | null = $derived.by(() => {
    if (this.#prepare.units.isOpen) return 'unit';
    return this.#prepare.chosen?.verdict.level === 'refused' ? 'refused' : null;
  });
  /** The part can be added with a limit: it was never priced, and the service cannot be asked now. */
  readonly needsLimit: boolean = $derived.by(
    () => this.#prepare.chosen !== null && this.#prepare.prices.isAway && this.gate !== 'unit',
  );
  /** Whether the dialog that asks for the limit is open. It stays open if the price comes meanwhile. */
  asksLimit = $state(false);
  /** Whether the question "Add anyway?" is shown beside the button. */
  readonly asksAnyway: boolean = $derived.by(
    () =>
      this.gate === 'refused' &&
      !this.needsLimit &&
      this.#choice !== null &&
      this.#askedAnyway === this.#choice,
  );

  /** The line that would be added now; null while no exact price is known. */
  readonly #line: PricedCartLine | null = $derived.by(() => {
    const { ready, chosen, prices, facts } = this.#prepare;
    if (!ready || !facts || !chosen || !prices.quote) return null;
    const { geometry } = ready;
    return makeLine(ready.item, chosen, { geometry, facts }, prices.quote, '');
  });
  /** How many pieces of exactly this are in the cart. */
  readonly already: number = $derived.by(
    () => (this.#line && findSameLine(this.#prepare.app.workspace.cart, this.#line)?.quantity) ?? 0,
  );
  /** As many as would be added, so that adding them would double them. */
  readonly isAdded: boolean = $derived(this.#line !== null && this.already >= this.#line.quantity);

  constructor(prepare: AddingParts) {
    this.#prepare = prepare;
  }

  /** With the fee; null while no exact price is known. */
  get total(): OrderSum | null {
    return (this.#line && orderSums([this.#line])[0]) ?? null;
  }

  /** Why nothing can be added to the order now, as a sentence; null when it can. */
  get obstacle(): string | null {
    const { app, plate, prices, chosen, ready } = this.#prepare;
    if (!plate.selected)
      return this.#prepare.taking.intake.rows.some(({ error }) => error === null)
        ? t('prepare.obstacle.reading')
        : t('prepare.obstacle.noModel');
    const shelved = this.#prepare.modelOf(plate.selected);
    if (shelved?.state === 'failed') return t('prepare.obstacle.unreadable');
    if (!ready) return t('prepare.obstacle.reading');
    if (this.gate === 'unit') return null;
    if (!app.catalog) return t('prepare.obstacle.noMaterials');
    const reason = chosen ? null : whyNonePrints(this.#prepare.offers);
    if (reason !== null) return t('prepare.nonePrints', { reason: say(reason.text) });
    if (prices.error && !prices.quote && !prices.isAway) return t('prepare.obstacle.noPrice');
    if (prices.isAway && !chosen) return t('prepare.obstacle.chooseForLimit');
    if (chosen?.level === 'checking') return t('prepare.obstacle.checking');
    if (prices.isAway) return null;
    if (!chosen) return prices.isAsking ? t('prepare.gettingPrices') : t('prepare.obstacle.chooseMaterial');
    if (prices.isAsking) return t('prepare.gettingPrices');
    if (chosen.price === null) return t('prepare.obstacle.notOffered');
    return null;
  }

  /**
   * Puts the selected model into the cart with the price that the button shows. If its unit is doubtful,
   * shows the unit chooser instead; without a price, asks for a limit. If the part will be refused, asks
   * first, which `anyway` answers. What is in the cart already comes into it once more only with `again`.
   */
  addToOrder({ anyway = false, again = false } = {}): void {
    if (this.obstacle !== null) return;
    if (this.gate === 'unit') {
      this.#prepare.units.ask();
      return;
    }
    if (this.needsLimit) {
      this.asksLimit = true;
      return;
    }
    if (this.gate === 'refused' && !(anyway && this.asksAnyway)) {
      this.#askedAnyway = this.#choice;
      return;
    }
    if (this.isAdded && !anyway && !again) return;
    this.#askedAnyway = null;
    if (this.#line) this.#add({ ...this.#line, id: crypto.randomUUID() });
  }

  /**
   * Puts the selected model into the cart without a price: the service names it later, and it may cost this
   * at most.
   */
  addWithLimit(limit: Limit): void {
    const { ready, chosen, facts } = this.#prepare;
    const account = this.#prepare.app.status?.account;
    if (!this.needsLimit || !ready || !chosen || !facts || !account) return;
    const { geometry } = ready;
    const source = { quotedAt: Date.now(), accountId: account.id };
    this.#add(makeOpenLine(ready.item, chosen, { geometry, facts }, limit, source, crypto.randomUUID()));
  }

  #add(line: CartLine): void {
    const { app } = this.#prepare;
    const same = findSameLine(app.workspace.cart, line);
    const quantity = line.quantity + (same?.quantity ?? 0);
    if (quantity > mostPieces) {
      app.notices.add({
        severity: 'warning',
        message: ref('prepare.tooManyPieces', { most: mostPieces, inCart: same?.quantity ?? 0 }),
      });
      return;
    }
    app.workspace.addLine(line);
    void app.workspace.flush();
    app.notices.add({
      severity: 'ok',
      message: addedText(line, quantity),
      action: { label: ref('prepare.goToCart'), run: () => app.navigate('cart') },
      key: addedNotice,
      // The cart's count and the line under the button still show it.
      passing: true,
    });
  }

  /** The person does not add the part that will be refused. */
  dismissAnyway(): void {
    this.#askedAnyway = null;
  }
}

/** Says how many there are now, so that the same text never comes twice. `inCart`: pieces of this line. */
function addedText(line: CartLine, inCart: number): MessageRef {
  const [total] = orderSums([{ ...line, quantity: inCart }]);
  if (!total) return ref('prepare.goToCart');
  const { quantity, title, materialTitle: material } = line;
  if (inCart > quantity) return ref('prepare.addedAgain', { quantity, title, material, inCart, total });
  return ref(isOpen(line) ? 'prepare.addedUpTo' : 'prepare.added', { quantity, title, material, total });
}
