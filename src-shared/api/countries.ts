/**
 * The country that a text names: by its ISO 3166 code, its ISO name, a usual alias (`countries.json`), or its
 * name in one of many languages, as the runtime knows them. Window, command line and service share it, so
 * that the rules for the US and Canada apply in any spelling [Assumption: country-names].
 */
import data from './countries.json' with { type: 'json' };

const entries = Object.entries(data);

/** Carriers know Kosovo under this code, which ISO 3166 leaves to its users. */
const kosovo = 'XK';

/** ISO 3166-1 alpha-2: the codes that the address form offers. */
export const countryCodes: readonly string[] = entries
  .map(([code]) => code)
  .filter((code) => code !== kosovo);

/** Codes by what people write instead of them. */
const otherCodes: Readonly<Record<string, string>> = { UK: 'GB', XK: kosovo };

/** Languages in which addresses are written. A name that means two countries in them is refused. */
// biome-ignore format: one language a line says no more.
const languages = [
  'en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'da', 'sv', 'nb', 'fi', 'is', 'et', 'lv', 'lt', 'pl', 'cs', 'sk', 'sl', 'hr',
  'sr', 'hu', 'ro', 'bg', 'mk', 'sq', 'el', 'ru', 'uk', 'tr', 'ka', 'hy', 'he', 'ar', 'fa', 'hi', 'bn', 'ta', 'th', 'vi',
  'id', 'ms', 'fil', 'sw', 'ja', 'ko', 'zh', 'zh-Hant', 'ca', 'eu', 'gl', 'cy', 'ga', 'mt', 'lb',
];

/** Longer than any name, so that nothing long is taken apart. */
const longestName = 100;

/** Case, accents, dots and the article do not count: `U.S.A.` is `usa`, `États-Unis` is `etatsunis`. */
const normalised = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .split(/[^\p{L}\p{M}\p{N}]/u)
    .filter((word) => word !== 'the')
    .join('');

function englishNames(): Map<string, string> {
  const names = new Map<string, string>();
  const english = new Intl.DisplayNames(['en'], { type: 'region' });
  for (const [code, { alpha3, names: known }] of entries)
    for (const name of [alpha3, english.of(code) ?? code, ...known]) names.set(normalised(name), code);
  return names;
}

function namesInOtherLanguages(): Map<string, string | null> {
  const names = new Map<string, string | null>();
  for (const language of languages) {
    const region = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (const [code] of entries) {
      const name = normalised(region.of(code) ?? '');
      const known = names.get(name);
      if (name !== '') names.set(name, known === undefined || known === code ? code : null);
    }
  }
  return names;
}

let inEnglish: Map<string, string> | undefined;
let inOthers: Map<string, string | null> | undefined;

/** Null if the text names no country, or several. */
export function countryCodeOf(text: string): string | null {
  const name = text.trim();
  if (name.length > longestName) return null;
  const plain = normalised(name);
  // Two Latin letters are always a code, with or without dots.
  if (/^[a-z]{2}$/.test(plain)) {
    const code = plain.toUpperCase();
    return code in data ? code : (otherCodes[code] ?? null);
  }
  inEnglish ??= englishNames();
  const known = inEnglish.get(plain);
  if (known !== undefined) return known;
  inOthers ??= namesInOtherLanguages();
  return inOthers.get(plain) ?? null;
}
