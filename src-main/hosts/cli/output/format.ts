/** Sizes, places and tables as the command line shows them to people. Not used for JSON. */

import type { MessageKey } from '../../../../src-shared/messages/catalogue.ts';
import type { Formats } from '../../../../src-shared/messages/formats.ts';
import type { Translate } from '../../../../src-shared/messages/messages.ts';
import { shortenMiddle } from '../../../../src-shared/text/shorten-middle.ts';
import type { LengthUnit } from '../../../../src-shared/units/units.ts';
import { besideOthers, columnsOf } from '../../terminal-text.ts';
import type { Output } from './output.ts';

export const formatSize = (format: Formats, size: readonly number[], unit: string): string =>
  `${size.map(format.measured).join(' × ')} ${unit}`;

/** The unit after an area or a volume: `mm²`, `cubic units`. */
export function powerOf(t: Translate, unit: LengthUnit | null, power: 2 | 3): string {
  if (unit === null) return t(power === 2 ? 'cli.squareUnits' : 'cli.cubicUnits');
  return `${unit}${power === 2 ? '²' : '³'}`;
}

/**
 * A place in a part of this extent: to a ten-thousandth of the extent, or to so many digits of it. Rounding
 * noise around zero becomes zero.
 */
export function formatPlace(format: Formats, place: readonly number[], extent: number, digits = 4): string {
  const step = 10 ** (Math.floor(Math.log10(extent || 1)) - digits);
  const separator = format.decimalSign() === ',' ? '; ' : ', ';
  return `(${place.map((value) => format.measured(Math.round(value / step) * step)).join(separator)})`;
}

/** UTF-16 units: a whole description. */
const longestValue = 20_000;

/** Labels and values in two columns; rows without a value are left out. */
export function labelled(rows: readonly (readonly [string, string])[]): string[] {
  const shown = rows.filter(([, value]) => value !== '');
  const width = Math.max(0, ...shown.map(([label]) => columnsOf(label)));
  return shown.map(
    ([label, value]) =>
      `${label}${' '.repeat(width - columnsOf(label))}  ${besideOthers(value, longestValue)}`,
  );
}

export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
}

/** UTF-16 units of a cell that others follow: one long name must not make the whole table wide. */
const longestCell = 60;

/** Lines of a table with two spaces between columns; the first line is the heading. */
export function tableLines(columns: readonly Column[], cells: readonly (readonly string[])[]): string[] {
  const last = columns.length - 1;
  const rows = cells.map((row) =>
    row.map((cell, at) => {
      const text = besideOthers(cell);
      return at < last ? shortenMiddle(text, longestCell) : text;
    }),
  );
  const widths = columns.map((column, at) =>
    Math.max(columnsOf(column.title), ...rows.map((row) => columnsOf(row[at] ?? ''))),
  );
  const lineOf = (row: readonly string[]): string =>
    columns
      .map(({ align }, at) => {
        const cell = row[at] ?? '';
        const padding = ' '.repeat(Math.max(0, (widths[at] ?? 0) - columnsOf(cell)));
        return align === 'right' ? padding + cell : cell + padding;
      })
      .join('  ')
      .trimEnd();
  return [lineOf(columns.map((column) => column.title)), ...rows.map(lineOf)];
}

/** The title of a column, and how it is aligned. `MD5` is the same in every language. */
type Titled = MessageKey | '' | 'MD5' | { readonly right: MessageKey };

/** A column of numbers. */
export const right = (title: MessageKey): Titled => ({ right: title });

/** A table with a dimmed heading. */
export function writeTable(
  out: Output,
  titles: readonly Titled[],
  rows: readonly (readonly string[])[],
): void {
  const columns = titles.map(
    (title): Column =>
      typeof title === 'string'
        ? { title: out.say({ key: title }) }
        : { title: out.say({ key: title.right }), align: 'right' },
  );
  const [heading = '', ...lines] = tableLines(columns, rows);
  out.line(out.style.dim(heading));
  for (const line of lines) out.line(line);
}

/** Labels with their values, one below the other. */
export function writeRecord(out: Output, rows: readonly (readonly [MessageKey | '', string])[]): void {
  for (const line of labelled(rows.map(([key, value]) => [out.say({ key }), value]))) out.line(line);
}
