/** The languages of the catalogue, and the choice of a system. */

export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/** A language, and the locale of its numbers and dates. */
export interface Locale {
  readonly language: Language;
  readonly locale: string;
}

const isLanguage = (tag: string): tag is Language => (languages as readonly string[]).includes(tag);

/**
 * The language for someone whose system prefers `tags` (BCP 47, best first). Text and numbers share a
 * language, so that no sentence mixes two; a suitable region stays (`de-CH`).
 */
export function chooseLocale(chosen: Language | 'system', tags: readonly string[]): Locale {
  const usable = tags.flatMap((tag) => {
    const language = tag.split('-')[0]!.toLowerCase();
    return isLanguage(language) && isTag(tag) ? [{ language, locale: tag }] : [];
  });
  // Only the first preference counts for the language: a later one is what a person can read, not what they
  // want.
  if (chosen === 'system') {
    const first = tags[0];
    return usable.find(({ locale }) => locale === first) ?? { language: 'en', locale: 'en' };
  }
  return usable.find(({ language }) => language === chosen) ?? { language: chosen, locale: chosen };
}

function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** The tag in `LC_ALL` or `LANG` (`de_DE.UTF-8@euro`); none for `C`, `POSIX` and nothing. */
export function tagsOfPosix(value: string | undefined): readonly string[] {
  const tag = (value ?? '').replace(/[.@].*$/, '').replaceAll('_', '-');
  return tag === '' || tag === 'C' || tag === 'POSIX' ? [] : [tag];
}
