/**
 * What each way of shipping costs to an address, if the service lists prices; otherwise the price is known
 * only after ordering.
 */
import type { ShippingOption } from '../../../src-shared/api/orders.ts';
import type { ShippingPrice } from '../../../src-shared/api/shipping-prices.ts';
import type { Bridge } from '../../bridge/bridge.ts';
import { formatMoney } from '../../ui/format.ts';
import { t } from '../../ui/language.svelte.ts';

export class ShippingPrices {
  readonly #bridge: Pick<Bridge, 'invoke'>;
  #prices = $state.raw<readonly ShippingPrice[]>([]);
  #isAsking = $state(false);
  /** The question that the prices answer. */
  #question: string | null = null;

  constructor(bridge: Pick<Bridge, 'invoke'>) {
    this.#bridge = bridge;
  }

  get isAsking(): boolean {
    return this.#isAsking;
  }

  /** Prices in another currency than the parts cannot be added to them. */
  of(option: ShippingOption, currency: string): ShippingPrice | null {
    return this.#prices.find((price) => price.option === option && price.currency === currency) ?? null;
  }

  /** A failure is no obstacle: the price is then known only after ordering. */
  async ask(accountId: string | undefined, country: string, zipCode: string): Promise<void> {
    const question = JSON.stringify([accountId, country, zipCode]);
    if (question !== this.#question) this.#prices = [];
    this.#question = question;
    if (country === '') return;
    this.#isAsking = true;
    const answer = await this.#bridge.invoke('orders.shippingPrices', {
      ...(accountId !== undefined && { accountId }),
      country,
      zipCode,
    });
    if (question !== this.#question) return;
    this.#isAsking = false;
    this.#prices = answer.ok ? (answer.value.prices ?? []) : [];
  }
}

/** The price, the carrier and the time of a way of shipping, as far as the service says. */
export const shippingPriceText = ({ price, currency, carrier, transitDays }: ShippingPrice): string =>
  [
    formatMoney(price, currency),
    ...(carrier === '' ? [] : [carrier]),
    ...(transitDays === null ? [] : [t('cart.shippingDays', { count: transitDays })]),
  ].join(', ');
