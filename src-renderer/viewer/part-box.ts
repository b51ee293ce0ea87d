/** The box around a part where it stands on the plate, mm. */
import type { Bounds } from '../../src-shared/geometry/mesh/mesh.ts';
import type { ViewPart } from './view.ts';

export function boxOf({ bounds: { min, max }, millimetresPerUnit: scale, at: [x, y] }: ViewPart): Bounds {
  const [width, depth, height] = [
    (max[0] - min[0]) * scale,
    (max[1] - min[1]) * scale,
    (max[2] - min[2]) * scale,
  ];
  return {
    min: [x - width / 2, y - depth / 2, 0],
    max: [x + width / 2, y + depth / 2, height],
  };
}
