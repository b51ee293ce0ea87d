/**
 * At which limits a part has a thin wall, from the points of one measurement. A part can be thin at a small
 * limit and not at a larger one: what is a wall beside 0.2 mm is a tip beside 0.8 mm (thin-regions.ts). At a
 * scale s, the part is thin where the limit divided by s is.
 */

import type { ThicknessMap } from './thickness.ts';
import type { ThinLimits } from './thin-limits.ts';
import { ThinSamples } from './thin-regions.ts';
import { isBelow } from './wall-limit.ts';

/** If there are more points than this, every second or third one is used, and so on. */
const mostPoints = 10_000;

/** Factor from one tried limit to the next; a narrower range may be missed. */
const step = 1.3;
/** How exactly the ends of a range are found, as a factor. */
const precision = 0.002;

/** In ascending order. */
export function thinWallLimits({ points, isParallel, samples, spacing }: ThicknessMap): ThinLimits[] {
  const stride = Math.ceil(samples / mostPoints);
  const walls: number[] = [];
  for (let i = 0; i < samples; i += stride) if (isParallel[i] === 1) walls.push(i);
  if (walls.length === 0) return [];
  const area = spacing * spacing * samples;
  const isThin = (limit: number): boolean => {
    const thin = new ThinSamples();
    for (const i of walls) {
      const thickness = points.thickness[i]!;
      if (!isBelow(thickness, limit)) continue;
      const at = i * 3;
      thin.add([points.positions[at]!, points.positions[at + 1]!, points.positions[at + 2]!], thickness);
    }
    return thin.walls(limit, area, samples / stride).some(({ isLarge }) => isLarge);
  };
  /** Narrows down the smallest limit that gives the same answer as `high`. */
  const edge = (low: number, high: number, isThinAbove: boolean): number => {
    let [below, above] = [low, high];
    while (above / below > 1 + precision) {
      const middle = Math.sqrt(below * above);
      if (isThin(middle) === isThinAbove) above = middle;
      else below = middle;
    }
    return above;
  };
  const sorted = Float64Array.from(walls, (i) => points.thickness[i]!).sort();
  const found: ThinLimits[] = [];
  let from: number | null = null;
  let low = sorted[0]!;
  for (const end = sorted.at(-1)! * 2; low < end; low *= step) {
    const high = low * step;
    if (isThin(high) === (from !== null)) continue;
    const at = edge(low, high, from === null);
    if (from === null) from = at;
    else {
      found.push({ from, to: at });
      from = null;
    }
  }
  if (from !== null) found.push({ from, to: null });
  return found;
}
