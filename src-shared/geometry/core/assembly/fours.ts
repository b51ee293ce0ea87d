/**
 * Groups of four u32 that fill up from the first, 0 being free: the buckets of the table of vertices, and the edge
 * slots of a vertex. One comparison looks at all four, so no branch has to guess where in the group something stands.
 */

/** By the bits of what is free (`freeIn`): ones where the first free one is. */
const firstFree: usize = memory.data<u32>(
  [
    0, 0, 0, 0, -1, 0, 0, 0, 0, -1, 0, 0, -1, 0, 0, 0, 0, 0, -1, 0, -1, 0, 0, 0, 0, -1, 0, 0, -1, 0, 0, 0,
    0, 0, 0, -1, -1, 0, 0, 0, 0, -1, 0, 0, -1, 0, 0, 0, 0, 0, -1, 0, -1, 0, 0, 0, 0, -1, 0, 0, -1, 0, 0, 0,
  ],
  16,
);

/** A bit for each of the four that equals `value`, the first in the lowest. */
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

/** Puts a value into the first free place, of which there must be one. Whole, since a load of all four may be next. */
// @ts-expect-error: decorator
@inline
export function fill(at: usize, four: v128, free: i32, value: u32): void {
  const place = v128.load(firstFree + (<usize>free << 4));
  v128.store(at, v128.or(four, v128.and(place, i32x4.splat(value))));
}
