/**
 * Questions about the limits at which a part is thin (thin-wall-limits.ts): at one limit, and at which
 * scales.
 */

/** A range of limits at which a wall is thin, in file units. `to` null: the range has no upper end. */
export interface ThinLimits {
  readonly from: number;
  readonly to: number | null;
}

export const isThinAt = (limits: readonly ThinLimits[], limit: number): boolean =>
  limits.some(({ from, to }) => limit >= from && (to === null || limit < to));

/**
 * The scales around 1 at which no wall is thin, or the nearest ones above 1 if one is thin now. Null stands
 * for no limit, at either end.
 */
export function wallScales(
  limits: readonly ThinLimits[],
  limit: number,
): { readonly smallest: number | null; readonly largest: number | null } {
  const now = limits.find(({ from, to }) => limit >= from && (to === null || limit < to));
  // Scaling a part up is like lowering the limit.
  const highest = now ? now.from : limit;
  const below = limits.findLast(({ to }) => to !== null && to <= highest);
  const above = now ?? limits.find(({ from }) => from > limit);
  return {
    smallest: above ? limit / above.from : null,
    largest: below ? limit / below.to! : null,
  };
}
