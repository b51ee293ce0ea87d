/** Numbers as people type them in a field: `12,5`, `1.234,5`, `40/3`, `2 1/2in`, `1.5 cm`, `25.4*2`. */
import { type LengthUnit, metresPerUnit } from './units.ts';

/** The decimal separator of the person's locale. */
export type DecimalSign = '.' | ',';

/** Metres in one of the unit that follows a number. */
const unitNames: Readonly<Record<string, number>> = {
  um: metresPerUnit.um,
  µm: metresPerUnit.um,
  mm: metresPerUnit.mm,
  cm: metresPerUnit.cm,
  m: metresPerUnit.m,
  km: 1000,
  in: metresPerUnit.in,
  inch: metresPerUnit.in,
  '"': metresPerUnit.in,
  '″': metresPerUnit.in,
  ft: metresPerUnit.ft,
  "'": metresPerUnit.ft,
};

/**
 * Whether a number means one thing to some people and a thousand times as much to others: `1,000` and
 * `1.000`. `own`: the decimal sign where it is known; with it, a number has one meaning.
 */
export const isAmbiguous = (text: string, own: DecimalSign | null = null): boolean =>
  [...text.matchAll(/(?<![\d.,])[1-9]\d{0,2}([.,])\d{3}(?![\d.,])/g)].some(([, sign]) => sign !== own);

/**
 * Reads a length that was typed into a field in `fieldUnit`, and returns it in that unit. Takes everything
 * that `parseNumber` takes, optionally followed by a unit. Null if it is not a length.
 */
export function parseLength(text: string, fieldUnit: LengthUnit, decimal: DecimalSign = '.'): number | null {
  const typed = text.trim();
  const match = /(?:um|µm|mm|cm|km|m|in|inch|ft|"|″|')$/i.exec(typed);
  const value = parseNumber(typed.slice(0, match?.index), decimal);
  if (value === null) return null;
  const word = match?.[0].toLowerCase();
  const metres = word === undefined ? metresPerUnit[fieldUnit] : unitNames[word];
  if (metres === undefined) return null;
  // Without a conversion, nothing is rounded.
  return metres === metresPerUnit[fieldUnit] ? value : (value * metres) / metresPerUnit[fieldUnit];
}

/** Reads a decimal number, a fraction (`40/3`, `2 1/2`) or a product. Null if it is none of these. */
export function parseNumber(text: string, decimal: DecimalSign = '.'): number | null {
  const mixed = /^\s*([+-]?)(\d+)[ -](\d+)\s*\/\s*(\d+)\s*$/.exec(text);
  if (mixed) {
    const value = Number(mixed[2]) + Number(mixed[3]) / Number(mixed[4]);
    return finite(mixed[1] === '-' ? -value : value);
  }
  const sign = text.search(/[/*]/);
  if (sign < 0) return parseDecimal(text.trim(), decimal);
  const left = parseDecimal(text.slice(0, sign).trim(), decimal);
  const right = parseDecimal(text.slice(sign + 1).trim(), decimal);
  if (left === null || right === null) return null;
  return finite(text[sign] === '/' ? left / right : left * right);
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

function parseDecimal(text: string, decimal: DecimalSign): number | null {
  const plain = ungroup(text, decimal);
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return null;
  return finite(Number(plain));
}

/**
 * Removes the thousands separators and leaves a decimal point. If both signs occur, the last one is the
 * decimal sign. A single sign is the decimal sign too, unless it stands where this locale separates thousands
 * (`1,234` in English, `1.234` in German); the window itself writes 1234 that way.
 */
function ungroup(text: string, decimal: DecimalSign): string {
  const narrow = text.replaceAll(/(?<=\d)[\s’'\u00a0\u202f](?=\d{3}(?!\d))/g, '');
  const other = decimal === '.' ? ',' : '.';
  for (const [group, point] of [
    [other, decimal],
    [decimal, other],
  ] as const) {
    const grouped = new RegExp(`^[+-]?[1-9]\\d{0,2}([${group}]\\d{3})+([${point}]\\d*)?$`).exec(narrow);
    // A single sign is the decimal sign if the locale uses it so, whatever follows.
    const isOwn = group === decimal && grouped?.[1]?.length === narrow.replace(/^[+-]?\d+/, '').length;
    if (grouped && !isOwn) return narrow.replaceAll(group, '').replace(point, '.');
  }
  return narrow.replace(',', '.');
}
