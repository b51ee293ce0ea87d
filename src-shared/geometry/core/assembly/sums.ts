/**
 * Sums over triangles, two at a time (one per SIMD lane): area, volume, directed area, first moments and
 * faces without area. The formulas are those of measure.ts and quick-check.ts and must stay equal to them.
 */

/** Number of triangles added up plainly before the partial sums join the total. */
export const BLOCK: u32 = 1024;

/** Totals and their rounding errors (Neumaier): area * 2, volume * 6, directed area * 2 (3), moments (3). */
const totals: usize = memory.data(16 * 8, 16);
/** Plain sums of the current block: eight pairs of lanes. */
const partial: usize = memory.data(8 * 16, 16);

const mostFaces: u32 = 4000;
/** Numbers of the first faces without area. */
const emptyFaces: usize = memory.data(4000 * 4, 16);
export let emptyCount: u32 = 0;

export function totalsAddress(): usize {
  return totals;
}

export function emptyFacesAddress(): usize {
  return emptyFaces;
}

export function clearSums(): void {
  memory.fill(totals, 0, 16 * 8);
  memory.fill(partial, 0, 8 * 16);
  emptyCount = 0;
}

// @ts-ignore: decorator
@inline
function accumulate(index: usize, value: v128): void {
  v128.store(partial + (index << 4), f64x2.add(v128.load(partial + (index << 4)), value));
}

/** Ends a block: partial sums join the totals. */
export function endBlock(): void {
  for (let i: usize = 0; i < 8; i++) {
    const lanes = v128.load(partial + (i << 4));
    const value = f64x2.extract_lane(lanes, 0) + f64x2.extract_lane(lanes, 1);
    v128.store(partial + (i << 4), f64x2.splat(0));
    const sum = load<f64>(totals + (i << 4));
    const next = sum + value;
    const lost = Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    store<f64>(totals + (i << 4), next);
    store<f64>(totals + (i << 4), load<f64>(totals + (i << 4), 8) + lost, 8);
  }
}

/**
 * Adds two triangles. Corners are absolute; `cx`, `cy`, `cz` is the reference point. If `lanes` is 1, only
 * the first triangle counts. `face` is the number of the first one.
 */
// @ts-ignore: decorator
@inline
export function addPair(
  ax: v128, ay: v128, az: v128,
  bx: v128, by: v128, bz: v128,
  ex: v128, ey: v128, ez: v128,
  cx: v128, cy: v128, cz: v128,
  keep: v128,
  face: u32,
): void {
  const ux = f64x2.sub(bx, ax);
  const uy = f64x2.sub(by, ay);
  const uz = f64x2.sub(bz, az);
  const vx = f64x2.sub(ex, ax);
  const vy = f64x2.sub(ey, ay);
  const vz = f64x2.sub(ez, az);
  const nx = v128.and(keep, f64x2.sub(f64x2.mul(uy, vz), f64x2.mul(uz, vy)));
  const ny = v128.and(keep, f64x2.sub(f64x2.mul(uz, vx), f64x2.mul(ux, vz)));
  const nz = v128.and(keep, f64x2.sub(f64x2.mul(ux, vy), f64x2.mul(uy, vx)));
  const px = f64x2.sub(ax, cx);
  const py = f64x2.sub(ay, cy);
  const pz = f64x2.sub(az, cz);
  const six = f64x2.add(f64x2.add(f64x2.mul(px, nx), f64x2.mul(py, ny)), f64x2.mul(pz, nz));
  const square = f64x2.add(f64x2.add(f64x2.mul(nx, nx), f64x2.mul(ny, ny)), f64x2.mul(nz, nz));
  accumulate(0, f64x2.sqrt(square));
  accumulate(1, six);
  accumulate(2, nx);
  accumulate(3, ny);
  accumulate(4, nz);
  accumulate(5, f64x2.mul(six, f64x2.add(f64x2.add(px, f64x2.sub(bx, cx)), f64x2.sub(ex, cx))));
  accumulate(6, f64x2.mul(six, f64x2.add(f64x2.add(py, f64x2.sub(by, cy)), f64x2.sub(ey, cy))));
  accumulate(7, f64x2.mul(six, f64x2.add(f64x2.add(pz, f64x2.sub(bz, cz)), f64x2.sub(ez, cz))));
  const uu = f64x2.add(f64x2.add(f64x2.mul(ux, ux), f64x2.mul(uy, uy)), f64x2.mul(uz, uz));
  const vv = f64x2.add(f64x2.add(f64x2.mul(vx, vx), f64x2.mul(vy, vy)), f64x2.mul(vz, vz));
  const empty = v128.and(
    keep,
    f64x2.le(square, f64x2.mul(f64x2.mul(uu, vv), f64x2.splat(1e-28))),
  );
  if (v128.any_true(empty)) noteEmpty(empty, face);
}

function noteEmpty(empty: v128, face: u32): void {
  if (i64x2.extract_lane(empty, 0) != 0) noteEmptyFace(face);
  if (i64x2.extract_lane(empty, 1) != 0) noteEmptyFace(face + 1);
}

function noteEmptyFace(face: u32): void {
  if (emptyCount < mostFaces) store<u32>(emptyFaces + (<usize>emptyCount << 2), face);
  emptyCount++;
}
