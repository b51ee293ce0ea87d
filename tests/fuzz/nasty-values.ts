/** Values at and beyond the limits of what a field takes, as mistakes and attacks send them. */
import type { Random } from '../simulation/random.ts';
import { Members, RawJson } from './json-text.ts';

/** Must never be part of a page as markup. */
export const markup = '<b id=fuzz>';
/** Must never become a header of an answer. */
export const injectedHeader = 'x-fuzz-injected';

const numbers: readonly unknown[] = [
  ...[0, 1, -1, 2, 0.5, -0.001, 1e-9, 1e-300, 100, 500, 501, 10_000, 10_001, 1e6],
  ...[2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53, 2 ** 53 + 2, 2 ** 63, 1e15, 999_999_999_999_999, 1e21, 1e308],
  ...['1e400', '-1e400', '1e-400', '-0', '00', '0x10', 'NaN', '1.', '1e', `1${'0'.repeat(400)}`].map(
    (text) => new RawJson(text),
  ),
  ...['1', ' 1 ', '1.0', '1e3', '+1', '٣', '1'.repeat(400), '-1', '0', '1,5', '0.1e1'],
];

const strings: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\t\n',
  'a'.repeat(255),
  'a'.repeat(256),
  'a'.repeat(5001),
  'b '.repeat(40_000),
  '\ud800',
  'x\udc00\ud800',
  '🦄'.repeat(120),
  'e\u0301'.repeat(300),
  '\u202egpj.stl',
  '../../etc/passwd',
  '..\\..\\x.stl',
  '/dev/null',
  '%00%2e%2e%2f',
  "' or '1'='1",
  '"; drop table model; --',
  markup,
  `"'>${markup}`,
  `</textarea></script>${markup}`,
  `x\r\n${injectedHeader}: 1`,
  `x%0d%0a${injectedHeader}: 1`,
  // biome-ignore lint/suspicious/noTemplateCurlyInString: that is what a template injection looks like
  '${7*7}{{7*7}}',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '\ufeffx',
  'İı',
  '//elsewhere.invalid',
  '/\\elsewhere.invalid',
  'javascript:alert(1)',
  'CON',
  '.stl',
  'x.stl\0.png',
  'a,b;c',
  '9'.repeat(40),
  '2026-13-45 25:61:61',
];

const deep = (depth: number, open: string, inner: string, close: string) =>
  new RawJson(open.repeat(depth) + inner + close.repeat(depth));

export function nastyValue(random: Random): unknown {
  const kind = random.weighted({ number: 4, string: 5, plain: 3, deep: 1, many: 1, odd: 1 });
  switch (kind) {
    case 'number':
      return random.pick(numbers);
    case 'string':
      return random.pick(strings);
    case 'plain':
      return random.pick([null, true, false, [], {}, [[]], [null], { a: null }, [{}], [1, 'a', null]]);
    case 'deep': {
      const depth = random.pick([5, 63, 64, 65, 200, 5000]);
      return random.chance(0.5) ? deep(depth, '[', '1', ']') : deep(depth, '{"a":', '1', '}');
    }
    case 'many': {
      const count = random.pick([2, 100, 500, 501, 3000]);
      if (random.chance(0.5))
        return Array.from({ length: count }, () => random.pick([1, 'a', null, {}, '6']));
      return new Members(Array.from({ length: count }, (_, i) => [String(i), 1]));
    }
    case 'odd':
      return random.pick([
        new Members([['__proto__', { isPublic: 1 }]]),
        new Members([['constructor', { prototype: { a: 1 } }]]),
        new Members([
          ['a', 1],
          ['a', 2],
        ]),
        new Members([['then', 'x']]),
        new Members([['length', 1e9]]),
        new RawJson('"\\ud800"'),
        new RawJson('"\\u0000"'),
        new RawJson('"unfinished'),
        new RawJson('{"a":1,}'),
        new RawJson("{'a':1}"),
        new RawJson('/* */1'),
        new RawJson(''),
      ]);
  }
}

/** A nasty value as it stands in a query, a form or a path. */
export function nastyText(random: Random): string {
  const value = random.chance(0.6) ? random.pick(strings) : random.pick(numbers);
  return value instanceof RawJson ? value.text : String(value);
}
