/**
 * The rows of a table that shows a part before and after a change, in the unit in which lengths are shown.
 */
import type { LengthUnit } from '../../../../src-shared/units/units.ts';
import { formatArea, formatInteger, formatMoney, formatVolume } from '../../../ui/format.ts';
import { t } from '../../../ui/language.svelte.ts';
import type { ReadyModel } from '../files/ready-model.ts';
import type { PriceCache } from '../materials/prices.svelte.ts';

export const compareRows = (before: ReadyModel, after: ReadyModel, unit: LengthUnit) => {
  const row = (name: string, show: (side: ReadyModel) => string) => ({
    name,
    before: show(before),
    after: show(after),
  });
  return [
    row(t('prepare.volume'), ({ geometry, model }) => {
      const value = formatVolume(geometry.volume, unit);
      return model.measures.volumeBand ? t('prepare.approximately', { value }) : value;
    }),
    row(t('prepare.area'), ({ geometry }) => formatArea(geometry.area, unit)),
    row(t('prepare.triangles'), ({ model }) => formatInteger(model.measures.triangles)),
    row(t('prepare.surface'), ({ model }) =>
      model.checks.watertight ? t('prepare.watertight') : t('prepare.notWatertight'),
    ),
  ];
};

/** The price of one piece in the part's material, as it is shown; null while it is not known. */
export function piecePrice(
  prices: Pick<PriceCache, 'peek'>,
  { geometry, item }: Pick<ReadyModel, 'geometry' | 'item'>,
): string | null {
  const entry = prices.peek(geometry)?.prices[String(item.materialId)];
  return entry && entry.price > 0 ? formatMoney(entry.price, entry.currency) : null;
}
