/** An area or volume before and after, with the change in percent. */
import type { Formats } from '../../../../src-shared/messages/formats.ts';
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
    : t('cli.repair.changeShare', { ...params, share: signed((to - from) / Math.abs(from), format) });
}

/** `+9.1%`; a share that is not the whole never reads as 100 %. */
function signed(share: number, format: Formats): string {
  const size = Math.abs(share);
  const text = size > 0.995 && size < 1 ? format.percent(0.999, 1) : format.share(size);
  return `${share > 0 ? '+' : '−'}${text}`;
}
