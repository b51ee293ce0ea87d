/**
 * The least limit at which a part has a thin wall, from the points of one measurement. A place can be a wall
 * beside a small limit and a tip beside a larger one (thin-regions.ts); a wall that is too thin for one limit
 * is too thin for every larger one. At a scale s, a wall is thin where the limit divided by s is.
 */
import { ThinSamples } from './thin-regions.ts';
import type { WallSamples } from './wall-field.ts';
import { isBelow } from './wall-limit.ts';

/** If more points are thin than this, every second or third one is used, and so on. */
const mostPoints = 10_000;

/** Factor from one tried limit to the next; a narrower range may be missed. */
const step = 1.3;
/** How exactly the limit is found, as a factor. */
const precision = 0.002;

/** @param walls the points with parallel sides that are on no pin @param area of the whole surface */
export function thinWallFrom(
  { positions, thickness }: WallSamples,
  walls: readonly number[],
  area: number,
): number | null {
  if (walls.length === 0) return null;
  const sorted = walls.toSorted((a, b) => thickness[a]! - thickness[b]!);
  const isThin = (limit: number): boolean => {
    let count = sorted.findIndex((sample) => !isBelow(thickness[sample]!, limit));
    if (count < 0) count = sorted.length;
    const stride = Math.max(1, Math.ceil(count / mostPoints));
    const thin = new ThinSamples();
    for (let i = 0; i < count; i += stride) {
      const at = sorted[i]! * 3;
      thin.add([positions[at]!, positions[at + 1]!, positions[at + 2]!], thickness[sorted[i]!]!);
    }
    return thin.walls(limit, area, thickness.length / stride).some(({ isLarge }) => isLarge);
  };
  const end = thickness[sorted.at(-1)!]! * 2;
  const least = sorted.find((sample) => thickness[sample]! > 0);
  for (let low = least === undefined ? end : thickness[least]!; low < end; low *= step) {
    if (!isThin(low * step)) continue;
    let [below, above] = [low, low * step];
    while (above / below > 1 + precision) {
      const middle = Math.sqrt(below * above);
      if (isThin(middle)) above = middle;
      else below = middle;
    }
    return above;
  }
  return null;
}
