/**
 * Removes faces without area and duplicate faces without opening the surface: if a face without area lies
 * between two others, the edge is flipped so that they meet, which moves nothing.
 */

import { isDegenerate } from '../checks/degenerate.ts';
import { EdgeIndex, faceOf, nextInFace } from '../checks/edges.ts';
import { UnionFind } from '../checks/union-find.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { distanceOf, pointAt } from '../mesh/vectors.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { edgeKey, withoutFaces } from './face-list.ts';

/** Each link of a chain of empty faces needs a round. */
const mostRounds = 8;

export async function dropDegenerateFaces(
  mesh: Mesh,
  progress: TaskProgress,
): Promise<{ mesh: Mesh; count: number }> {
  let current = mesh;
  let count = 0;
  for (let round = 0; round < mostRounds; round++) {
    const empty = findDegenerateFaces(current);
    if (empty.length === 0) break;
    const own = progress.part(round / mostRounds, (round + 1) / mostRounds);
    const { mesh: next, repaired } = await dropOnce(current, empty, own);
    if (repaired === 0) break;
    current = next;
    count += repaired;
  }
  return { mesh: current, count };
}

function findDegenerateFaces(mesh: Mesh): Uint32Array {
  const found: number[] = [];
  for (let face = 0; face < mesh.indices.length / 3; face++) if (isDegenerate(mesh, face)) found.push(face);
  return Uint32Array.from(found);
}

/** An empty face whose long side, from a to b with m between them, is flipped to run from m to c. */
interface Turn {
  readonly face: number;
  readonly other: number;
  readonly corners: readonly [a: number, b: number, m: number, c: number];
}

async function dropOnce(
  mesh: Mesh,
  empty: Uint32Array,
  progress: TaskProgress,
): Promise<{ mesh: Mesh; repaired: number }> {
  const { positions, indices } = mesh;
  const edges = await EdgeIndex.build(mesh, progress.part(0, 0.4));
  const { turns, dropped } = await planTurns(mesh, empty, edges, progress.part(0.4, 0.7));
  // An existing edge must not be made again: it would join four faces.
  const wanted = new Set(turns.map(({ corners: [, , m, c] }) => edgeKey(m, c)));
  const taken = new Set<number>();
  await edges.walk(
    (low, high) => {
      const key = edgeKey(low, high);
      if (wanted.has(key)) taken.add(key);
    },
    progress.part(0.7, 1),
  );
  const changed = indices.slice();
  const isTouched = new Uint8Array(indices.length / 3);
  let repaired = dropped.reduce((sum, mark) => sum + mark, 0);
  for (const { face, other, corners } of turns) {
    const [a, b, m, c] = corners;
    const key = edgeKey(m, c);
    if (taken.has(key) || isTouched[face] || isTouched[other]) continue;
    taken.add(key);
    changed.set([m, a, c], face * 3);
    changed.set([c, b, m], other * 3);
    isTouched[face] = 1;
    isTouched[other] = 1;
    repaired++;
  }
  return { mesh: withoutFaces({ positions, indices: changed }, dropped), repaired };
}

async function planTurns(
  mesh: Mesh,
  empty: Uint32Array,
  edges: EdgeIndex,
  progress: TaskProgress,
): Promise<{ turns: Turn[]; dropped: Uint8Array }> {
  const { indices } = mesh;
  const across = new Map<number, number[]>();
  const dropped = new Uint8Array(indices.length / 3);
  const isEmpty = new Uint8Array(dropped.length);
  for (const face of empty) {
    isEmpty[face] = 1;
    const side = longestSideOf(mesh, face);
    // Two corners are one vertex: the other two sides are one edge, used in both directions.
    if (side < 0) dropped[face] = 1;
    else across.set(edgeKey(indices[side]!, indices[nextInFace(side)]!), []);
  }
  await edges.walk((low, high, halfEdges, count) => {
    const uses = across.get(edgeKey(low, high));
    for (let i = 0; i < count; i++) uses?.push(halfEdges[i]!);
  }, progress);
  const turns: Turn[] = [];
  for (const face of empty) {
    if (dropped[face]) continue;
    const side = longestSideOf(mesh, face);
    const [a, b] = [indices[side]!, indices[nextInFace(side)]!];
    const m = indices[nextInFace(nextInFace(side))]!;
    const [neighbour, ...more] = across.get(edgeKey(a, b))!.filter((halfEdge) => halfEdge !== side);
    if (neighbour === undefined) {
      dropped[face] = 1;
      continue;
    }
    const other = faceOf(neighbour);
    const c = indices[nextInFace(nextInFace(neighbour))]!;
    if (more.length > 0 || indices[neighbour] !== b || isEmpty[other] || c === m) continue;
    turns.push({ face, other, corners: [a, b, m, c] });
  }
  return { turns, dropped };
}

/** The half-edge of the longest side; -1 if two corners are the same vertex. */
function longestSideOf({ positions, indices }: Mesh, face: number): number {
  let best = -1;
  let longest = -1;
  for (let h = face * 3; h < face * 3 + 3; h++) {
    const [p, q] = [indices[h]!, indices[nextInFace(h)]!];
    if (p === q) return -1;
    const length = distanceOf(pointAt(positions, p), pointAt(positions, q));
    if (length > longest) [best, longest] = [h, length];
  }
  return best;
}

/**
 * One of the faces with the same three corners stays. Two that face opposite ways are a wall if the surface
 * around them is closed without them: nothing is between them, and both are removed. Where they continue a
 * surface, or are all of it, as when a program for drawing wrote both of its sides, one stays.
 */
export async function dropDuplicateFaces(
  mesh: Mesh,
  progress: TaskProgress,
): Promise<{ mesh: Mesh; count: number }> {
  const { indices } = mesh;
  const faces = indices.length / 3;
  const dropped = new Uint8Array(faces);
  /** For each face of a pair, the face on its other side, plus one. */
  const backOf = new Uint32Array(faces);
  const regions = new UnionFind(faces);
  const continued: number[] = [];
  const bordered: number[] = [];
  const edges = await EdgeIndex.build(mesh, progress.part(0, 0.5));
  const oppositeOf = (halfEdge: number): number => indices[nextInFace(nextInFace(halfEdge))]!;
  await edges.walk(
    (low, _high, halfEdges, uses) => {
      if (uses === 2 && oppositeOf(halfEdges[0]!) !== oppositeOf(halfEdges[1]!)) return;
      const byCorner = new Map<number, number[]>();
      for (const halfEdge of halfEdges.subarray(0, uses)) {
        const corner = oppositeOf(halfEdge);
        byCorner.set(corner, [...(byCorner.get(corner) ?? []), halfEdge]);
      }
      let singles = 0;
      const pairs: number[] = [];
      for (const same of byCorner.values()) {
        const [first, ...others] = same.sort((a, b) => a - b);
        const isAhead = (halfEdge: number): boolean => indices[halfEdge] === low;
        const back = others.find((halfEdge) => isAhead(halfEdge) !== isAhead(first!));
        for (const halfEdge of others) dropped[faceOf(halfEdge)] = 1;
        if (back === undefined) singles++;
        else {
          backOf[faceOf(first!)] = faceOf(back) + 1;
          pairs.push(faceOf(first!));
        }
      }
      for (const face of pairs) regions.join(pairs[0]!, face);
      if (pairs.length > 0 && singles > 0) (singles % 2 === 0 ? bordered : continued).push(pairs[0]!);
    },
    progress.part(0.5, 1),
  );
  const isWall = new Uint8Array(faces);
  for (const face of bordered) isWall[regions.find(face)] = 1;
  for (const face of continued) isWall[regions.find(face)] = 0;
  for (let face = 0; face < faces; face++) {
    if (backOf[face] !== 0 && isWall[regions.find(face)] === 1) dropped[face] = 1;
  }
  const count = dropped.reduce((sum, mark) => sum + mark, 0);
  return count === 0 ? { mesh, count } : { mesh: withoutFaces(mesh, dropped), count };
}
