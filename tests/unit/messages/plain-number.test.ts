/**
 * Fabdesk writes numbers itself where the platform's own formatter would take long to load: exactly as that
 * one does.
 */
import { expect, it } from 'vitest';
import { languages } from '../../../src-shared/messages/languages.ts';
import { plainNumber } from '../../../src-shared/messages/plain-number.ts';
import { randomFrom } from '../../fixtures/geometry/mutate.ts';
import { seed } from '../../support/seed.ts';

const random = randomFrom(seed);
const kinds: readonly (() => number)[] = [
  () => Math.round(random() * 1e6) / 1000,
  () => (random() - 0.5) * 10 ** (Math.floor(random() * 30) - 15),
  () => Math.floor(random() * 1e9),
  // Often exactly between two results.
  () => (Math.round(random() * 20_000) - 10_000) / 2000,
];
const special = [0, -0, 9.9999999, 1.005, -0.001, 999_999.5, 0.5, 1e21, 5e-324, Number.MAX_VALUE, 2 ** 53];

it.each([...languages, 'en-US', 'en-GB', 'de-DE'])(
  `Numbers are written as the platform writes them in %s (seed ${seed}).`,
  (locale) => {
    const values = [...special, ...Array.from({ length: 4000 }, (_, i) => kinds[i % kinds.length]!())];
    for (const [i, value] of values.entries()) {
      const [digits, useGrouping] = [i % 6, i % 3 !== 0];
      const fraction = new Intl.NumberFormat(locale, { maximumFractionDigits: digits, useGrouping });
      expect(plainNumber(locale, value, { fraction: digits }, useGrouping)).toBe(fraction.format(value));
      const significant = new Intl.NumberFormat(locale, {
        maximumSignificantDigits: digits + 1,
        useGrouping,
      });
      expect(plainNumber(locale, value, { significant: digits + 1 }, useGrouping)).toBe(
        significant.format(value),
      );
    }
  },
);

it('Other locales and what is no number are left to the platform.', () => {
  expect(plainNumber('de-CH', 1234.5, { fraction: 1 }, true)).toBe(null);
  expect(plainNumber('en', Number.NaN, { fraction: 1 }, true)).toBe(null);
  expect(plainNumber('en', Number.POSITIVE_INFINITY, { fraction: 1 }, true)).toBe(null);
});
