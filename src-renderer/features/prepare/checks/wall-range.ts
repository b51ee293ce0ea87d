/** How the colours of the wall map are distributed, so that thin and usual walls can be distinguished. */
import type { ThicknessMap } from '../../../../src-shared/geometry/checks/thickness.ts';
import type { WallDrawing } from '../../../geometry/messages.ts';
import type { ViewWalls } from '../../../viewer/view.ts';

/** The colours end where nine of ten measured points do, but within these multiples of the limit. */
const [fewestLimits, mostLimits] = [3, 12];

/** File units, like the map. */
export function spreadWalls({ points, limit }: ThicknessMap, drawing: WallDrawing): ViewWalls {
  const met = points.thickness.filter((wall) => wall >= 0).sort();
  const usual = met[Math.floor(met.length * 0.9)] ?? 0;
  return { drawing, limit, most: Math.min(mostLimits * limit, Math.max(fewestLimits * limit, usual)) };
}
