/** How the colours of the wall map are distributed, so that thin and usual walls can be distinguished. */
import type { ThicknessMap } from '../../../../src-shared/geometry/checks/thickness.ts';
import type { ViewWalls } from '../../../viewer/view.ts';

/** The colours end where nine of ten measured faces do, but within these multiples of the limit. */
const [fewestLimits, mostLimits] = [3, 12];

/** File units, like the map. */
export function spreadWalls({ faces, limit }: ThicknessMap): ViewWalls {
  const met = faces.filter((wall) => wall >= 0).sort();
  const usual = met[Math.floor(met.length * 0.9)] ?? 0;
  return { faces, limit, most: Math.min(mostLimits * limit, Math.max(fewestLimits * limit, usual)) };
}
