/** Prices as the window writes them, among them those that are still open and have a limit. */
import type { PriceEstimate } from '../../src-shared/jobs/agreement-schema.ts';
import type { OrderCost } from '../../src-shared/jobs/order-cost.ts';
import { isOpen, mostOf, type UnitPrice } from '../../src-shared/units/money.ts';
import { formatMoney } from './format.ts';
import { t } from './language.svelte.ts';

/** `isLimit`: it may cost this at most. */
export const costText = ({ amount, currency, isLimit }: OrderCost): string =>
  isLimit ? t('ui.costsAtMost', { amount: { amount, currency } }) : formatMoney(amount, currency);

export const unitPriceText = (line: UnitPrice, currency: string): string =>
  costText({ amount: mostOf(line), currency, isLimit: isOpen(line) });

/** The band of an estimate, marked as one. */
export const estimateText = ({ low, high, parts }: PriceEstimate, currency: string): string =>
  t('ui.estimated', {
    low: { amount: low, currency },
    high: { amount: high, currency },
    count: parts,
  });
