/** The result of a comparison, in one sentence. */

import { turnName } from '../../../../src-shared/geometry/compare/turned.ts';
import type { LengthUnit } from '../../../../src-shared/units/units.ts';
import type { CompareAnswer } from '../../../geometry/messages.ts';
import { formatLength } from '../../../ui/format.ts';
import { t } from '../../../ui/language.svelte.ts';

/** `scale`: metres in a file unit of the old version. */
export function changeSentence(
  { only, most, mean, signed }: CompareAnswer,
  scale: number,
  unit: LengthUnit,
): string {
  const length = (value: number) => formatLength(value * scale, unit);
  if (only?.kind === 'same') return t('prepare.live.same');
  if (only?.kind === 'moved') return t('prepare.live.moved', { by: length(Math.hypot(...only.by)) });
  if (only?.kind === 'scaled') return t('prepare.live.scaled', { factor: only.factor });
  if (only?.kind === 'turned')
    return t(`prepare.live.${turnName(only)}`, { degrees: only.degrees, axis: only.axis ?? '' });
  if (signed === null) return t('prepare.live.differs', { most: length(most), mean: length(mean) });
  return t('prepare.live.differsBothWays', {
    added: length(signed.added),
    removed: length(signed.removed),
    mean: length(mean),
  });
}
