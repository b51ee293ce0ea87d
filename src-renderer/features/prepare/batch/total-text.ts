/** The cost of an order of parts of the plate: the table and the panel of several parts say it alike. */
import { orderSums } from '../../../../src-shared/jobs/order-sum.ts';
import { formatMoney } from '../../../ui/format.ts';
import { t } from '../../../ui/language.svelte.ts';
import type { BatchRow } from './batch.svelte.ts';

export interface TotalText {
  /** Says how many of the parts are in the amount, if not all of them are. */
  readonly label: string;
  /** Never zero for what is not known. */
  readonly amount: string;
  /** The button that adds all of them, with the amount if it is that of all. */
  readonly addAll: string;
}

/**
 * Only what can be ordered without a question counts, and what is still being checked: a part that will be
 * refused costs nothing until a person insists.
 */
export function totalText(rows: readonly BatchRow[]): TotalText {
  const clear = rows.filter(({ obstacle }) => obstacle === null || obstacle === 'checking');
  const of = rows.length;
  const amount = priceText(clear);
  if (clear.length === of)
    return {
      label: t('ui.totalBeforeShipping'),
      amount,
      addAll: t('prepare.batch.addFor', { count: of, price: amount }),
    };
  const isPriced = rows.every(({ line }) => line !== null);
  return {
    label: t('prepare.batch.totalSome', { count: clear.length, of }),
    amount: amount || (isPriced ? '–' : t('ui.notKnownYet')),
    addAll: t('prepare.batch.add', { count: of }),
  };
}

/** The cost of an order of a few parts with the fee: one amount a currency; empty without prices. */
export const priceText = (rows: readonly BatchRow[]): string =>
  orderSums(rows.flatMap(({ line }) => line ?? []))
    .map(({ amount, currency }) => formatMoney(amount, currency))
    .join(' + ');
