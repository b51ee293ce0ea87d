/**
 * Groups of four u32 that fill up from the first, 0 being free: the buckets of the vertex table, and the edge
 * slots of a vertex. One comparison covers all four, so the processor has no branch to predict.
 */

/** Indexed by the bits of the free places (`freeIn`): ones at the first free place. */
const firstFree: usize = memory.data<u32>(
  [
    0, 0, 0, 0, -1, 0, 0, 0, 0, -1, 0, 0, -1, 0, 0, 0, 0, 0, -1, 0, -1, 0, 0, 0, 0, -1, 0, 0, -1, 0, 0, 0,
    0, 0, 0, -1, -1, 0, 0, 0, 0, -1, 0, 0, -1, 0, 0, 0, 0, 0, -1, 0, -1, 0, 0, 0, 0, -1, 0, 0, -1, 0, 0, 0,
  ],
  16,
);

/** One bit for each of the four that equals `value`, the first in the lowest bit. */
// @ts-expect-error: decorator
@inline
export function whereIs(four: v128, value: u32): i32 {
  return i32x4.bitmask(i32x4.eq(four, i32x4.splat(value)));
}

// @ts-expect-error: decorator
@inline
export function freeIn(four: v128): i32 {
  return whereIs(four, 0);
}

/** Writes a value into the first free place; there must be one. Fills all four, for a load of all four. */
// @ts-expect-error: decorator
@inline
export function fill(at: usize, four: v128, free: i32, value: u32): void {
  const place = v128.load(firstFree + (<usize>free << 4));
  v128.store(at, v128.or(four, v128.and(place, i32x4.splat(value))));
}
