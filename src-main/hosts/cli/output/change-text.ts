/** An area or volume before and after, with the change in percent. */
import type { LengthUnit } from '../../../../src-shared/units/units.ts';
import { powerOf } from './format.ts';
import type { Output } from './output.ts';

export function changeText(
  { t, format }: Output,
  from: number,
  to: number,
  unit: LengthUnit | null,
  power: 2 | 3,
): string {
  const params = {
    before: format.measured(from),
    after: format.measured(to),
    unit: powerOf(t, unit, power),
  };
  return from === 0 || from === to
    ? t('cli.repair.change', params)
    : t('cli.repair.changeShare', { ...params, share: (to - from) / Math.abs(from) });
}
