import { describe, expect, it } from 'vitest';
import { customiseModel } from '../../../src-service/customise/customise-model.ts';
import { fieldOfPicture, fieldOfText, solidOf } from '../../../src-service/customise/height-field.ts';
import { drawText, firstUnknown } from '../../../src-service/customise/stroke-font.ts';
import { decodeImage } from '../../../src-service/images/decode-image.ts';
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import { png } from '../../support/images.ts';
import { boxStl } from '../../support/models.ts';

const lettersBetween = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).filter((letter) =>
    /^\p{Script=Latin}$/u.test(letter),
  );

const base = Buffer.from(boxStl(60, 20, 5));
const make = (options: { text?: string; picture?: Buffer }) =>
  customiseModel(base, 'base.stl', {
    text: options.text ?? null,
    picture: options.picture ?? null,
    scale: 0.001,
  });
const measure = async (bytes: Uint8Array) => {
  const { measures, checks } = await analyseModel(bytes, 'x.stl', {});
  return {
    volume: measures.volume,
    bounds: measures.bounds!,
    watertight: checks.watertight,
    findings: checks.findings,
  };
};

describe('customised products', () => {
  it('A customised product has raised text on its upper side, watertight and within the base.', async () => {
    const plain = await measure(await make({}));
    const text = await measure(await make({ text: 'Ada Lovelace, 1843!' }));
    expect(plain.volume).toBeCloseTo(6000, 3);
    expect(text.watertight).toBe(true);
    expect(text.findings.filter((finding) => finding.severity === 'fail')).toEqual([]);
    expect(text.volume).toBeGreaterThan(6000);
    expect(text.bounds.min).toEqual([0, 0, 0]);
    expect(text.bounds.max[0]).toBe(60);
    expect(text.bounds.max[2]).toBeCloseTo(6.6, 5);
  });

  it('More text of the same size makes a larger volume.', () => {
    const covered = (text: string) => fieldOfText(text).heights.reduce((sum, height) => sum + height, 0);
    expect(covered('II')).toBeGreaterThan(covered('I') * 1.9);
    expect(covered('B')).toBeGreaterThan(covered('I'));
    expect(covered(' ')).toBe(0);
  });

  it('The top row of a picture is at the back of the relief.', async () => {
    const field = fieldOfPicture(await decodeImage(png(4, 4, (_, y) => (y === 0 ? 255 : 0))));
    expect([...field.heights.slice(12)]).toEqual([1, 1, 1, 1]);
    expect(field.heights.slice(0, 12).every((height) => height === 0)).toBe(true);
  });

  it('A customised product carries a picture as a relief, alone or with text.', async () => {
    const picture = png(50, 50, (x) => x * 5);
    for (const options of [{ picture }, { picture, text: 'Both' }]) {
      const made = await measure(await make(options));
      expect(made.watertight).toBe(true);
      expect(made.volume).toBeGreaterThan(6000);
    }
  });

  it('Customising refuses a damaged picture.', async () => {
    for (const picture of [Buffer.from('no'), png(9, 9).subarray(0, 45)])
      await expect(make({ picture })).rejects.toMatchObject({ code: 'file-unreadable' });
  });

  it('Every Latin letter of Europe and Vietnam is drawn, and differs from all others.', () => {
    const letters = [
      ...lettersBetween(0x21, 0x17f),
      ...lettersBetween(0x1cd, 0x1dc),
      ...lettersBetween(0x218, 0x21b),
      ...lettersBetween(0x1e00, 0x1e99),
      ...lettersBetween(0x1ea0, 0x1ef9),
    ];
    expect(letters.length).toBeGreaterThan(500);
    expect(letters.filter((letter) => firstUnknown(letter) !== null)).toEqual([]);
    // Đ and Ð, and the letters that are written as two, look alike in print too.
    const alike = new Set([...'ĐªºĲĳŀĿŉÞ']);
    const drawings = new Map<string, string>();
    const same = letters
      .filter((letter) => !alike.has(letter))
      .flatMap((letter) => {
        const drawing = JSON.stringify(drawText(letter).strokes);
        const other = drawings.get(drawing);
        drawings.set(drawing, letter);
        return other === undefined ? [] : [`${other}${letter}`];
      });
    expect(same).toEqual([]);
  });

  it('A small letter is smaller than its capital, and a letter with a mark is higher than without.', () => {
    const heightOf = (text: string) => drawText(text).height;
    for (const letter of 'acemnorsuvwxz') {
      expect(heightOf(letter)).toBeLessThan(heightOf(letter.toUpperCase()));
      expect(heightOf(`${letter}\u0301`)).toBeGreaterThan(heightOf(letter));
    }
    expect(heightOf('ế')).toBeGreaterThan(heightOf('ê'));
  });

  it('What cannot be drawn is named, and nothing is ever left out.', () => {
    expect(firstUnknown('Grüße, Émile #1 – “Łódź”…')).toBeNull();
    for (const [text, unknown] of [
      ['日', '日'],
      ['Жук', 'Ж'],
      ['Ωmega', 'Ω'],
      ['I \u2764\ufe0f 3D', '\u2764\ufe0f'],
      ['a\u200db', 'a\u200d'],
      ['a\u0489', 'a\u0489'],
      ['\u0301', '\u0301'],
    ] as const)
      expect(firstUnknown(text)).toBe(unknown);
  });

  it('A flat height field has the volume of a slab.', async () => {
    const flat = { columns: 5, rows: 3, heights: new Float64Array(15).fill(1) };
    const solid = solidOf(flat, { x: 0, y: 0, width: 8, bottom: 0, level: 1, top: 2 });
    let volume = 0;
    for (let i = 0; i < solid.indices.length; i += 3) {
      const [a, b, c] = [0, 1, 2].map((k) =>
        solid.positions.subarray(solid.indices[i + k]! * 3, solid.indices[i + k]! * 3 + 3),
      );
      volume +=
        (a![0]! * (b![1]! * c![2]! - b![2]! * c![1]!) -
          a![1]! * (b![0]! * c![2]! - b![2]! * c![0]!) +
          a![2]! * (b![0]! * c![1]! - b![1]! * c![0]!)) /
        6;
    }
    expect(volume).toBeCloseTo(8 * 4 * 2, 9);
  });
});
