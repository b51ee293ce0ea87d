import { describe, expect, it } from 'vitest';
import { parseLength, parseNumber } from '../../../src-shared/units/parse-number.ts';

describe('numbers as people type them', () => {
  it.each([
    ['12', 12],
    ['12.5', 12.5],
    ['12,5', 12.5],
    ['.5', 0.5],
    [' -3 ', -3],
    ['1e3', 1000],
    ['40/3', 40 / 3],
    ['25,4 * 2', 50.8],
    ['2 1/2', 2.5],
    ['2-1/2', 2.5],
    ['-2 1/2', -2.5],
    ['1.234,5', 1234.5],
    ['1,234.5', 1234.5],
    ['1 234,5', 1234.5],
    ['1.234.567', 1_234_567],
    ['0,125', 0.125],
  ])('The text %j is read as %d.', (text, value) => expect(parseNumber(text)).toBeCloseTo(value, 12));

  it.each([
    '',
    ' ',
    'abc',
    '1/0',
    '1//2',
    '1 2',
    '1.2.3',
    '1 2/0',
    '1.23,4.5',
    '0x10',
    'NaN',
    'Infinity',
    '1e999',
    '2**3',
  ])('The text %j is refused as a number.', (text) => expect(parseNumber(text)).toBeNull());
});

describe('one separator and three digits', () => {
  it.each([
    ['1,234', '.', 1234],
    ['1.234', '.', 1.234],
    ['1.234', ',', 1234],
    ['1,234', ',', 1.234],
    ['12.5', ',', 12.5],
    ['1.2345', ',', 1.2345],
  ] as const)('The text %j is read as %d if decimals follow %j.', (text, decimal, value) =>
    expect(parseNumber(text, decimal)).toBe(value),
  );
});

describe('lengths with a unit', () => {
  it.each([
    ['2in', 'mm', 50.8],
    ['2 "', 'mm', 50.8],
    ['1 cm', 'mm', 10],
    ['50.8', 'mm', 50.8],
    ['50.8 mm', 'in', 2],
    ["1'", 'cm', 30.48],
    ['1/2 in', 'mm', 12.7],
    ['1000µm', 'mm', 1],
    ['0,02 m', 'mm', 20],
    ['2 1/2in', 'mm', 63.5],
    ['1 km', 'm', 1000],
  ] as const)('The length %j in a field of %s is read as %d.', (text, unit, value) =>
    expect(parseLength(text, unit)).toBeCloseTo(value, 12),
  );

  it.each(['mm', '2 parsec', 'in 2', '--2mm'])('The length %j is refused.', (text) =>
    expect(parseLength(text, 'mm')).toBeNull(),
  );

  it('A number in the field’s own unit is read without rounding.', () => {
    expect(parseLength('0.1', 'in')).toBe(0.1);
  });
});
