/**
 * Moves parts apart that touch along an edge or in a corner, by about two millionths of the whole: more than
 * two faces would meet in one edge, which services refuse. Also for solids of the union engine.
 */
import { EdgeIndex, nextInFace } from '../checks/edges.ts';
import { UnionFind } from '../checks/union-find.ts';
import { longestSide } from '../measure/measure.ts';
import { type Mesh, type Vector, vertexCount } from '../mesh/mesh.ts';
import { cross, dot, minus, pointAt } from '../mesh/vectors.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';

/** Share of the longest side by which a corner is moved, about. */
const share = 2e-6;

export interface MovedApart {
  readonly mesh: Mesh;
  /** Corners that were moved, and how far at most. */
  readonly moved: number;
  readonly farthest: number;
}

export async function moveApart(mesh: Mesh, progress: TaskProgress): Promise<MovedApart> {
  const { positions, indices } = mesh;
  const fans = new UnionFind(indices.length);
  /** 1 for corners on a border, where nothing is closed that could be moved. */
  const isBorder = new Uint8Array(vertexCount(mesh));
  const edges = await EdgeIndex.build(mesh, progress.part(0, 0.4));
  await edges.walk(
    (low, high, halfEdges, count) => {
      if (count === 1) isBorder[low] = isBorder[high] = 1;
      const partners = count > 2 ? pairByMaterial(mesh, [low, high], halfEdges.slice(0, count)) : null;
      for (let i = 1; i < count; i++) {
        if (partners === null) joinFans(fans, indices, halfEdges[0]!, halfEdges[i]!);
      }
      for (const [a, b] of partners ?? []) joinFans(fans, indices, a, b);
    },
    progress.part(0.4, 0.9),
  );
  const apart = indices.slice();
  const firstFan = new Int32Array(vertexCount(mesh)).fill(-1);
  const added = new Map<number, number>();
  const places: number[] = [];
  for (let h = 0; h < indices.length; h++) {
    const [vertex, fan] = [indices[h]!, fans.find(h)];
    if (firstFan[vertex] === -1) firstFan[vertex] = fan;
    if (firstFan[vertex] === fan || isBorder[vertex] === 1) continue;
    if (!added.has(fan)) {
      added.set(fan, vertexCount(mesh) + added.size);
      places.push(...positions.subarray(vertex * 3, vertex * 3 + 3));
    }
    apart[h] = added.get(fan)!;
  }
  await progress.step(1);
  if (places.length === 0) return { mesh, moved: 0, farthest: 0 };
  let farthest = 0;
  for (const value of positions) farthest = Math.max(farthest, Math.abs(value));
  // Where coordinates are coarse, at least a few of their steps.
  const most = Math.max(longestSide(mesh) * share, farthest * 2 ** -20);
  const all = new (positions instanceof Float32Array ? Float32Array : Float64Array)(
    positions.length + places.length,
  );
  all.set(positions);
  all.set(places, positions.length);
  separate(all, 3, apart, most);
  return { mesh: { ...mesh, positions: all, indices: apart }, moved: added.size, farthest: most * 1.1 };
}

/** The corners of two faces at both ends of their common edge. */
function joinFans(fans: UnionFind, indices: Uint32Array, a: number, b: number): void {
  const isSame = indices[a] === indices[b];
  fans.join(a, isSame ? b : nextInFace(b));
  fans.join(nextInFace(a), isSame ? nextInFace(b) : b);
}

/** Half-edges along an edge, in pairs with material between them; null if they are not in such pairs. */
function pairByMaterial(
  { positions, indices }: Mesh,
  [low, high]: readonly [number, number],
  halfEdges: Uint32Array,
): [number, number][] | null {
  const from = (vertex: number): Vector => minus(pointAt(positions, vertex), pointAt(positions, low));
  const along = from(high);
  const across = from(indices[nextInFace(nextInFace(halfEdges[0]!))]!);
  // Two directions square to the edge and to each other; angles grow from the outside of a face that runs
  // ahead.
  const v = cross(along, across);
  const length = Math.hypot(...along);
  const [x, y, z] = cross(v, along);
  const u: Vector = [x / length, y / length, z / length];
  const around = Array.from(halfEdges, (halfEdge) => {
    const to = from(indices[nextInFace(nextInFace(halfEdge))]!);
    const angle = Math.atan2(dot(to, v), dot(to, u));
    return { halfEdge, angle, isAhead: indices[halfEdge] === low };
  }).sort((p, q) => q.angle - p.angle);
  const pairs: [number, number][] = [];
  for (const [i, { halfEdge, angle, isAhead }] of around.entries()) {
    const next = around[(i + 1) % around.length]!;
    if (isAhead === next.isAhead || !(angle !== next.angle)) return null;
    if (isAhead) pairs.push([halfEdge, next.halfEdge]);
  }
  return pairs;
}

/**
 * Moves corners that lie in the same place, but belong to different folds of the surface, a little into their
 * own fold, by about `most` at most. The union engine puts corners near its grid onto the grid, and the
 * solids that it combines can have such corners, too.
 * @param stride numbers per corner, of which the first three are its place
 */
export function separate(
  positions: Float32Array | Float64Array,
  stride: number,
  indices: Uint32Array,
  most: number,
): void {
  const taken = new Set<string>();
  const doubles = new Set<number>();
  const at = (vertex: number): number[] => [0, 1, 2].map((axis) => positions[vertex * stride + axis]!);
  for (let vertex = 0; vertex < positions.length / stride; vertex++) {
    const key = at(vertex).join(' ');
    if (taken.has(key)) doubles.add(vertex);
    taken.add(key);
  }
  if (doubles.size === 0) return;
  const around = new Map<number, number[]>();
  for (let i = 0; i < indices.length; i++) {
    if (!doubles.has(indices[i]!)) continue;
    const first = i - (i % 3);
    const ring = around.get(indices[i]!) ?? [];
    ring.push(...indices.subarray(first, first + 3));
    around.set(indices[i]!, ring);
  }
  for (const [number, [vertex, ring]] of [...around].entries()) {
    // Moves no two of them by the same share.
    const part = 0.04 + 0.02 * ((number * 0.618) % 1);
    const from = at(vertex);
    const step = from.map(
      (value, axis) => (ring.reduce((sum, other) => sum + at(other)[axis]!, 0) / ring.length - value) * part,
    );
    const shorter = Math.min(1, (most * (1 + part)) / Math.hypot(...step));
    for (let axis = 0; axis < 3; axis++) positions[vertex * stride + axis]! += step[axis]! * shorter;
  }
}
