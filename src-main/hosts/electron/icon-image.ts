/** The program's icon in the small sizes that a system tray takes. */
import { readFileSync } from 'node:fs';
import { type NativeImage, nativeImage } from 'electron';

/** Beside the built program; build/vite.main.ts copies them there. */
const folder = new URL(import.meta.url.endsWith('.ts') ? '../../../build/icons/' : './', import.meta.url);

/** `size`: width and height in pixels of a usual display. */
export function iconImage(size: 16 | 24): NativeImage {
  const image = nativeImage.createEmpty();
  for (const scaleFactor of [1, 2]) {
    const pixels = size * scaleFactor;
    const buffer = readFileSync(new URL(`${pixels}x${pixels}.png`, folder));
    image.addRepresentation({ scaleFactor, width: pixels, height: pixels, buffer });
  }
  return image;
}
