/**
 * Numbers as `Intl.NumberFormat` writes them in English and German. The platform takes 15 ms to load its data
 * for them: as long as `fabdesk check` takes for a small part.
 */

/** The separators of thousands and decimals. */
const signs: Readonly<Record<string, readonly [group: string, decimal: string]>> = {
  en: [',', '.'],
  'en-US': [',', '.'],
  'en-GB': [',', '.'],
  de: ['.', ','],
  'de-DE': ['.', ','],
};

/** At most so many digits behind the decimal sign, or so many significant ones. */
export type Precision = { readonly fraction: number } | { readonly significant: number };

/** Rounded half away from zero, without zeros at the end. Null where the platform has to be asked. */
export function plainNumber(
  locale: string,
  value: number,
  precision: Precision,
  grouping: boolean,
): string | null {
  const [group, decimal] = signs[locale] ?? [];
  if (group === undefined || decimal === undefined || !Number.isFinite(value)) return null;
  // The fewest digits that tell this number from all others. The platform rounds these, too, and not the
  // binary number.
  const [mantissa = '', power] = Math.abs(value).toExponential().split('e');
  const digits = mantissa.replace('.', '');
  const before = Number(power) + 1;
  const count = 'fraction' in precision ? before + precision.fraction : precision.significant;
  const [integer, fraction] = split(roundAt(digits, count), before);
  const grouped = grouping ? inThousands(integer).join(group) : integer;
  const isNegative = value < 0 || Object.is(value, -0);
  return `${isNegative ? '-' : ''}${grouped}${fraction && decimal}${fraction}`;
}

/** The digits up to the one at `count`, with one more in front for a carry. */
function roundAt(digits: string, count: number): string {
  if (count >= digits.length) return `0${digits}`;
  if (count < 0) return '0';
  const isUp = digits[count]! >= '5';
  return isUp
    ? String(BigInt(digits.slice(0, count) || 0) + 1n).padStart(count + 1, '0')
    : `0${digits.slice(0, count)}`;
}

/** @param before digits before the decimal sign, besides one for a carry; negative: zeros behind it */
function split(digits: string, before: number): readonly [integer: string, fraction: string] {
  const filled = before < 0 ? digits.padStart(digits.length - before, '0') : digits.padEnd(before + 1, '0');
  const at = Math.max(before, 0) + 1;
  let end = filled.length;
  while (end > at && filled[end - 1] === '0') end--;
  return [filled.slice(0, at).replace(/^0+(?=\d)/, ''), filled.slice(at, end)];
}

function inThousands(integer: string): string[] {
  const first = integer.length % 3;
  const groups = first === 0 ? [] : [integer.slice(0, first)];
  for (let at = first; at < integer.length; at += 3) groups.push(integer.slice(at, at + 3));
  return groups;
}
