/** Numbers, money, dates and tables as the command line shows them to people. JSON never passes through here. */
import type { LengthUnit } from '../../../src-shared/units/units.ts';

/** Six significant digits without noise: 24.999999999 is 25, 0.00001234 stays readable. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return 'not a number';
  const short = Number(value.toPrecision(6));
  return Object.is(short, -0) ? '0' : String(short);
}

export const formatSize = (size: readonly number[], unit: string | null): string =>
  `${size.map(formatNumber).join(' × ')}${unit === null ? '' : ` ${unit}`}`;

/** Two decimals and the code: `12.30 USD`. */
export const formatMoney = (amount: number, currency: string): string => `${amount.toFixed(2)} ${currency}`;

/** Behind an area or a volume: `mm²`, `cubic units`. */
export function powerOf(unit: LengthUnit | null, power: 2 | 3): string {
  if (unit === null) return power === 2 ? 'square units' : 'cubic units';
  return `${unit}${power === 2 ? '²' : '³'}`;
}

/**
 * A place in a part of this extent: as exact as an eye can use, or to so many digits of the extent; rounding noise
 * about zero is zero.
 */
export function formatPlace(place: readonly number[], extent: number, digits = 4): string {
  const step = 10 ** (Math.floor(Math.log10(extent || 1)) - digits);
  return `(${place.map((value) => formatNumber(Math.round(value / step) * step)).join(', ')})`;
}

/** 1,234,567 */
const grouped = (count: number): string => String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',');

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${count === 1 ? one : many}`;

/** Local time to the minute. */
export function formatTime(epochMs: number): string {
  const at = new Date(epochMs);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(0)} kB`;
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
}

/** Lines of a table with two spaces between columns; the first line is the heading. */
export function tableLines(columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  const widths = columns.map((column, at) =>
    Math.max(column.title.length, ...rows.map((row) => widthOf(row[at] ?? ''))),
  );
  const lineOf = (cells: readonly string[]): string =>
    columns
      .map(({ align }, at) => {
        const cell = cells[at] ?? '';
        const padding = ' '.repeat(Math.max(0, (widths[at] ?? 0) - widthOf(cell)));
        return align === 'right' ? padding + cell : cell + padding;
      })
      .join('  ')
      .trimEnd();
  return [lineOf(columns.map((column) => column.title)), ...rows.map(lineOf)];
}

const widthOf = (text: string): number => [...text].length;
