import { describe, expect, it } from 'vitest';
import { de } from '../../../src-shared/messages/de/index.ts';
import { en } from '../../../src-shared/messages/en/index.ts';
import { createFormats } from '../../../src-shared/messages/formats.ts';
import { chooseLocale, type Language, tagsOfPosix } from '../../../src-shared/messages/languages.ts';
import type { ParametersOf, WrongParameters } from '../../../src-shared/messages/message.ts';
import { createMessages, ref } from '../../../src-shared/messages/messages.ts';

const english = createMessages('en', en, 'en-US');
const german = createMessages('de', de, 'de-DE');

describe('messages', () => {
  it('A parameter is put into the text of either language.', () => {
    expect(english.t('ui.atLeast', { limit: '1 mm' })).toBe('Enter 1 mm or more.');
    expect(german.t('ui.atLeast', { limit: '1 mm' })).toBe('Geben Sie mindestens 1 mm ein.');
  });

  it('A message that came as data reads like one that was asked for; an unknown key gives null.', () => {
    expect(german.say(ref('ui.noNumber'))).toBe(german.t('ui.noNumber'));
    for (const key of ['ui.never', 'never.ui', 'constructor.name', 'ui', ''])
      expect(english.say({ key })).toBeNull();
  });

  it('Wrong keys and parameters do not compile.', () => {
    // Not run: the compiler checks these lines.
    () => {
      // @ts-expect-error: no such message
      english.t('ui.never');
      // @ts-expect-error: the parameter is missing
      english.t('ui.atLeast');
      // @ts-expect-error: the parameter is misspelt
      english.t('ui.atLeast', { limits: '1 mm' });
      // @ts-expect-error: this message has no parameters
      english.t('ui.noNumber', { limit: '1 mm' });
      const count: ParametersOf<{ one: 'One file'; other: '{count:number} files in {folder}' }> = {
        count: 2,
        folder: 'a',
      };
      const wrong: WrongParameters<{ a: '{x}'; b: '{x}' }, { a: '{y}'; b: '{x}' }> = 'a';
      return { count, wrong };
    };
  });
});

describe('formats', () => {
  /** A row for each language: the compiler names one that is missing. */
  const samples: Readonly<Record<Language, readonly [locale: string, ...expected: string[]]>> = {
    en: ['en-US', '1,234.5', '25%', '$2.42', '12.5 mm', '1.5 MB', '512 bytes', 'A, B, and C'],
    de: ['de-DE', '1.234,5', '25 %', '2,42 $', '12,5 mm', '1,5 MB', '512 Byte', 'A, B und C'],
  };
  it.each(Object.values(samples))(
    '%s writes numbers, shares, money, lengths, sizes and lists its own way.',
    (locale, ...expected) => {
      const format = createFormats(locale);
      const written = [
        format.number(1234.5),
        format.percent(0.25),
        format.money({ amount: 2.42, currency: 'USD' }),
        format.length({ metres: 0.0125, unit: 'mm' }),
        format.bytes(1_500_000),
        format.bytes(512),
        format.list(['A', 'B', 'C']),
      ];
      expect(written.map((text) => text.replaceAll('\u00a0', ' '))).toEqual(expected);
    },
  );

  it('A moment of today has only its time, another one its date.', () => {
    const format = createFormats('de-DE');
    const now = new Date(2026, 10, 22, 15, 0).getTime();
    expect(format.moment(new Date(2026, 10, 22, 8, 50).getTime(), now)).toBe('08:50');
    expect(format.moment(new Date(2026, 10, 21, 8, 50).getTime(), now)).toBe('21.11.2026, 08:50');
  });

  it('A duration is given in its largest unit.', () => {
    const { duration } = createFormats('en-US');
    expect([200, 5000, 60_000, 5_400_000, 172_800_000].map(duration)).toEqual([
      '1 second',
      '5 seconds',
      '1 minute',
      '2 hours',
      '2 days',
    ]);
  });

  it('Money in a currency that nobody knows keeps its code.', () => {
    expect(createFormats('de-DE').money({ amount: 1234.5, currency: '??' })).toBe('1.234,50 ??');
  });
});

describe('the language of the system', () => {
  it.each([
    ['system', ['de-CH', 'en'], 'de', 'de-CH'],
    // Klingon, as a language that has no catalogue.
    ['system', ['tlh', 'de'], 'en', 'en'],
    ['system', [], 'en', 'en'],
    ['de', ['en-US'], 'de', 'de'],
    ['en', ['de-DE', 'en-GB'], 'en', 'en-GB'],
    ['system', ['de-!!'], 'en', 'en'],
  ] as const)('%s with %j is %s as in %s.', (chosen, tags, language, locale) =>
    expect(chooseLocale(chosen, tags)).toEqual({ language, locale }),
  );

  it.each([
    ['de_DE.UTF-8', ['de-DE']],
    ['de_AT@euro', ['de-AT']],
    ['C.UTF-8', []],
    ['POSIX', []],
    [undefined, []],
  ])('LANG=%s asks for %j.', (value, tags) => expect(tagsOfPosix(value)).toEqual(tags));
});
