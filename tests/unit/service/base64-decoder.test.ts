import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Base64Decoder, Base64Error } from '../../../src-service/measure/base64-decoder.ts';

/** Decodes the text in pieces of the given lengths, round and round. */
function decode(text: string, lengths: readonly number[] = [7]): Buffer {
  const decoder = new Base64Decoder();
  const bytes = Buffer.from(text, 'latin1');
  const out: Buffer[] = [];
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const length = Math.max(1, lengths[i % lengths.length] ?? 1);
    out.push(decoder.write(bytes.subarray(at, at + length)));
    at += length;
  }
  out.push(decoder.end());
  return Buffer.concat(out);
}

/** All the ways in which existing clients write the same bytes (compatibility: The file field). */
const spellings: Record<string, (bytes: Buffer) => string> = {
  plain: (bytes) => bytes.toString('base64'),
  unpadded: (bytes) => bytes.toString('base64').replaceAll('=', ''),
  base64url: (bytes) => bytes.toString('base64url'),
  'percent-encoded': (bytes) => encodeURIComponent(bytes.toString('base64')),
  'encoded twice': (bytes) => encodeURIComponent(encodeURIComponent(bytes.toString('base64'))),
  'with line breaks': (bytes) => bytes.toString('base64').replaceAll(/(.{76})/g, '$1\r\n'),
  'with JSON line breaks': (bytes) => bytes.toString('base64').replaceAll(/(.{76})/g, '$1\\n'),
  'with escaped slashes': (bytes) => bytes.toString('base64').replaceAll('/', '\\/'),
  'with unicode escapes': (bytes) =>
    bytes.toString('base64').replaceAll('+', '\\u002b').replaceAll('=', '\\u003D'),
};

describe('the base64 decoder', () => {
  it.each(Object.keys(spellings))('The base64 decoder reads %s base64 in pieces of any length.', (name) => {
    const spell = spellings[name]!;
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 400 }),
        fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 6 }),
        (raw, lengths) => {
          const bytes = Buffer.from(raw);
          expect(decode(spell(bytes), lengths).equals(bytes)).toBe(true);
        },
      ),
    );
  });

  it.each([
    ['a stray character', 'AAAA*AAA'],
    ['a lone last character', 'AAAAA'],
    ['characters after the padding', 'AA==AAAA'],
    ['three pad characters', 'A==='],
    ['a half escape', 'AAA%2'],
    ['an escape of no byte', 'AAA\\u0141'],
    ['an unknown escape', 'AAA\\x'],
    ['text that is no base64 at all', '<html>sorry</html>'],
    ['NUL bytes', 'AAAA\0AAA'],
    ['too little padding', 'AA='],
  ])('The base64 decoder refuses %s.', (_, text) => {
    for (const lengths of [[1], [4], [1000]]) expect(() => decode(text, lengths)).toThrow(Base64Error);
  });

  it('The base64 decoder reports the position of the first wrong byte.', () => {
    expect(() => decode(`${'A'.repeat(100)}!`, [64])).toThrow('Byte 100 is no base64.');
  });
});
