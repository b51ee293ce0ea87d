/** Areas and volumes for people: in cm, or in inches for those who think in inches. */
import { type LengthUnit, metresPerUnit } from '../../../src-shared/units/units.ts';
import { formatNumber } from '../../ui/format.ts';

const solidUnit = (shownIn: LengthUnit): 'in' | 'cm' => (shownIn === 'in' ? 'in' : 'cm');
const significant = (value: number): string => formatNumber(value, value >= 100 ? 1 : value >= 1 ? 2 : 4);

/** `volume` in m3. */
export function formatVolume(volume: number, shownIn: LengthUnit): string {
  const unit = solidUnit(shownIn);
  return `${significant(volume / metresPerUnit[unit] ** 3)} ${unit}³`;
}

/** `area` in m2. */
export function formatArea(area: number, shownIn: LengthUnit): string {
  const unit = solidUnit(shownIn);
  return `${significant(area / metresPerUnit[unit] ** 2)} ${unit}²`;
}
