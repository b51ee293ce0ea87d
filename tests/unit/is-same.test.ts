import { describe, expect, it } from 'vitest';
import { isSame } from '../../src-shared/is-same.ts';

describe('isSame', () => {
  it.each([
    [1, 1],
    [0, -0],
    [Number.NaN, Number.NaN],
    [null, null],
    ['a', 'a'],
    [[], []],
    [{}, {}],
    [
      { a: 1, b: [{ c: null }] },
      { b: [{ c: null }], a: 1 },
    ],
    [{ a: 1, b: undefined }, { a: 1 }],
    [{ a: 1 }, { b: undefined, a: 1 }],
  ])('%j is the same as %j', (a, b) => {
    expect(isSame(a, b)).toBe(true);
    expect(isSame(b, a)).toBe(true);
  });

  it.each([
    [1, 2],
    [1, '1'],
    [0, null],
    [null, undefined],
    [[], {}],
    [[1], { 0: 1, length: 1 }],
    [
      [1, 2],
      [2, 1],
    ],
    [[1], [1, 2]],
    [[1], [1, undefined]],
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { b: 1 }],
    [{ a: 1 }, { a: 1, b: null }],
    [{ a: { b: [1] } }, { a: { b: [2] } }],
  ])('%j is not the same as %j', (a, b) => {
    expect(isSame(a, b)).toBe(false);
    expect(isSame(b, a)).toBe(false);
  });
});
