/** A decoded picture: its pixels, and the brightness from which a relief is made. */

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** 0 (black or transparent) to 1 (white), row by row from the top. */
  readonly brightness: Float32Array;
}

/** Pixels in the layout of a canvas: red, green, blue and alpha, a byte each, row by row from the top. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array | Uint8ClampedArray;
}

export function brightnessOf({ width, height, data }: Pixels): Float32Array {
  const brightness = new Float32Array(width * height);
  for (let i = 0; i < brightness.length; i++) {
    const [r, g, b, a] = [data[i * 4]!, data[i * 4 + 1]!, data[i * 4 + 2]!, data[i * 4 + 3]!];
    brightness[i] = ((0.2126 * r + 0.7152 * g + 0.0722 * b) * a) / (255 * 255);
  }
  return brightness;
}
