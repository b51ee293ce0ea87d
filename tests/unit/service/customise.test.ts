import { describe, expect, it } from 'vitest';
import { customiseModel } from '../../../src-service/customise/customise-model.ts';
import { fieldOfPicture, fieldOfText, solidOf } from '../../../src-service/customise/height-field.ts';
import { firstUnknown } from '../../../src-service/customise/stroke-font.ts';
import { decodeImage } from '../../../src-service/images/decode-image.ts';
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import { png } from '../../support/images.ts';
import { boxStl } from '../../support/models.ts';

const base = Buffer.from(boxStl(60, 20, 5));
const make = (wish: { text?: string; picture?: Buffer }) =>
  customiseModel(base, 'base.stl', { text: wish.text ?? null, picture: wish.picture ?? null, scale: 0.001 });
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
    for (const wish of [{ picture }, { picture, text: 'Both' }]) {
      const made = await measure(await make(wish));
      expect(made.watertight).toBe(true);
      expect(made.volume).toBeGreaterThan(6000);
    }
  });

  it('Customising refuses a damaged picture.', async () => {
    for (const picture of [Buffer.from('no'), png(9, 9).subarray(0, 45)])
      await expect(make({ picture })).rejects.toMatchObject({ code: 'picture-unreadable' });
  });

  it('The stroke font reports the characters that it cannot draw.', () => {
    expect(firstUnknown('Grüße, Émile #1')).toBeNull();
    expect(firstUnknown('日')).toBe('日');
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
