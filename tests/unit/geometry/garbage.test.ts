/**
 * Files that are no models, with the extensions of models: every one is refused with a reason, none becomes
 * triangles.
 */
import { describe, expect, it } from 'vitest';
import { readableEndings } from '../../../src-shared/geometry/geometry.ts';
import { writeBinaryStl } from '../../../src-shared/geometry/writers/write-stl.ts';
import { CodedError } from '../../../src-shared/result.ts';
import { joinBytes, utf8, utf16 } from '../../fixtures/geometry/build-files.ts';
import { randomFrom } from '../../fixtures/geometry/mutate.ts';
import { makeTorus } from '../../fixtures/geometry/solids.ts';
import { expectSameAnalysis } from '../../support/same-analysis.ts';
import '../../fixtures/geometry/wasm.ts';
import { someOf } from '../../support/rounds.ts';
import { seed } from '../../support/seed.ts';

const random = randomFrom(seed);
const below = (limit: number): number => Math.floor(random() * limit);
const lines = (length: number, line: () => string): string => {
  let text = '';
  while (text.length < length) text += `${line()}\n`;
  return text.slice(0, length);
};
const coordinate = (): string => (random() * 200).toFixed(3);

/** About so many bytes of something that is no model. */
const garbage: Readonly<Record<string, (length: number) => Uint8Array>> = {
  'random bytes': (length) => Uint8Array.from({ length }, () => below(256)),
  zeros: (length) => new Uint8Array(length),
  'bytes 255': (length) => new Uint8Array(length).fill(255),
  'printed characters': (length) => Uint8Array.from({ length }, () => 32 + below(95)),
  prose: (length) => utf8(lines(length, () => 'The quick brown fox jumps over 12 lazy dogs, über alles.')),
  'G-code': (length) => utf8(lines(length, () => `G1 X${coordinate()} Y${coordinate()} E0.02`)),
  'a table': (length) => utf8(lines(length, () => `${coordinate()},${coordinate()},${coordinate()}`)),
  digits: (length) => utf8(lines(length, () => `${below(1e9)} ${below(10)}`)),
  'UTF-16 text': (length) =>
    utf16(
      lines(length / 2, () => `G1 X${coordinate()} Y${below(9)}`),
      'little',
    ),
  'UTF-16 text, big endian': (length) =>
    utf16(
      lines(length / 2, () => `X${coordinate()} Y0`),
      'big',
      false,
    ),
  JSON: (length) => utf8(`{"values":[${lines(length, () => `${below(1000)},`)}0]}`),
  XML: (length) => utf8(`<?xml version="1.0"?><root>${lines(length, () => '<a b="1">text</a>')}</root>`),
  'a web page': (length) => utf8(`<!DOCTYPE html><html>${lines(length, () => '<p>Sign in</p>')}</html>`),
  'a picture': (length) =>
    joinBytes([Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10), garbage['random bytes']!(length)]),
};

/**
 * Around the length of an STL header and of whole triangles after it, and longer than what is examined first.
 * One is enough for CAD formats, since OpenCascade starts again for each file.
 */
const lengthsOf = (ending: string): readonly number[] =>
  /^(ste?p|ige?s|bre?p)$/.test(ending) ? [1000] : [20, 84, 134, 200, 1000, 70_000];

describe(`what is no model, with FABDESK_SEED=${seed}`, () => {
  it.each(Object.keys(garbage))(
    'A file that is no model is refused under every extension: %s',
    async (kind) => {
      for (const ending of someOf(readableEndings)) {
        for (const length of lengthsOf(ending)) {
          const bytes = garbage[kind]!(length);
          const refused = await expectSameAnalysis(bytes, `part.${ending}`, `${kind}, ${length}, .${ending}`);
          expect(refused, `${kind} of ${length} bytes as .${ending}`).toBeInstanceOf(CodedError);
          const { code, message } = refused as CodedError;
          expect(['file-damaged', 'file-unsupported', 'file-no-triangles']).toContain(code);
          expect(message).toMatch(/^[A-Z].*\. (Export|Unpack|Save|Pack|Open) .*\.$/);
        }
      }
    },
  );

  it('A binary STL file that lost a byte early is refused, since everything after it is shifted.', async () => {
    const whole = writeBinaryStl(makeTorus(10, 3, 40, 20));
    const [before, behind] = [whole.subarray(0, 300), whole.subarray(301)];
    const refused = await expectSameAnalysis(joinBytes([before, behind]), 'part.stl');
    expect(refused).toMatchObject({ code: 'file-damaged' });
    expect((refused as CodedError).message).toContain('Export the part again');
  });
});
