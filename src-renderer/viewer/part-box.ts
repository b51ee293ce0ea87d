/** Boxes of parts: where they stand on the plate, mm, and in their drawings. */
import type { Bounds, Vector } from '../../src-shared/geometry/mesh/mesh.ts';
import { minus, plus, times } from '../../src-shared/geometry/mesh/vectors.ts';
import type { ViewPart } from './view.ts';

/** On the plate. */
export function boxOf({ bounds: { min, max }, millimetresPerUnit, at: [x, y] }: ViewPart): Bounds {
  const [width, depth, height] = times(minus(max, min), millimetresPerUnit);
  return {
    min: [x - width / 2, y - depth / 2, 0],
    max: [x + width / 2, y + depth / 2, height],
  };
}

export const diagonalOf = ({ min, max }: Bounds): number => Math.hypot(...minus(max, min));

/** The middle of the box in the coordinates of the drawing. */
export const middleInDrawing = ({ bounds: { min, max }, drawing }: ViewPart): Vector =>
  minus(times(plus(min, max), 0.5), drawing.origin);
