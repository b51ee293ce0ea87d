/** Small pictures of parts: their content, not their appearance, which `npm run screenshots` shows. */
import decodePng, { init as initPng } from '@jsquash/png/decode.js';
import { describe, expect, it } from 'vitest';
import { isSoundPng } from '../../../src-main/quote-document/sheet.ts';
import { readWasmFile } from '../../../src-service/wasm/wasm-file.ts';
import { drawPicture, type Picture } from '../../../src-shared/geometry/picture/draw-picture.ts';
import { writePng } from '../../../src-shared/geometry/picture/write-png.ts';
import {
  joinMeshes,
  makeBox,
  makeIcosphere,
  moveMesh,
  turnInsideOut,
} from '../../fixtures/geometry/solids.ts';

const pixel = ({ side, pixels }: Picture, x: number, y: number) =>
  [...pixels.subarray((y * side + x) * 4, (y * side + x) * 4 + 4)] as [number, number, number, number];
/** Share of the picture that the part covers. */
const cover = ({ side, pixels }: Picture) => {
  let sum = 0;
  for (let at = 3; at < pixels.length; at += 4) sum += pixels[at]!;
  return sum / 255 / side ** 2;
};

describe('pictures of parts', () => {
  it('A sphere covers a disc in the middle, whatever its size and place.', () => {
    for (const [radius, x] of [
      [1, 0],
      [500, 1e4],
      [0.001, -3],
    ] as const) {
      const picture = drawPicture(moveMesh(makeIcosphere(radius, 4), [x, x, x]), 64)!;
      // The disc is 92 % of the picture's width.
      expect(cover(picture)).toBeCloseTo((Math.PI / 4) * 0.92 ** 2, 1);
      expect(pixel(picture, 32, 32)[3]).toBe(255);
      expect(pixel(picture, 1, 1)).toEqual([0, 0, 0, 0]);
    }
  });

  it('The top of a box is brighter than its sides, and the front hides what is behind it.', () => {
    const box = makeBox([-10, -10, -10], [10, 10, 10]);
    const picture = drawPicture(box, 64)!;
    const top = pixel(picture, 32, 14)[0];
    const left = pixel(picture, 16, 40)[0];
    const front = pixel(picture, 46, 40)[0];
    expect(new Set([top, left, front]).size).toBe(3);
    expect(top).toBeGreaterThan(Math.max(left, front));
    const withMore = drawPicture(joinMeshes([makeBox([-2, -2, -2], [2, 2, 2]), box]), 64)!;
    expect(withMore.pixels).toEqual(picture.pixels);
  });

  it('A part that is inside out has the same outline.', () => {
    const box = makeBox([0, 0, 0], [30, 20, 10]);
    const alpha = ({ pixels }: Picture) => pixels.filter((_, at) => at % 4 === 3);
    expect(alpha(drawPicture(turnInsideOut(box), 48)!)).toEqual(alpha(drawPicture(box, 48)!));
  });

  it('What has no triangles or no size has no picture.', () => {
    expect(drawPicture({ positions: new Float32Array(0), indices: new Uint32Array(0) }, 32)).toBeNull();
    const point = { positions: new Float32Array(9).fill(4), indices: new Uint32Array([0, 1, 2]) };
    expect(drawPicture(point, 32)).toBeNull();
    const broken = { positions: new Float32Array(9).fill(NaN), indices: new Uint32Array([0, 1, 2]) };
    expect(drawPicture(broken, 32)).toBeNull();
  });

  it('Corners that no triangle uses do not shrink the part.', () => {
    const box = makeBox([0, 0, 0], [1, 1, 1]);
    const positions = new Float32Array([...box.positions, 1e6, 0, 0]);
    expect(drawPicture({ positions, indices: box.indices }, 32)!.pixels).toEqual(
      drawPicture(box, 32)!.pixels,
    );
  });

  it('A picture is written as a PNG that others read, pixel for pixel.', async () => {
    const picture = drawPicture(makeIcosphere(10, 3), 31)!;
    const png = (await writePng(picture))!;
    expect(isSoundPng(png)).toBe(true);
    await initPng(await readWasmFile('squoosh_png_bg.wasm'));
    const { width, height, data } = await decodePng(png.buffer);
    expect([width, height]).toEqual([31, 31]);
    expect([...data]).toEqual([...picture.pixels]);
  });
});
