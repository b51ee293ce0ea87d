import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeImage } from '../../../src-service/images/decode-image.ts';
import { readImageSize } from '../../../src-service/images/image-size.ts';
import { gif, png } from '../../support/images.ts';
import { someOf } from '../../support/rounds.ts';

/**
 * One picture of 37 by 21 pixels in every format: black to white from left to right, under a white bar of
 * four rows. Made by cjpeg (-baseline, -progressive, -arithmetic, -grayscale -restart 1), pnmtopng
 * (-interlace), ppmtogif (-interlace) and cwebp (-lossless) of Debian 12.
 */
const picture = (file: string): Buffer =>
  readFileSync(new URL(`../../fixtures/pictures/${file}`, import.meta.url));

const brightnessAt = async (bytes: Buffer) => {
  const { width, height, brightness } = await decodeImage(bytes);
  return { width, height, at: (x: number, y: number) => brightness[y * width + x]! };
};

describe('decodeImage', () => {
  it.each([
    ['baseline.jpg', 'image/jpeg', 0.02],
    ['progressive.jpg', 'image/jpeg', 0.02],
    ['grey-restart.jpg', 'image/jpeg', 0.02],
    ['interlaced.png', 'image/png', 0.002],
    ['grey-16-bit.png', 'image/png', 0.005],
    ['lossy.webp', 'image/webp', 0.02],
    ['lossless.webp', 'image/webp', 0.002],
    ['interlaced.gif', 'image/gif', 0.002],
  ])('Every pixel of %s is read.', async (file, mediaType, tolerance) => {
    expect(readImageSize(picture(file))).toEqual({ mediaType, width: 37, height: 21 });
    const { width, height, at } = await brightnessAt(picture(file));
    expect([width, height]).toEqual([37, 21]);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        // Lossy formats smear the edge of the bar over their blocks.
        if (y >= 3 && y < 8 && tolerance > 0.01) continue;
        const expected = y < 4 ? 1 : (x + 0.5) / width;
        expect(Math.abs(at(x, y) - expected), `${x}, ${y}`).toBeLessThanOrEqual(tolerance);
      }
    }
  });

  it('The greys of a PNG stay as they are.', async () => {
    const { brightness } = await decodeImage(png(3, 2, (x, y) => x * 100 + y * 5));
    expect([...brightness].map((value) => Math.round(value * 255))).toEqual([0, 100, 200, 5, 105, 205]);
  });

  it('A transparent pixel of a GIF is black.', async () => {
    expect(await decodeImage(gif(1, 1))).toMatchObject({
      width: 1,
      height: 1,
      brightness: new Float32Array(1),
    });
  });

  it('A photo that lies on its side according to Exif is turned upright.', async () => {
    // Orientation 6: the first row is the right side of the upright picture.
    const exif = Buffer.from(
      '457869660000 49492a0008000000 0100 1201 0300 01000000 06000000 00000000'.replaceAll(' ', ''),
      'hex',
    );
    const segment = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
    const upright = picture('baseline.jpg');
    const sideways = Buffer.concat([upright.subarray(0, 2), segment, exif, upright.subarray(2)]);
    const { width, height, at } = await brightnessAt(sideways);
    expect([width, height]).toEqual([21, 37]);
    expect(at(20, 0)).toBeGreaterThan(0.95);
    expect(at(0, 0)).toBeLessThan(0.05);
    expect(at(0, 36)).toBeGreaterThan(0.95);
  });

  it.each([
    'baseline.jpg',
    'progressive.jpg',
    'interlaced.png',
    'grey-16-bit.png',
    'lossy.webp',
    'lossless.webp',
  ])('%s is refused when it is truncated.', async (file) => {
    const whole = picture(file);
    for (const share of [0.3, 0.6, 0.95])
      await expect(decodeImage(whole.subarray(0, Math.floor(whole.length * share)))).rejects.toMatchObject({
        code: 'file-unreadable',
      });
  });

  it.each([
    ['a JPEG with arithmetic coding', () => picture('arithmetic.jpg'), /damaged or cannot be decoded/],
    ['text', () => Buffer.from('no picture'), /no PNG, JPEG, WebP or GIF/],
    ['a picture of more than 16 million pixels', () => gif(4001, 4000), /more than 16 million pixels/],
    ['a GIF whose frame is larger than its screen allows', () => largeFrame(), /damaged/],
  ])('A picture is refused: %s.', async (_, bytes, message) => {
    await expect(decodeImage(bytes())).rejects.toMatchObject({
      code: 'file-unreadable',
      message: expect.stringMatching(message),
    });
  });

  it('A JPEG with thousands of scans is refused before the first is decoded.', {
    timeout: 5000,
  }, async () => {
    await expect(decodeImage(manyScans())).rejects.toMatchObject({ code: 'file-unreadable' });
  });

  it.each(someOf(['interlaced.gif', 'interlaced.png', 'lossy.webp', 'progressive.jpg']))(
    '%s with a changed byte is read or refused, and never hangs.',
    async (file) => {
      const whole = picture(file);
      for (let i = 2; i < whole.length; i += 3) {
        const changed = Buffer.from(whole);
        changed[i] = changed[i]! ^ 0x55;
        await decodeImage(changed).then(
          ({ width, height, brightness }) => expect(brightness).toHaveLength(width * height),
          (error: unknown) => expect(error).toMatchObject({ code: 'file-unreadable' }),
        );
      }
    },
  );
});

function largeFrame(): Buffer {
  const bytes = gif(10, 10);
  const descriptor = bytes.indexOf(0x2c);
  bytes.writeUInt16LE(60_000, descriptor + 5);
  bytes.writeUInt16LE(60_000, descriptor + 7);
  return bytes;
}

/**
 * 9 million pixels, and the last scan again and again: a few bytes in the file, a walk over every pixel to
 * decode.
 */
function manyScans(): Buffer {
  const whole = Buffer.from(picture('progressive.jpg'));
  const frame = whole.indexOf(Buffer.from([0xff, 0xc2]));
  whole.writeUInt16BE(3000, frame + 5);
  whole.writeUInt16BE(3000, frame + 7);
  const scan = whole.subarray(whole.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
  return Buffer.concat([whole.subarray(0, -2), ...Array(10_000).fill(scan), whole.subarray(-2)]);
}
