import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Scanner, ScanTarget } from '../../../src-service/http/scan.ts';
import { FormScanner } from '../../../src-service/http/scan-form.ts';
import { JsonScanner } from '../../../src-service/http/scan-json.ts';
import { MultipartScanner } from '../../../src-service/http/scan-multipart.ts';
import { seed } from '../../support/seed.ts';

function scan(
  make: (target: ScanTarget) => Scanner,
  body: string | Buffer,
  lengths: readonly number[] = [5],
) {
  let file: string | null = null;
  let encoding = '';
  const scanner = make({
    openFile: (kind) => {
      if (file !== null) throw new Error('twice');
      file = '';
      encoding = kind;
    },
    file: (piece) => {
      file += piece.toString('latin1');
    },
  });
  const bytes = Buffer.from(body);
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const length = Math.max(1, lengths[i % lengths.length] ?? 1);
    scanner.feed(bytes.subarray(at, at + length));
    at += length;
  }
  return { fields: scanner.end(), file: file as string | null, encoding };
}
const json = (body: string, lengths?: readonly number[]) =>
  scan((target) => new JsonScanner(target), body, lengths);
const form = (body: string, lengths?: readonly number[]) =>
  scan((target) => new FormScanner(target), body, lengths);
const multipart = (body: string, lengths?: readonly number[]) =>
  scan((target) => new MultipartScanner('frontier', target), body, lengths);

/** As JSON.parse, without the members that name a prototype: the scanner leaves them out. */
const parsed = (text: string): unknown =>
  JSON.parse(text, (key, value) => (key === '__proto__' ? undefined : value));
const pieces = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });

describe('the JSON scanner', () => {
  it('The JSON scanner finds the file at any position and hands the rest to JSON.parse.', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string().filter((key) => !['file', '__proto__'].includes(key)),
          fc.jsonValue(),
        ),
        fc.base64String(),
        fc.nat(10),
        fc.boolean(),
        pieces,
        (others, file, place, spaced, lengths) => {
          const entries = Object.entries(others);
          entries.splice(Math.min(place, entries.length), 0, ['file', file]);
          const body = JSON.stringify(Object.fromEntries(entries), null, spaced ? 2 : 0);
          const found = json(body, lengths);
          expect(found.file).toBe(file);
          expect(found.fields).toEqual(parsed(JSON.stringify({ ...others, file: '' })));
        },
      ),
      { seed },
    );
  });

  it('The JSON scanner ignores a nested file, a file that is not a string, and a value "file".', () => {
    const body = '{"a":{"file":"AAAA"},"b":["file","x"],"c":"file","file":12}';
    expect(json(body)).toEqual({ fields: JSON.parse(body), file: null, encoding: '' });
  });

  it('The JSON scanner recognises the name written with escapes.', () => {
    expect(json('{"\\u0066ile":"QUJD"}').file).toBe('QUJD');
  });

  it.each([
    ['cut inside the file', '{"fileName":"a.stl","file":"QUJD'],
    ['cut after the file', '{"file":"QUJD"'],
    ['a comma too many', '{"file":"QUJD",}'],
    ['nothing', ''],
  ])('The JSON scanner refuses %s.', (_, body) => {
    expect(() => json(body)).toThrow(/not valid JSON/);
  });

  it('The JSON scanner refuses 100,000 open brackets.', () => {
    expect(() => json(`{"a":${'['.repeat(100_000)}`, [4096])).toThrow(/nested deeper/);
  });

  it('The JSON scanner refuses more than 1 MB in addition to the file.', () => {
    expect(() => json(`{"title":"${'x'.repeat(1_100_000)}","file":"AAAA"}`, [65_536])).toThrow(/larger than/);
  });

  it('The JSON scanner drops prototype keys.', () => {
    const { fields } = json('{"__proto__":{"polluted":1},"file":"AAAA"}');
    expect((fields as { polluted?: unknown }).polluted).toBeUndefined();
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe('the form scanner', () => {
  it('The form scanner finds the file and decodes the other pairs.', () => {
    fc.assert(
      fc.property(fc.base64String(), fc.string(), fc.nat(2), pieces, (file, title, place, lengths) => {
        const pairs = [`title=${encodeURIComponent(title)}`, 'fileName=cube.stl'];
        pairs.splice(place, 0, `file=${encodeURIComponent(file)}`);
        const found = form(pairs.join('&'), lengths);
        expect(decodeURIComponent(found.file ?? '')).toBe(file);
        expect(found.fields).toEqual({ title, fileName: 'cube.stl' });
      }),
      { seed },
    );
  });

  it('The form scanner nests names in brackets as PHP does.', () => {
    const { fields } = form('tags[]=a&tags[]=b&materials[6][markup]=1.5&materials[6][isActive]=1&file=QUJD');
    expect(fields).toEqual({ tags: ['a', 'b'], materials: { 6: { markup: '1.5', isActive: '1' } } });
  });

  it('The form scanner refuses a body that is not a form.', () => {
    expect(() => form('x'.repeat(300))).toThrow(/neither JSON nor a form/);
  });
});

describe('the multipart scanner', () => {
  const part = (headers: string, body: string) => `--frontier\r\n${headers}\r\n\r\n${body}\r\n`;

  it('The multipart scanner finds the file in pieces of any length, raw if it has a file name.', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), pieces, (content, lengths) => {
        const body =
          part('Content-Disposition: form-data; name="fileName"', 'cube.stl') +
          part(
            'Content-Disposition: form-data; name="file"; filename="cube.stl"\r\nContent-Type: model/stl',
            content,
          ) +
          part('Content-Disposition: form-data; name="hasRightsToModel"', '1') +
          '--frontier--\r\n';
        fc.pre(!content.includes('--frontier'));
        const found = multipart(body, lengths);
        expect(found.file).toBe(content);
        expect(found.encoding).toBe('raw');
        expect(found.fields).toEqual({ fileName: 'cube.stl', hasRightsToModel: '1' });
      }),
      { seed },
    );
  });

  it('The multipart scanner reads a part without a file name as base64.', () => {
    const found = multipart(`${part('Content-Disposition: form-data; name="file"', 'QUJD')}--frontier--`);
    expect(found).toEqual({ fields: {}, file: 'QUJD', encoding: 'base64' });
  });

  it('The multipart scanner refuses a body without an end.', () => {
    expect(() => multipart(part('Content-Disposition: form-data; name="file"', 'QUJD'))).toThrow(/damaged/);
  });
});
