/**
 * Proposes how to lay a part so that its bounding box, and with it the machine space that many printers charge
 * for, is smallest. Called by the window's "lay compactly" and the command line; knows no printer.
 *
 * [Note: smallest box] A smallest box touches the hull with a face or with two edges. Every direction of a hull
 * face is tried with the smallest rectangle round the part seen along it (rotating calipers), which is exact for
 * boxes, prisms and nearly all CAD parts; then small turns look for what only edges reach. The result is a
 * proposal that is never worse than the part as it lies, and the same for every run.
 */
import { convexHull, gatherPoints } from './convex-hull.ts';
import { flatHull } from './flat-hull.ts';
import type { Bounds, Mesh, Vector } from './mesh.ts';
import { sizeOf } from './mesh.ts';
import { combineRotations, noRotation, type Rotation, rotatedBounds, rotationAbout } from './transforms.ts';

export interface BoxProposal {
  /** About the file's origin; `noRotation` where nothing is gained. The shortest side stands upright, along z. */
  readonly rotation: Rotation;
  /** The box of the turned mesh, in file units. */
  readonly bounds: Bounds;
  /** Volume of the box as the part lies in its file and as proposed, in cubic file units. */
  readonly volumeBefore: number;
  readonly volumeAfter: number;
}

/** Gains below this share are not worth turning a part for. */
const worthwhile = 1e-6;

/** Point visits spent on trying directions. */
const budget = 8e6;
const mostDirections = 3000;
/** Above this the hull is taken of the outermost points only; the winner is measured with all of them. */
const manyPoints = 100_000;
/** Directions from the middle, on a side of a cube, in each of which the farthest point is kept. */
const cellsAcross = 80;
/** Corners kept while directions are tried. */
const mostCorners = 2000;

/** Null for a mesh without triangles. */
export function proposeMinimalBox(mesh: Mesh): BoxProposal | null {
  if (mesh.indices.length === 0) return null;
  const all = gatherPoints(mesh.positions, mesh.indices);
  const hull = convexHull(all.length > manyPoints * 3 ? farthestOutward(all) : all);
  const before = rotatedBounds(all, noRotation);
  const volumeBefore = boxVolume(before);
  const stay: BoxProposal = { rotation: noRotation, bounds: before, volumeBefore, volumeAfter: volumeBefore };

  const points = thinOut(hull.points);
  const directions = faceDirections(hull.points, hull.faces);
  const tries = Math.max(50, Math.min(directions.length, Math.floor(budget / (points.length + 1))));
  let best = { rotation: noRotation, volume: volumeOf(points, noRotation) };
  for (const direction of directions.slice(0, tries)) {
    const rotation = smallestAlong(points, direction);
    const volume = volumeOf(points, rotation);
    if (volume < best.volume * (1 - 1e-12)) best = { rotation, volume };
  }
  best = polish(points, best);
  const rotation = standShortest(all, best.rotation);
  const bounds = rotatedBounds(all, rotation);
  const volumeAfter = boxVolume(bounds);
  return volumeAfter < volumeBefore * (1 - worthwhile)
    ? { rotation, bounds, volumeBefore, volumeAfter }
    : stay;
}

const boxVolume = (bounds: Bounds): number => sizeOf(bounds).reduce((product, side) => product * side, 1);

/** A flat part has no box volume; its sides still tell better from worse. */
function volumeOf(points: Float64Array, rotation: Rotation): number {
  const [x, y, z] = sizeOf(rotatedBounds(points, rotation));
  const longest = Math.max(x, y, z);
  return x * y * z + 1e-9 * longest * (x * y + y * z + z * x);
}

/** Unit normals of the hull's faces, largest flat sides first, one per direction. */
function faceDirections(points: Float64Array, faces: Uint32Array): Vector[] {
  const areas = new Map<string, { direction: Vector; area: number }>();
  for (let i = 0; i < faces.length; i += 3) {
    const normal = normalOf(points, faces[i]!, faces[i + 1]!, faces[i + 2]!);
    const area = Math.hypot(...normal);
    if (area === 0) continue;
    // A box is the same seen from both sides.
    const sign =
      normal[0] < 0 || (normal[0] === 0 && (normal[1] < 0 || (normal[1] === 0 && normal[2] < 0))) ? -1 : 1;
    const direction = normal.map((value) => (sign * value) / area) as unknown as Vector;
    const key = direction.map((value) => Math.round(value * 1e7)).join();
    const known = areas.get(key);
    if (known === undefined) areas.set(key, { direction, area });
    else known.area += area;
  }
  const found = [...areas.values()].sort((a, b) => b.area - a.area).slice(0, mostDirections);
  return found.length > 0 ? found.map(({ direction }) => direction) : flatDirection(points);
}

/** All points lie in a plane: its normal, if three of them span one. */
function flatDirection(points: Float64Array): Vector[] {
  let best: Vector | null = null;
  for (let corner = 2; corner < points.length / 3; corner++) {
    const normal = normalOf(points, 0, corner - 1, corner);
    if (best === null || Math.hypot(...normal) > Math.hypot(...best)) best = normal;
  }
  if (best === null) return [];
  const length = Math.hypot(...best);
  return length === 0 ? [] : [best.map((value) => value / length) as unknown as Vector];
}

function normalOf(points: Float64Array, a: number, b: number, c: number): Vector {
  const at = (point: number, axis: number): number => points[point * 3 + axis]! - points[a * 3 + axis]!;
  return [
    at(b, 1) * at(c, 2) - at(b, 2) * at(c, 1),
    at(b, 2) * at(c, 0) - at(b, 0) * at(c, 2),
    at(b, 0) * at(c, 1) - at(b, 1) * at(c, 0),
  ];
}

/** The turn that lays `direction` along z and the smallest rectangle seen along it along x and y. */
function smallestAlong(points: Float64Array, [nx, ny, nz]: Vector): Rotation {
  const [ax, ay, az] = Math.abs(nx) < 0.6 ? [1, 0, 0] : [0, 1, 0];
  const along = ax * nx + ay * ny + az * nz;
  const length = Math.hypot(ax - along * nx, ay - along * ny, az - along * nz);
  const [ux, uy, uz] = [(ax - along * nx) / length, (ay - along * ny) / length, (az - along * nz) / length];
  const [vx, vy, vz] = [ny * uz - nz * uy, nz * ux - nx * uz, nx * uy - ny * ux];
  const count = points.length / 3;
  const us = new Float64Array(count);
  const vs = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const [x, y, z] = [points[i * 3]!, points[i * 3 + 1]!, points[i * 3 + 2]!];
    us[i] = ux * x + uy * y + uz * z;
    vs[i] = vx * x + vy * y + vz * z;
  }
  const [c, s] = smallestRectangle(us, vs);
  return [
    c * ux + s * vx,
    c * uy + s * vy,
    c * uz + s * vz,
    c * vx - s * ux,
    c * vy - s * uy,
    c * vz - s * uz,
    nx,
    ny,
    nz,
  ];
}

/** Cosine and sine of the direction of a side of the smallest rectangle: it lies along a side of the flat hull. */
function smallestRectangle(us: Float64Array, vs: Float64Array): [number, number] {
  const corners = flatHull(us, vs);
  const count = corners.length;
  if (count < 2) return [1, 0];
  const [first, second] = [corners[0]!, corners[1]!];
  if (count === 2) return unit(us[second]! - us[first]!, vs[second]! - vs[first]!);
  let best: [number, number] = [1, 0];
  let smallest = Infinity;
  // Three calipers walk round with the side: the farthest corners ahead, across and behind.
  let [ahead, across, behind] = [1, 1, 1];
  for (let i = 0; i < count; i++) {
    const from = corners[i]!;
    const to = corners[(i + 1) % count]!;
    const [c, s] = unit(us[to]! - us[from]!, vs[to]! - vs[from]!);
    const run = (k: number): number => c * us[corners[k % count]!]! + s * vs[corners[k % count]!]!;
    const rise = (k: number): number => c * vs[corners[k % count]!]! - s * us[corners[k % count]!]!;
    ahead = Math.max(ahead, i + 1);
    while (ahead < i + count && run(ahead + 1) >= run(ahead)) ahead++;
    across = Math.max(across, ahead);
    while (across < i + count && rise(across + 1) >= rise(across)) across++;
    behind = Math.max(behind, across);
    while (behind < i + count && run(behind + 1) <= run(behind)) behind++;
    const area = (run(ahead) - run(behind)) * (rise(across) - rise(i));
    if (area < smallest) {
      smallest = area;
      best = [c, s];
    }
  }
  return best;
}

const unit = (u: number, v: number): [number, number] => {
  const length = Math.hypot(u, v) || 1;
  return [u / length, v / length];
};

/** Small turns about the box's own axes, halved whenever none of them helps. */
function polish(
  points: Float64Array,
  start: { rotation: Rotation; volume: number },
): { rotation: Rotation; volume: number } {
  let best = start;
  const axes: readonly Vector[] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  let visits = 0;
  for (let angle = 0.2; angle > 1e-7 && visits < budget * 4; ) {
    let improved = false;
    for (const axis of axes) {
      for (const signed of [angle, -angle]) {
        const rotation = combineRotations(best.rotation, rotationAbout(axis, signed));
        const volume = volumeOf(points, rotation);
        visits += points.length;
        if (volume < best.volume * (1 - 1e-9)) {
          best = { rotation, volume };
          improved = true;
        }
      }
    }
    if (!improved) angle /= 2;
  }
  return best;
}

/** Lets the box's shortest side stand along z and its longest lie along x, by quarter turns only. */
function standShortest(points: Float64Array, rotation: Rotation): Rotation {
  const sides = sizeOf(rotatedBounds(points, rotation));
  const order = ([0, 1, 2] as const).toSorted((a, b) => sides[b] - sides[a] || a - b);
  const rows = order.flatMap((row) => rotation.slice(row * 3, row * 3 + 3));
  const isMirrored = (order[1]! - order[0]! + 3) % 3 === 2;
  return (isMirrored ? rows.map((value, i) => (i < 3 ? -value : value)) : rows) as unknown as Rotation;
}

/** The farthest corners along many directions spread evenly over the sphere; all corners where they are few. */
function thinOut(points: Float64Array): Float64Array {
  const count = points.length / 3;
  if (count <= mostCorners) return points;
  const kept = new Set<number>();
  const directions = Math.min(mostCorners, Math.max(500, Math.floor(2e8 / count)));
  for (let k = 0; k < directions; k++) {
    // Half a sphere: every direction gives the farthest corner both ways.
    const z = (k + 0.5) / directions;
    const radius = Math.sqrt(1 - z * z);
    const angle = k * 2.399963229728653;
    const [x, y] = [radius * Math.cos(angle), radius * Math.sin(angle)];
    let [low, high] = [0, 0];
    let [least, most] = [Infinity, -Infinity];
    for (let i = 0; i < count; i++) {
      const value = x * points[i * 3]! + y * points[i * 3 + 1]! + z * points[i * 3 + 2]!;
      if (value < least) [low, least] = [i, value];
      if (value > most) [high, most] = [i, value];
    }
    kept.add(low).add(high);
  }
  return Float64Array.from(
    [...kept].sort((a, b) => a - b).flatMap((i) => [...points.subarray(i * 3, i * 3 + 3)]),
  );
}

/** Of the points in about the same direction from the middle of the box, the farthest: corners are among them. */
function farthestOutward(points: Float64Array): Float64Array {
  const { min, max } = rotatedBounds(points, noRotation);
  const [cx, cy, cz] = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2];
  const kept = new Int32Array(6 * cellsAcross * cellsAcross).fill(-1);
  const distances = new Float64Array(kept.length);
  for (let i = 0; i < points.length; i += 3) {
    const x = points[i]! - cx;
    const y = points[i + 1]! - cy;
    const z = points[i + 2]! - cz;
    const distance = x * x + y * y + z * z;
    const cell = cellOf(x, y, z);
    if (kept[cell]! >= 0 && distance <= distances[cell]!) continue;
    kept[cell] = i;
    distances[cell] = distance;
  }
  const farthest = kept.filter((at) => at >= 0).sort();
  const outward = new Float64Array(farthest.length * 3);
  farthest.forEach((at, k) => {
    outward.set(points.subarray(at, at + 3), k * 3);
  });
  return outward;
}

/** Cell of a cube about the middle that a direction points to. */
function cellOf(x: number, y: number, z: number): number {
  const [ax, ay, az] = [Math.abs(x), Math.abs(y), Math.abs(z)];
  const longest = Math.max(ax, ay, az) || 1;
  const step = (value: number): number =>
    Math.min(cellsAcross - 1, Math.floor((value / longest + 1) * 0.5 * cellsAcross));
  if (ax === longest) return (step(y) * cellsAcross + step(z)) * 6 + (x < 0 ? 1 : 0);
  if (ay === longest) return (step(z) * cellsAcross + step(x)) * 6 + (y < 0 ? 3 : 2);
  return (step(x) * cellsAcross + step(y)) * 6 + (z < 0 ? 5 : 4);
}
