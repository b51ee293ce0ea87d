/** A piece of a large part that is drawn at once (heavy-parts.ts). */

/** Lights and large parts are in this layer. */
export const heavyLayer = 2;

/** A part that can be drawn a piece at a time. */
interface SlicedPart {
  /** Some of its triangles, alone in the layer of large parts, while `draw` runs. */
  showOnly(first: number, count: number, draw: () => void): void;
}

/** Some triangles of one part. */
export interface Slice {
  readonly part: SlicedPart;
  readonly first: number;
  readonly count: number;
}
