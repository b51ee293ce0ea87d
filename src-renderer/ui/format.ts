/** Numbers, money, lengths and times in the window's language. */
import type { LengthUnit } from '../../src-shared/units/units.ts';
import { language } from './language.svelte.ts';

const format = () => language.messages.format;

/** At most `decimals`; trailing zeros are dropped. `grouping` is off for values in a field. */
export const formatNumber = (value: number, decimals = 2, grouping = true): string =>
  format().number(value, decimals, grouping);
/** Four significant digits, for numbers of any size. */
export const formatPrecise = (value: number): string => format().precise(value);
export const formatInteger = (value: number): string => format().integer(value);
/** `fraction` 0.025 is 2.5 %. */
export const formatPercent = (fraction: number, decimals = 0): string => format().percent(fraction, decimals);
/** An amount with its currency (ISO 4217). */
export const formatMoney = (amount: number, currency: string): string => format().money({ amount, currency });
/** An amount whose currency is not known. */
export const formatAmount = (amount: number): string => format().amount(amount);
/** Metres as a length in `unit`, with a suitable precision. */
export const formatLength = (metres: number, unit: LengthUnit, withUnit = true): string =>
  format().length({ metres, unit }, withUnit);
/** The sides of a box, metres: `40 × 20 × 10 mm`. */
export const formatSize = (sides: readonly number[], unit: LengthUnit, withUnit = true): string =>
  `${sides.map((side) => formatLength(side, unit, false)).join(' × ')}${withUnit ? ` ${unit}` : ''}`;
/** Square metres, in cm² or in². */
export const formatArea = (squareMetres: number, shownIn: LengthUnit): string =>
  format().area(squareMetres, shownIn);
/** Cubic metres, in cm³ or in³. */
export const formatVolume = (cubicMetres: number, shownIn: LengthUnit): string =>
  format().volume(cubicMetres, shownIn);
/** Epoch ms as a time of day if it is today, otherwise with its date. */
export const formatMoment = (moment: number, now = Date.now()): string => format().moment(moment, now);
export const formatDay = (moment: number): string => format().day(moment);
export const formatList = (items: readonly string[]): string => format().list(items);
