import { describe, expect, it } from 'vitest';
import { readImageSize } from '../../../src-service/images/image-size.ts';
import { gif, jpegHead, png } from '../../support/images.ts';

describe('image sizes', () => {
  it.each([
    ['PNG', png(320, 7), 'image/png', 320, 7],
    ['GIF', gif(640, 480), 'image/gif', 640, 480],
    ['JPEG', jpegHead(1920, 1080), 'image/jpeg', 1920, 1080],
  ])('The size of a %s is read from its header.', (_, bytes, mediaType, width, height) => {
    expect(readImageSize(bytes)).toEqual({ mediaType, width, height });
  });

  it('The size of a PNG with a changed header is not read.', () => {
    const bytes = png(320, 7);
    bytes[19] = 99;
    expect(readImageSize(bytes)).toBeNull();
  });

  it('No size is read from text, an empty file, zero sizes and truncated files.', () => {
    for (const bytes of [Buffer.from('hello'), Buffer.alloc(0), gif(0, 5), png(9, 9).subarray(0, 20)])
      expect(readImageSize(bytes)).toBeNull();
    const whole = jpegHead(10, 10);
    for (let length = 0; length < whole.length - 8; length++)
      expect(readImageSize(whole.subarray(0, length))).toBeNull();
  });
});
