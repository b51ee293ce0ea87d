/** Numbers as people type them in a field: `12,5`, `40/3`, `2in`, `1.5 cm`, `25.4*2`. */
import { type LengthUnit, metresPerUnit } from './units.ts';

const unitWords: Readonly<Record<string, LengthUnit>> = {
  um: 'um',
  µm: 'um',
  mm: 'mm',
  cm: 'cm',
  m: 'm',
  in: 'in',
  inch: 'in',
  '"': 'in',
  '″': 'in',
  ft: 'ft',
  "'": 'ft',
};

/**
 * Reads a length typed into a field that shows `fieldUnit`, and returns it in that unit.
 * Accepts a decimal comma, one `/` or `*`, and a unit behind the number. Null where it is no such thing.
 */
export function parseLength(text: string, fieldUnit: LengthUnit): number | null {
  const match = /^(.*?)\s*(um|µm|mm|cm|m|in|inch|ft|"|″|')?$/i.exec(text.trim());
  if (!match) return null;
  const value = parseNumber(match[1] ?? '');
  if (value === null) return null;
  const word = match[2]?.toLowerCase();
  const unit = word === undefined ? fieldUnit : unitWords[word];
  if (unit === undefined) return null;
  return unit === fieldUnit ? value : (value * metresPerUnit[unit]) / metresPerUnit[fieldUnit];
}

/** Reads a plain number with a decimal point or comma, a fraction or a product. Null where it is none. */
export function parseNumber(text: string): number | null {
  const match = /^\s*([^/*]+?)\s*(?:([/*])\s*([^/*]+?)\s*)?$/.exec(text);
  if (!match) return null;
  const left = parseDecimal(match[1] ?? '');
  if (left === null) return null;
  if (match[2] === undefined) return left;
  const right = parseDecimal(match[3] ?? '');
  if (right === null) return null;
  const value = match[2] === '/' ? left / right : left * right;
  return Number.isFinite(value) ? value : null;
}

function parseDecimal(text: string): number | null {
  if (!/^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i.test(text)) return null;
  const value = Number(text.replace(',', '.'));
  return Number.isFinite(value) ? value : null;
}
