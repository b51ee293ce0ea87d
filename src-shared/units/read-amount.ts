import { type DecimalSign, parseNumber } from './parse-number.ts';

/**
 * Reads an amount of money as people type it: `12.40`, `12,40`, `1,234.50`, and `$12.40` or `12.40 USD` if
 * that is the `currency`. Null if it is none.
 */
export function readAmount(
  text: string,
  { currency, decimal = '.' }: { readonly currency?: string; readonly decimal?: DecimalSign } = {},
): number | null {
  const typed = text.trim();
  const sign = signsOf(currency).find((one) => typed.startsWith(one) || typed.endsWith(one)) ?? '';
  const amount = parseNumber(typed.replace(sign, '').trim(), decimal);
  return amount !== null && amount >= 0 ? amount : null;
}

/** The longest first: CA$ before $. */
function signsOf(currency: string | undefined): string[] {
  if (currency === undefined) return [];
  const signs = (['symbol', 'narrowSymbol'] as const).map(
    (currencyDisplay) =>
      new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay })
        .formatToParts(0)
        .find(({ type }) => type === 'currency')?.value ?? '',
  );
  return [currency, currency.toLowerCase(), ...signs];
}
