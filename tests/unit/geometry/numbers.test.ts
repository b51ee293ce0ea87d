import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteScanner } from '../../../src-shared/geometry/readers/byte-scanner.ts';
import { utf8 } from '../../fixtures/geometry/build-files.ts';
import { seed } from '../../support/seed.ts';

const read = (text: string): number => new ByteScanner(utf8(text)).number();

describe('reading numbers from bytes', () => {
  it('Every double is read exactly as by Number.', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        for (const text of [
          String(value),
          value.toExponential(),
          value.toPrecision(17),
          value.toPrecision(7),
        ]) {
          expect(Object.is(read(text), Number(text)), text).toBe(true);
        }
      }),
      { seed, numRuns: 3000 },
    );
  });

  it('Every spelling of a decimal is read exactly as by Number.', () => {
    const digits = fc.stringMatching(/^\d{1,25}$/);
    const decimal = fc.tuple(
      fc.constantFrom('', '-', '+'),
      digits,
      fc.option(digits),
      fc.option(fc.integer({ min: -40, max: 40 })),
    );
    fc.assert(
      fc.property(decimal, ([sign, whole, part, exponent]) => {
        const text = `${sign}${whole}${part === null ? '' : `.${part}`}${exponent === null ? '' : `E${exponent}`}`;
        expect(Object.is(read(text), Number(text)), text).toBe(true);
      }),
      { seed, numRuns: 3000 },
    );
  });

  it.each([
    ['2.', 2],
    ['.5', 0.5],
    ['+1e2', 100],
    ['1E+02', 100],
    ['-0', -0],
    ['1e-400', 0],
    ['0.1#comment', 0.1],
  ])('The number reader accepts %s.', (text, value) => {
    expect(read(text)).toBe(value);
  });

  it.each(['nan', '-nan(ind)', '1.#QNAN', 'inf', '-Infinity', '3.1+e2', 'e5', '.', '-', '', '1,5', '0x10'])(
    'The number reader takes "%s" for no number and continues after it.',
    (text) => {
      const scanner = new ByteScanner(utf8(`${text} 7`));
      expect(scanner.number()).toBeNaN();
      scanner.skipBlanks();
      expect(scanner.number()).toBe(7);
    },
  );
});
