/**
 * Rays from within a part to where they leave it, through the tree of mesh/triangle-tree.ts. The same sums in the same
 * order as checks/ray-caster.ts, which explains them. Both children of a node are tested by one instruction, so that no
 * branch depends on where a box lies.
 */
import { baseOf, INDICES, INPUT, RAW, RECORDS } from './regions';

const SLACK: f64 = 1 + 1e-12;

/** Entry distance (f64) and number (u32) of the nodes that wait, deepest last. */
const waiting: usize = memory.data(64 * 16, 16);

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
 * Each ray at INPUT is six f64, origin and direction; distance (Infinity if it leaves nowhere) and cosine take the place
 * of the first two. RECORDS has the boxes of the children of every node from 1, RAW the corners and INDICES the first
 * place of every leaf.
 */
export function castRays<T>(count: u32, leaves: u32): void {
  const boxes = baseOf(RECORDS);
  const corners = baseOf(RAW);
  const starts = baseOf(INDICES);
  const ray = baseOf(INPUT);
  for (let i: u32 = 0; i < count; i++) castRay<T>(ray + <usize>i * 48, boxes, corners, starts, leaves);
}

function castRay<T>(ray: usize, boxes: usize, corners: usize, starts: usize, leaves: u32): void {
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
      const met = i64x2.bitmask(f64x2.le(from, f64x2.mul(to, f64x2.splat(SLACK))));
      if (met == 0) break;
      const left = node << 1;
      if (met == 3) {
        const toLeft = f64x2.extract_lane(from, 0);
        const toRight = f64x2.extract_lane(from, 1);
        const isLeftNearer = toLeft <= toRight;
        store<f64>(depth, isLeftNearer ? toRight : toLeft);
        store<u32>(depth, isLeftNearer ? left + 1 : left, 8);
        depth += 16;
        node = isLeftNearer ? left : left + 1;
      } else node = left + (met >> 1);
    }
    if (node < leaves) continue;
    const leaf = starts + (<usize>(node - leaves) << 2);
    let at = corners + <usize>load<u32>(leaf) * sizeof<T>() * 9;
    const end = corners + <usize>load<u32>(leaf, 4) * sizeof<T>() * 9;
    for (; at < end; at += sizeof<T>() * 9) meet<T>(at, x, y, z, dx, dy, dz);
  }
  store<f64>(ray, nearest);
  store<f64>(ray, cosine, 8);
}

// @ts-ignore: decorator
@inline
function meet<T>(at: usize, x: f64, y: f64, z: f64, dx: f64, dy: f64, dz: f64): void {
  const size: usize = sizeof<T>();
  const ax = <f64>load<T>(at);
  const ay = <f64>load<T>(at + size);
  const az = <f64>load<T>(at + size * 2);
  const ux = <f64>load<T>(at + size * 3) - ax;
  const uy = <f64>load<T>(at + size * 4) - ay;
  const uz = <f64>load<T>(at + size * 5) - az;
  const vx = <f64>load<T>(at + size * 6) - ax;
  const vy = <f64>load<T>(at + size * 7) - ay;
  const vz = <f64>load<T>(at + size * 8) - az;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const along = nx * dx + ny * dy + nz * dz;
  if (!(along > 0)) return;
  const sx = ax - x;
  const sy = ay - y;
  const sz = az - z;
  const height = sx * nx + sy * ny + sz * nz;
  if (!(height > 0) || height > nearest * along) return;
  const rx = sy * dz - sz * dy;
  const ry = sz * dx - sx * dz;
  const rz = sx * dy - sy * dx;
  const slack = along * 1e-9;
  const p = vx * rx + vy * ry + vz * rz;
  const q = -(ux * rx + uy * ry + uz * rz);
  if (p < -slack || q < -slack || p + q > along + slack) return;
  const distance = height / along;
  if (!(distance < nearest)) return;
  nearest = distance;
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  cosine = (nx / length) * dx + (ny / length) * dy + (nz / length) * dz;
}
