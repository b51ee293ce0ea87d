import { describe, expect, it } from 'vitest';
import { readImageSize } from '../../../src-service/images/image-size.ts';
import { gif, jpegHead, png } from '../../support/images.ts';

describe('image sizes', () => {
  it.each([
    ['PNG', png(320, 7), 'image/png', 320, 7],
    ['GIF', gif(640, 480), 'image/gif', 640, 480],
    ['JPEG', jpegHead(1920, 1080), 'image/jpeg', 1920, 1080],
  ])('reads a %s', (_, bytes, mediaType, width, height) => {
    expect(readImageSize(bytes)).toEqual({ mediaType, width, height });
  });

  it('refuses a PNG whose header was changed', () => {
    const bytes = png(320, 7);
    bytes[19] = 99;
    expect(readImageSize(bytes)).toBeNull();
  });

  it('refuses text, nothing, zero sizes and cut files', () => {
    for (const bytes of [Buffer.from('hello'), Buffer.alloc(0), gif(0, 5), png(9, 9).subarray(0, 20)])
      expect(readImageSize(bytes)).toBeNull();
    const whole = jpegHead(10, 10);
    for (let length = 0; length < whole.length - 8; length++)
      expect(readImageSize(whole.subarray(0, length))).toBeNull();
  });
});
