/** Numbers for people, in their language. Unknown values have words, never a zero. */
import { type LengthUnit, metresPerUnit } from '../../src-shared/units/units.ts';

const locale = navigator.language || 'en';

const cache = new Map<string, Intl.NumberFormat>();
function format(key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  let found = cache.get(key);
  if (!found) {
    found = new Intl.NumberFormat(locale, options);
    cache.set(key, found);
  }
  return found;
}

/** `decimals` at most; trailing zeros go. `grouping` off for what stands in a field. */
export function formatNumber(value: number, decimals = 2, grouping = true): string {
  return format(`n${decimals}${grouping}`, { maximumFractionDigits: decimals, useGrouping: grouping }).format(
    value,
  );
}

export const formatInteger = (value: number): string => formatNumber(value, 0);

/** `fraction` 0.025 is 2.5 %. */
export const formatPercent = (fraction: number, decimals = 0): string =>
  format(`p${decimals}`, { style: 'percent', maximumFractionDigits: decimals }).format(fraction);

/** An amount with its currency (ISO 4217). Codes that the platform does not know stand behind the number. */
export function formatMoney(amount: number, currency: string): string {
  try {
    return format(`m${currency}`, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(
      amount,
    );
  } catch {
    return `${format('m', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(amount)} ${currency}`;
  }
}

/** Metres as a length in `unit`, with a precision that suits it. */
export function formatLength(metres: number, unit: LengthUnit, withUnit = true): string {
  const value = metres / metresPerUnit[unit];
  const decimals = unit === 'in' || unit === 'cm' ? 3 : Math.abs(value) >= 100 ? 1 : 2;
  return withUnit ? `${formatNumber(value, decimals)} ${unit}` : formatNumber(value, decimals);
}

const bytes = ['bytes', 'kB', 'MB', 'GB'] as const;
export function formatBytes(size: number): string {
  let step = 0;
  let value = size;
  while (value >= 1000 && step < bytes.length - 1) {
    value /= 1000;
    step++;
  }
  return `${formatNumber(value, step === 0 || value >= 100 ? 0 : 1)} ${bytes[step]}`;
}

const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
const both = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

/** Epoch ms as a time of day when it is today, else with its date. */
export function formatMoment(moment: number, now = Date.now()): string {
  const date = new Date(moment);
  return new Date(now).toDateString() === date.toDateString() ? clock.format(date) : both.format(date);
}

export const formatDay = (moment: number): string => day.format(new Date(moment));

/** "3 files", "1 file". */
export const count = (amount: number, one: string, many = `${one}s`): string =>
  `${formatInteger(amount)} ${amount === 1 ? one : many}`;
