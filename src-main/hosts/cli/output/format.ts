/** Sizes, places and tables as the command line shows them to people. Not used for JSON. */
import type { Formats } from '../../../../src-shared/messages/formats.ts';
import type { Translate } from '../../../../src-shared/messages/messages.ts';
import type { LengthUnit } from '../../../../src-shared/units/units.ts';

export const formatSize = (format: Formats, size: readonly number[], unit: string): string =>
  `${size.map(format.measured).join(' × ')} ${unit}`;

/** The unit after an area or a volume: `mm²`, `cubic units`. */
export function powerOf(t: Translate, unit: LengthUnit | null, power: 2 | 3): string {
  if (unit === null) return t(power === 2 ? 'cli.squareUnits' : 'cli.cubicUnits');
  return `${unit}${power === 2 ? '²' : '³'}`;
}

/**
 * A place in a part of this extent: to a ten-thousandth of the extent, or to so many digits of it. Rounding noise
 * around zero becomes zero.
 */
export function formatPlace(format: Formats, place: readonly number[], extent: number, digits = 4): string {
  const step = 10 ** (Math.floor(Math.log10(extent || 1)) - digits);
  const separator = format.decimalSign() === ',' ? '; ' : ', ';
  return `(${place.map((value) => format.measured(Math.round(value / step) * step)).join(separator)})`;
}

/** Labels and values in two columns; rows without a value are left out. */
export function labelled(rows: readonly (readonly [string, string])[]): string[] {
  const shown = rows.filter(([, value]) => value !== '');
  const width = Math.max(0, ...shown.map(([label]) => widthOf(label)));
  return shown.map(([label, value]) => `${label}${' '.repeat(width - widthOf(label))}  ${value}`);
}

export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
}

/** Lines of a table with two spaces between columns; the first line is the heading. */
export function tableLines(columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  const widths = columns.map((column, at) =>
    Math.max(widthOf(column.title), ...rows.map((row) => widthOf(row[at] ?? ''))),
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
