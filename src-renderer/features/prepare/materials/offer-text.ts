/** A material and what the order of a part in it costs, as the buttons say it. */
import { orderSums } from '../../../../src-shared/jobs/order-sum.ts';
import { shown } from '../../../../src-shared/messages/foreign-text.ts';
import { costText } from '../../../ui/prices.ts';
import type { Offer } from './offers.ts';

/** With the fee; only the material while no price is known. */
export function offerText({ material, price, currency }: Offer, quantity: number): string {
  const title = shown(material.title);
  if (price === null || currency === null) return title;
  return `${title} – ${orderSums([{ unitPrice: price, quantity, currency }])
    .map(costText)
    .join('')}`;
}
