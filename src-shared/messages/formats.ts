/** Numbers, money, lengths, sizes and times in one locale's style. Only this formats for people. */
import { type LengthUnit, metresPerUnit } from '../units/units.ts';
import { shown } from './foreign-text.ts';
import type { Dimension, Money } from './message.ts';
import { plainNumber } from './plain-number.ts';

export type Formats = ReturnType<typeof createFormats>;

/** UTF-16 units that are shown of a currency that the platform does not know. */
const longestCode = 12;

const byteUnits = ['kB', 'MB', 'GB', 'TB'] as const;

const durations = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Areas and volumes are shown in centimetres, or in inches to people who work in inches. */
const solidUnit = (shownIn: LengthUnit): 'in' | 'cm' => (shownIn === 'in' || shownIn === 'ft' ? 'in' : 'cm');

export function createFormats(locale: string) {
  // Creating a formatter is slow, so each is created on first use and cached.
  const made = new Map<string, Intl.NumberFormat>();
  function numbers(key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
    let found = made.get(key);
    if (!found) {
      found = new Intl.NumberFormat(locale, options);
      made.set(key, found);
    }
    return found;
  }
  const dates = new Map<string, Intl.DateTimeFormat>();
  function date(key: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
    let found = dates.get(key);
    if (!found) {
      found = new Intl.DateTimeFormat(locale, options);
      dates.set(key, found);
    }
    return found;
  }

  /** At most `decimals`; trailing zeros are dropped. `grouping` is off for values in a field. */
  const number = (value: number, decimals = 2, grouping = true): string =>
    plainNumber(locale, value, { fraction: decimals }, grouping) ??
    numbers(`n${decimals}${grouping}`, { maximumFractionDigits: decimals, useGrouping: grouping }).format(
      value,
    );
  const significantDigits = (value: number, digits: number): string =>
    plainNumber(locale, value, { significant: digits }, true) ??
    numbers(`s${digits}`, { maximumSignificantDigits: digits }).format(value);
  const amount = (value: number): string =>
    numbers('m', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value);
  const significant = (value: number): string => number(value, value >= 100 ? 1 : value >= 1 ? 2 : 4);

  return {
    locale,
    number,
    /** Four significant digits without an exponent. */
    precise: (value: number): string => significantDigits(value, 4),
    integer: (value: number): string => number(value, 0),

    /** Six significant digits without noise: 24.999999999 is 25, 0.00001234 stays readable. */
    measured: (value: number): string => significantDigits(value === 0 ? 0 : value, 6),

    /** The decimal separator of this locale. */
    decimalSign: (): '.' | ',' => (number(1.5).includes(',') ? ',' : '.'),

    /** `fraction` 0.025 is 2.5 %. */
    percent: (fraction: number, decimals = 0): string =>
      numbers(`p${decimals}`, { style: 'percent', maximumFractionDigits: decimals }).format(fraction),

    /** As `percent`, with two significant digits for small values: 0.0025 is 0.25 %. */
    share: (fraction: number): string =>
      numbers(Math.abs(fraction) < 0.1 ? 'share' : 'p0', {
        style: 'percent',
        ...(Math.abs(fraction) < 0.1 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 0 }),
      }).format(fraction),

    /** Money whose currency is not known. */
    amount,

    /** An amount with its currency. A code that the platform does not know is written after the number. */
    money(money: Money): string {
      const { currency } = money;
      try {
        return numbers(`m${currency}`, {
          style: 'currency',
          currency,
          currencyDisplay: 'narrowSymbol',
        }).format(money.amount);
      } catch {
        return `${amount(money.amount)} ${shown(currency, longestCode)}`;
      }
    },

    /** A length with a precision that suits its unit. */
    length({ metres, unit }: Dimension, withUnit = true): string {
      const value = metres / metresPerUnit[unit];
      const decimals = unit === 'in' || unit === 'cm' ? 3 : Math.abs(value) >= 100 ? 1 : 2;
      return withUnit ? `${number(value, decimals)} ${unit}` : number(value, decimals);
    },
    /** `squareMetres` for people who work in `shownIn`. */
    area(squareMetres: number, shownIn: LengthUnit): string {
      const unit = solidUnit(shownIn);
      return `${significant(squareMetres / metresPerUnit[unit] ** 2)} ${unit}²`;
    },
    /** `cubicMetres` for people who work in `shownIn`. */
    volume(cubicMetres: number, shownIn: LengthUnit): string {
      const unit = solidUnit(shownIn);
      return `${significant(cubicMetres / metresPerUnit[unit] ** 3)} ${unit}³`;
    },

    bytes(size: number): string {
      if (size < 1000)
        return numbers('byte', { style: 'unit', unit: 'byte', unitDisplay: 'long' }).format(size);
      let value = size / 1000;
      let step = 0;
      while (value >= 1000 && step < byteUnits.length - 1) {
        value /= 1000;
        step++;
      }
      return `${number(value, value >= 100 ? 0 : 1)} ${byteUnits[step]}`;
    },

    /** Epoch ms as a time of day if it is today, otherwise with its date. */
    moment(moment: number, now = Date.now()): string {
      const time = new Date(moment);
      return new Date(now).toDateString() === time.toDateString()
        ? date('clock', { timeStyle: 'short' }).format(time)
        : date('both', { dateStyle: 'medium', timeStyle: 'short' }).format(time);
    },
    /** Epoch ms with its date, for what is read on another day. */
    dated: (moment: number): string =>
      date('both', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(moment)),
    /** As `dated`, with the name of the time zone, for what is read elsewhere. */
    datedInZone: (moment: number): string =>
      date('zone', {
        year: 'numeric',
        month: 'long',
        day: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
        timeZoneName: 'short',
      }).format(new Date(moment)),
    day: (moment: number): string => date('day', { dateStyle: 'medium' }).format(new Date(moment)),

    /** Milliseconds in the largest unit of which there is at least one. */
    duration(ms: number): string {
      const [unit, size] = durations.find(([, least]) => ms >= least) ?? ['second', 1000];
      return numbers(`d${unit}`, {
        style: 'unit',
        unit,
        unitDisplay: 'long',
        maximumFractionDigits: 0,
      }).format(Math.max(1, ms / size));
    },

    list: (items: readonly string[]): string =>
      new Intl.ListFormat(locale, { type: 'conjunction' }).format(items),
    either: (items: readonly string[]): string =>
      new Intl.ListFormat(locale, { type: 'disjunction' }).format(items),
  };
}
