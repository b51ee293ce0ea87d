/**
 * The range in which the volume of a part with holes lies. Moving the reference point of the sum (measure.ts)
 * shows how uncertain it is, but not how large the missing pieces are: a ball without its top has lost more
 * than any such point shows. So every hole is closed flat, and its missing piece may bulge in or out by half
 * a ball of the hole's area. Where two holes of one shell face each other, a piece of a tube may be missing
 * between them. No part has more than its box, or less than nothing.
 */
import { EdgeIndex } from '../checks/edges.ts';
import { UnionFind } from '../checks/union-find.ts';
import type { Measures } from '../geometry.ts';
import { type Mesh, sizeOf, type Vector } from '../mesh/mesh.ts';
import { dot, minus } from '../mesh/vectors.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { centreOf } from './measure.ts';

/** Rims of cut-out pieces are jagged, and the largest missing pieces are just half a ball. */
const margin = 1.05;

/** Cosine of the angle within which two holes that face each other point at each other's middle. */
const facing = 0.25;

/** The longest piece that may be missing between two holes, in diameters of the smaller; its least area. */
const [longestPiece, leastShare] = [5, 0.5];

/** With more holes than this, pairs are not examined. */
const mostPaired = 300;

/** The measures of a mesh with open edges, with a range wide enough for what is missing. */
export async function withOpenBand(
  mesh: Mesh,
  measures: Measures,
  progress: TaskProgress,
): Promise<Measures> {
  const { bounds, volume, volumeBand } = measures;
  if (bounds === null) return measures;
  const known = volumeBand ?? { low: volume, high: volume };
  const centre = centreOf(bounds);
  const holes = await findHoles(mesh, progress);
  let closed = (known.low + known.high) / 2;
  let bulge = 0;
  const lids = holes.map((hole) => closeFlat(mesh, hole, centre));
  for (const { filled, area } of lids) {
    closed += filled;
    bulge += (2 / 3) * Math.PI * (area / Math.PI) ** 1.5 * margin;
  }
  const high = closed + bulge + largestPieces(lids);
  const box = sizeOf(bounds).reduce((product, side) => product * side, 1);
  const [least, most] = closed < 0 ? [-box, 0] : [0, box];
  const within = (value: number): number => Math.min(Math.max(value, least), most);
  return {
    ...measures,
    volume: within(volume) === volume ? volume : within(closed),
    volumeBand: {
      low: within(Math.min(known.low, closed - bulge)),
      high: within(Math.max(known.high, high)),
    },
  };
}

interface Hole {
  /** Pairs of vertices in the direction of the face beside the edge. */
  readonly edges: number[];
  /** A number for the shell that it is in. */
  readonly shell: number;
}

/** A hole, closed flat. */
interface Lid {
  /** The volume below it, seen from the middle of the part. */
  readonly filled: number;
  readonly area: number;
  readonly middle: Vector;
  /** Points outward; its length is the area of the lid. */
  readonly normal: Vector;
  readonly shell: number;
}

/** The volume of pieces of tubes between holes that face each other; every hole has at most one. */
function largestPieces(lids: readonly Lid[]): number {
  // Holes are few, except in heaps of triangles, whose volume nobody knows.
  if (lids.length > mostPaired) return 0;
  const pairs = lids.flatMap((one, i) =>
    lids.slice(i + 1).flatMap((other) => {
      const volume = pieceBetween(one, other);
      return volume > 0 ? [{ one, other, volume }] : [];
    }),
  );
  pairs.sort((p, q) => q.volume - p.volume);
  const used = new Set<Lid>();
  let sum = 0;
  for (const { one, other, volume } of pairs) {
    if (used.has(one) || used.has(other)) continue;
    used.add(one).add(other);
    sum += volume;
  }
  return sum;
}

/** 0 if the holes do not face each other. */
function pieceBetween(one: Lid, other: Lid): number {
  if (one.shell !== other.shell) return 0;
  const [small, large] = [Math.min(one.area, other.area), Math.max(one.area, other.area)];
  if (!(small > large * leastShare)) return 0;
  const way = minus(other.middle, one.middle);
  const distance = Math.sqrt(dot(way, way));
  if (distance > longestPiece * 2 * Math.sqrt(small / Math.PI)) return 0;
  if (dot(one.normal, way) < facing * one.area * distance) return 0;
  if (-dot(other.normal, way) < facing * other.area * distance) return 0;
  // The arc that leaves one hole and enters the other at right angles.
  const cosine = -dot(one.normal, other.normal) / (one.area * other.area);
  const half = Math.acos(Math.max(-1, Math.min(1, cosine))) / 2;
  const arc = half < 1e-6 ? distance : (distance * half) / Math.sin(half);
  return ((one.area + other.area) / 2) * arc * margin;
}

async function findHoles(mesh: Mesh, progress: TaskProgress): Promise<Hole[]> {
  const { indices, positions } = mesh;
  const index = await EdgeIndex.build(mesh, progress.part(0, 0.5));
  const groups = new UnionFind(positions.length / 3);
  const edges: number[] = [];
  await index.walk(
    (low, high, halfEdges, count) => {
      if (count !== 1) return;
      const isForward = indices[halfEdges[0]!] === low;
      edges.push(isForward ? low : high, isForward ? high : low);
      groups.join(low, high);
    },
    progress.part(0.5, 1),
  );
  const shells = new UnionFind(positions.length / 3);
  for (let i = 0; i < indices.length; i += 3) {
    shells.join(indices[i]!, indices[i + 1]!);
    shells.join(indices[i]!, indices[i + 2]!);
  }
  const holes = new Map<number, Hole>();
  for (let i = 0; i < edges.length; i += 2) {
    const root = groups.find(edges[i]!);
    const hole = holes.get(root) ?? { edges: [], shell: shells.find(edges[i]!) };
    hole.edges.push(edges[i]!, edges[i + 1]!);
    holes.set(root, hole);
  }
  return [...holes.values()];
}

/** Closes a hole by triangles from its edges to its middle. @param centre the origin of volumes */
function closeFlat({ positions }: Mesh, { edges, shell }: Hole, centre: Vector): Lid {
  const at = (vertex: number, axis: number): number => positions[vertex * 3 + axis]! - centre[axis]!;
  const middle = [0, 1, 2].map((axis) => {
    let sum = 0;
    for (let i = 0; i < edges.length; i += 2) sum += at(edges[i]!, axis);
    return (sum * 2) / edges.length;
  });
  const [mx, my, mz] = middle as [number, number, number];
  let [filled, area] = [0, 0];
  let [sumX, sumY, sumZ] = [0, 0, 0];
  for (let i = 0; i < edges.length; i += 2) {
    // Against the direction of the face beside the edge, as in every pair of neighbours.
    const [from, to] = [edges[i + 1]!, edges[i]!];
    const [ux, uy, uz] = [at(from, 0), at(from, 1), at(from, 2)];
    const [vx, vy, vz] = [at(to, 0), at(to, 1), at(to, 2)];
    filled += (mx * (uy * vz - uz * vy) + my * (uz * vx - ux * vz) + mz * (ux * vy - uy * vx)) / 6;
    const [px, py, pz] = [ux - mx, uy - my, uz - mz];
    const [qx, qy, qz] = [vx - mx, vy - my, vz - mz];
    const [nx, ny, nz] = [py * qz - pz * qy, pz * qx - px * qz, px * qy - py * qx];
    area += Math.sqrt(nx * nx + ny * ny + nz * nz) / 2;
    sumX += nx / 2;
    sumY += ny / 2;
    sumZ += nz / 2;
  }
  return { filled, area, middle: [mx, my, mz], normal: [sumX, sumY, sumZ], shell };
}
