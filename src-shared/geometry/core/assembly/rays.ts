/**
 * Rays from within a part to where they leave it, through the tree of mesh/triangle-tree.ts. The same sums in
 * the same order as checks/ray-caster.ts, which explains them. Both children of a node are tested by one
 * instruction, and so are two triangles of a leaf, so that few branches depend on where they lie.
 */
import { baseOf, INDICES, INPUT, RAW, RECORDS } from './regions';

const SLACK: f64 = 1 + 1e-12;

/** Triangles of a leaf: `leafSize` of mesh/tree-leaves.ts. */
const LANES: usize = 4;

/** Entry distance (f64) and number (u32) of the nodes that wait, deepest last. */
const waiting: usize = memory.data(64 * 16, 16);

/** Holds what is being rearranged: the corners of a leaf, or the boxes of two children. */
const moved: usize = memory.data(36 * 8, 16);

let nearest: f64 = 0;
let cosine: f64 = 0;

/** The same side of the boxes of both children. */
// @ts-ignore: decorator
@inline
function sides<T>(at: usize): v128 {
  if (sizeof<T>() == 4) return f64x2.promote_low_f32x4(v128.load64_zero(at));
  return v128.load(at);
}

/**
 * Each ray at INPUT is six f64, origin and direction; distance (Infinity if it leaves nowhere) and cosine
 * take the place of the first two. RECORDS has what `pairBoxes` made, and RAW what `layLeaves` made.
 */
export function castRays<T>(count: u32, leaves: u32): void {
  const boxes = baseOf(RECORDS);
  const corners = baseOf(RAW);
  const ray = baseOf(INPUT);
  for (let i: u32 = 0; i < count; i++) castRay<T>(ray + <usize>i * 48, boxes, corners, leaves);
}

function castRay<T>(ray: usize, boxes: usize, corners: usize, leaves: u32): void {
  const row: usize = sizeof<T>() * 2;
  const x = load<f64>(ray);
  const y = load<f64>(ray, 8);
  const z = load<f64>(ray, 16);
  const dx = load<f64>(ray, 24);
  const dy = load<f64>(ray, 32);
  const dz = load<f64>(ray, 40);
  const ix = 1 / dx;
  const iy = 1 / dy;
  const iz = 1 / dz;
  const ixs = f64x2.splat(ix);
  const iys = f64x2.splat(iy);
  const izs = f64x2.splat(iz);
  const xs = f64x2.splat(x);
  const ys = f64x2.splat(y);
  const zs = f64x2.splat(z);
  const dxs = f64x2.splat(dx);
  const dys = f64x2.splat(dy);
  const dzs = f64x2.splat(dz);
  const nx = ix < 0 ? row * 3 : 0;
  const ny = iy < 0 ? row * 4 : row;
  const nz = iz < 0 ? row * 5 : row * 2;
  const fx = row * 3 - nx;
  const fy = row * 5 - ny;
  const fz = row * 7 - nz;
  nearest = Infinity;
  cosine = 0;
  let depth: usize = waiting + 16;
  store<f64>(waiting, 0);
  store<u32>(waiting, 1, 8);
  while (depth > waiting) {
    depth -= 16;
    if (load<f64>(depth) > nearest * SLACK) continue;
    let node = load<u32>(depth, 8);
    while (node < leaves) {
      const at = boxes + <usize>node * row * 6;
      let from = f64x2.splat(0);
      let to = f64x2.splat(nearest);
      from = f64x2.pmax(from, f64x2.mul(f64x2.sub(sides<T>(at + nx), xs), ixs));
      from = f64x2.pmax(from, f64x2.mul(f64x2.sub(sides<T>(at + ny), ys), iys));
      from = f64x2.pmax(from, f64x2.mul(f64x2.sub(sides<T>(at + nz), zs), izs));
      to = f64x2.pmin(to, f64x2.mul(f64x2.sub(sides<T>(at + fx), xs), ixs));
      to = f64x2.pmin(to, f64x2.mul(f64x2.sub(sides<T>(at + fy), ys), iys));
      to = f64x2.pmin(to, f64x2.mul(f64x2.sub(sides<T>(at + fz), zs), izs));
      const isMet = f64x2.le(from, f64x2.mul(to, f64x2.splat(SLACK)));
      const met = i64x2.bitmask(isMet);
      if (met == 0) break;
      // Without branches: which child comes first, and whether the other one waits, cannot be predicted.
      const entries = v128.bitselect(from, f64x2.splat(Infinity), isMet);
      const swapped = v128.shuffle<f64>(entries, entries, 1, 0);
      v128.store64_lane(depth, f64x2.pmax(entries, swapped), 0);
      const isRight = <u32>(f64x2.extract_lane(entries, 0) > f64x2.extract_lane(entries, 1));
      const right = (node << 1) | 1;
      store<u32>(depth, right - isRight, 8);
      // 16 if both are met.
      depth += <usize>(((met + 1) & 4) << 2);
      node = right - (isRight ^ 1);
    }
    if (node < leaves) continue;
    const lanes = corners + <usize>(node - leaves) * sizeof<T>() * 9 * LANES;
    for (let two: usize = 0; two < LANES; two += 2) {
      meetTwo<T>(lanes + two * sizeof<T>(), xs, ys, zs, dxs, dys, dzs);
    }
  }
  store<f64>(ray, nearest);
  store<f64>(ray, cosine, 8);
}

/** The corners of two triangles of a leaf: one coordinate, at `row` of `lanes`. */
// @ts-ignore: decorator
@inline
function two<T>(lanes: usize, row: usize): v128 {
  return sides<T>(lanes + row * sizeof<T>() * LANES);
}

/** Tests two triangles of a leaf. The first one counts where both are equally far. */
// @ts-ignore: decorator
@inline
function meetTwo<T>(lanes: usize, x: v128, y: v128, z: v128, dx: v128, dy: v128, dz: v128): void {
  const ax = two<T>(lanes, 0);
  const ay = two<T>(lanes, 1);
  const az = two<T>(lanes, 2);
  const ux = f64x2.sub(two<T>(lanes, 3), ax);
  const uy = f64x2.sub(two<T>(lanes, 4), ay);
  const uz = f64x2.sub(two<T>(lanes, 5), az);
  const vx = f64x2.sub(two<T>(lanes, 6), ax);
  const vy = f64x2.sub(two<T>(lanes, 7), ay);
  const vz = f64x2.sub(two<T>(lanes, 8), az);
  const nx = f64x2.sub(f64x2.mul(uy, vz), f64x2.mul(uz, vy));
  const ny = f64x2.sub(f64x2.mul(uz, vx), f64x2.mul(ux, vz));
  const nz = f64x2.sub(f64x2.mul(ux, vy), f64x2.mul(uy, vx));
  const along = dot(nx, ny, nz, dx, dy, dz);
  const sx = f64x2.sub(ax, x);
  const sy = f64x2.sub(ay, y);
  const sz = f64x2.sub(az, z);
  const height = dot(sx, sy, sz, nx, ny, nz);
  const zero = f64x2.splat(0);
  const ahead = v128.and(f64x2.gt(along, zero), f64x2.gt(height, zero));
  const farther = f64x2.gt(height, f64x2.mul(f64x2.splat(nearest), along));
  const rx = f64x2.sub(f64x2.mul(sy, dz), f64x2.mul(sz, dy));
  const ry = f64x2.sub(f64x2.mul(sz, dx), f64x2.mul(sx, dz));
  const rz = f64x2.sub(f64x2.mul(sx, dy), f64x2.mul(sy, dx));
  const slack = f64x2.mul(along, f64x2.splat(1e-9));
  const p = dot(vx, vy, vz, rx, ry, rz);
  const q = f64x2.neg(dot(ux, uy, uz, rx, ry, rz));
  const beside = v128.or(
    v128.or(f64x2.lt(p, f64x2.neg(slack)), f64x2.lt(q, f64x2.neg(slack))),
    f64x2.gt(f64x2.add(p, q), f64x2.add(along, slack)),
  );
  const met = i64x2.bitmask(v128.andnot(ahead, v128.or(farther, beside)));
  if (met == 0) return;
  const distance = f64x2.div(height, along);
  const length = f64x2.sqrt(dot(nx, ny, nz, nx, ny, nz));
  const angle = dot(f64x2.div(nx, length), f64x2.div(ny, length), f64x2.div(nz, length), dx, dy, dz);
  if ((met & 1) != 0) leaveAt(f64x2.extract_lane(distance, 0), f64x2.extract_lane(angle, 0));
  if ((met & 2) != 0) leaveAt(f64x2.extract_lane(distance, 1), f64x2.extract_lane(angle, 1));
}

// @ts-ignore: decorator
@inline
function leaveAt(distance: f64, angle: f64): void {
  if (!(distance < nearest)) return;
  nearest = distance;
  cosine = angle;
}

// @ts-ignore: decorator
@inline
function dot(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(ax, bx), f64x2.mul(ay, by)), f64x2.mul(az, bz));
}

/**
 * Rearranges the corners of all places in RAW, so that the same coordinate of all triangles of a leaf is side
 * by side. INDICES has the first place of every leaf. A leaf never moves down, so the last one goes first.
 */
export function layLeaves<T>(leaves: u32): void {
  const starts = baseOf(INDICES);
  const corners = baseOf(RAW);
  const size: usize = sizeof<T>();
  for (let leaf = leaves; leaf-- > 0; ) {
    const first = load<u32>(starts + (<usize>leaf << 2));
    const places = load<u32>(starts + (<usize>leaf << 2), 4) - first;
    memory.copy(moved, corners + <usize>first * size * 9, <usize>places * size * 9);
    const lanes = corners + <usize>leaf * size * 9 * LANES;
    // A triangle without area: no ray leaves through it.
    memory.fill(lanes, 0, size * 9 * LANES);
    let from = moved;
    for (let place: u32 = 0; place < places; place++) {
      for (let row: usize = 0; row < 9; row++) {
        store<T>(lanes + (row * LANES + place) * size, load<T>(from));
        from += size;
      }
    }
  }
}

/** Puts the boxes of both children of each node side by side, in RECORDS. */
export function pairBoxes<T>(leaves: u32): void {
  const size: usize = sizeof<T>();
  let at = baseOf(RECORDS) + size * 12;
  for (let node: u32 = 1; node < leaves; node++) {
    memory.copy(moved, at, size * 12);
    for (let side: usize = 0; side < 6; side++) {
      store<T>(at + side * 2 * size, load<T>(moved + side * size));
      store<T>(at + (side * 2 + 1) * size, load<T>(moved + (side + 6) * size));
    }
    at += size * 12;
  }
}
