/**
 * The memory of the core: consecutive regions, each of which may grow. Growing moves the regions after it, so
 * addresses are read again after every `reserve`. Small regions and those that grow often come last: moving
 * the records of a million triangles takes a tenth of the time of reading them.
 */

// @ts-expect-error: decorators are AssemblyScript's
@external("env", "outOfMemory")
declare function outOfMemory(): void;

/** Bytes of the file, as the caller reads them. */
export const INPUT: i32 = 0;
/** Positions as read (f64 x, y, z), for formats that number their vertices. */
export const RAW: i32 = 1;
/** Three vertex numbers (u32) a triangle. */
export const INDICES: i32 = 2;
/** Parent (later the group number) of every face, u32. */
export const PARENTS: i32 = 3;
/** One record per welded vertex. */
export const RECORDS: i32 = 4;
/** How the edges in each vertex's slots are used, four u32. */
export const USES: i32 = 5;
/** Hash table of vertices. */
export const TABLE: i32 = 6;
/** Hash table of the edges that found no slot at either end. */
export const OVERFLOW: i32 = 7;
/** Welded number + 1 of every vertex as read, u32; short-lived arrays of the final passes. */
export const SCRATCH: i32 = 8;

const REGIONS: i32 = 9;

const bases: usize = memory.data(REGIONS * 4, 16);
const sizes: usize = memory.data(REGIONS * 4, 16);

// @ts-expect-error: decorator
@inline
export function baseOf(region: i32): usize {
  return load<u32>(bases + (region << 2));
}

// @ts-expect-error: decorator
@inline
export function sizeOf(region: i32): usize {
  return load<u32>(sizes + (region << 2));
}

/** Clears all content but keeps the memory, so that the next file finds it warm. */
export function clearRegions(): void {
  const start = (__heap_base + 63) & ~63;
  for (let region = 0; region < REGIONS; region++) {
    store<u32>(bases + (region << 2), <u32>start);
    store<u32>(sizes + (region << 2), 0);
  }
}

/** Makes a region at least `bytes` long and keeps its content. */
export function reserve(region: i32, bytes: u64): void {
  const size = <u64>sizeOf(region);
  if (bytes <= size) return;
  // A region that was sized before grows by half; a first size is taken exactly.
  let wanted = size == 0 ? bytes : max<u64>(bytes, size + (size >> 1));
  wanted = (wanted + 63) & ~63;
  const end = <u64>baseOf(REGIONS - 1) + <u64>sizeOf(REGIONS - 1);
  if (end + wanted - size > 0xffff0000) {
    wanted = (bytes + 63) & ~63;
    if (end + wanted - size > 0xffff0000) outOfMemory();
  }
  const shift = <usize>(wanted - size);
  const needed = <i32>((end + shift + 65535) >> 16) - memory.size();
  if (needed > 0 && memory.grow(needed) < 0) outOfMemory();
  const next = baseOf(region) + <usize>size;
  if (region + 1 < REGIONS) {
    memory.copy(next + shift, next, <usize>end - next);
    for (let other = region + 1; other < REGIONS; other++) {
      store<u32>(bases + (other << 2), <u32>(baseOf(other) + shift));
    }
  }
  store<u32>(sizes + (region << 2), <u32>wanted);
}
