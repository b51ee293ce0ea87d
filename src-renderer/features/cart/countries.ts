/** The countries and US states of the address form. Values are codes; names follow the window's language. */
import { usStates } from '../../../src-shared/api/address-rules.ts';
import { countryCodes } from '../../../src-shared/api/countries.ts';
import type { Messages } from '../../../src-shared/messages/messages.ts';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** The name of a country; a text that is no code, which the service also accepts, stays as it is. */
export function countryName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** Every country, sorted by its name in the locale. */
export function countriesIn(locale: string): readonly Choice[] {
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  const { compare } = new Intl.Collator(locale);
  return countryCodes
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .sort((a, b) => compare(a.label, b.label));
}

/** The US states that the service accepts, as `New York (NY)`, sorted by their names. */
export const usStateChoices = ({ t, format }: Pick<Messages, 't' | 'format'>): readonly Choice[] =>
  usStates
    .map((code) => ({ value: code, label: `${t(`cart.usState.${code}`)} (${code})` }))
    .sort((a, b) => a.label.localeCompare(b.label, format.locale));

/** The state whose code was typed. */
export const usStateOfCode = (typed: string): string | null =>
  usStates.find((code) => code === typed.toUpperCase()) ?? null;
