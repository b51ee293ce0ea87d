/** Sizes, places and tables as the command line shows them to people. Not used for JSON. */
import type { MessageKey } from '../../../../src-shared/messages/catalogue.ts';
import type { Formats } from '../../../../src-shared/messages/formats.ts';
import type { MessageRef } from '../../../../src-shared/messages/message.ts';
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

/** UTF-16 units of a cell that others follow: one long name must not make the whole table wide. */
const longestCell = 60;

/** The title of a column, and how it is aligned. `MD5` is the same in every language. */
type Titled = MessageKey | '' | 'MD5' | { readonly right: MessageRef };

/** A column of numbers. */
export const right = (title: MessageKey, params?: MessageRef['params']): Titled => ({
  right: { key: title, ...(params && { params }) },
});

/** A column: its title, and what it shows of an item. */
export type Column<T> = readonly [title: Titled, cellOf: (item: T) => string];

/** A dimmed heading, and a line for each item, with two spaces between columns. */
export function tableLines<T>(out: Output, items: readonly T[], columns: readonly Column<T>[]): string[] {
  const titles = columns.map(([title]) => out.say(typeof title === 'string' ? { key: title } : title.right));
  const rows = items.map((item) =>
    columns.map(([, cellOf], at) => {
      const text = besideOthers(cellOf(item));
      return at < columns.length - 1 ? shortenMiddle(text, longestCell) : text;
    }),
  );
  const widths = titles.map((title, at) =>
    Math.max(...[title, ...rows.map((row) => row[at]!)].map(columnsOf)),
  );
  const lineOf = (row: readonly string[]): string =>
    row
      .map((cell, at) => {
        const padding = ' '.repeat(widths[at]! - columnsOf(cell));
        return typeof columns[at]![0] === 'string' ? cell + padding : padding + cell;
      })
      .join('  ')
      .trimEnd();
  return [out.style.dim(lineOf(titles)), ...rows.map(lineOf)];
}

export function writeTable<T>(out: Output, items: readonly T[], columns: readonly Column<T>[]): void {
  for (const line of tableLines(out, items, columns)) out.line(line);
}

/** Labels with their values, one below the other. */
export function writeRecord(out: Output, rows: readonly (readonly [MessageKey | '', string])[]): void {
  for (const line of labelled(rows.map(([key, value]) => [out.say({ key }), value]))) out.line(line);
}
