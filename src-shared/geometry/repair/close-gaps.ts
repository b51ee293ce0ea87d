/**
 * Joins corners along open edges that were meant to be one: exports that round every face by itself leave gaps too
 * narrow to see. Only corners of open edges move, by less than the tolerance, so sound surface stays as it is.
 */
import { EdgeIndex } from '../checks/edges.ts';
import type { Mesh } from '../mesh.ts';
import type { Pace } from '../pace.ts';
import { countEdges } from './count-edges.ts';
import { edgeKey, withoutFaces } from './face-list.ts';

export interface ClosedGaps {
  readonly mesh: Mesh;
  /** Corners that were joined to another one. */
  readonly joined: number;
  /** The farthest that a corner was moved, in file units. */
  readonly farthest: number;
}

/** Pairs looked at before a crowd of corners is left as it is. */
const mostPairs = 4_000_000;

/**
 * Narrow gaps first: a round with a hundredth and one with a tenth of the tolerance come before it. A round that
 * leaves as many open edges as before, or makes new crowded ones, is undone.
 */
export async function closeGaps(mesh: Mesh, tolerance: number, pace: Pace): Promise<ClosedGaps> {
  let best: ClosedGaps = { mesh, joined: 0, farthest: 0 };
  let counts = await countEdges(mesh, pace.part(0, 0.1));
  for (const [round, share] of [0.01, 0.1, 1].entries()) {
    if (counts.open === 0) break;
    const own = pace.part(0.1 + round * 0.3, 0.4 + round * 0.3);
    const tried = await joinOpenCorners(best.mesh, tolerance * share, own.part(0, 0.6));
    if (tried.joined === 0) continue;
    const after = await countEdges(tried.mesh, own.part(0.6, 1));
    if (after.open >= counts.open || after.crowded > counts.crowded) continue;
    counts = after;
    best = {
      mesh: tried.mesh,
      joined: best.joined + tried.joined,
      farthest: Math.max(best.farthest, tried.farthest),
    };
  }
  return best;
}

interface Pair {
  readonly a: number;
  readonly b: number;
  readonly distance: number;
}

async function joinOpenCorners(mesh: Mesh, tolerance: number, pace: Pace): Promise<ClosedGaps> {
  const { positions, indices } = mesh;
  const isOpen = new Uint8Array(positions.length / 3);
  const neighbours = new Set<number>();
  const edges = await EdgeIndex.build(mesh, pace.part(0, 0.5));
  await edges.walk(
    (low, high, _halfEdges, count) => {
      if (count !== 1) return;
      isOpen[low] = 1;
      isOpen[high] = 1;
      // Joining the two ends of an edge would take a face away.
      neighbours.add(edgeKey(low, high));
    },
    pace.part(0.5, 0.8),
  );
  const pairs = findPairs(positions, isOpen, tolerance);
  const target = new Int32Array(isOpen.length).fill(-1);
  let joined = 0;
  let farthest = 0;
  for (const { a, b, distance } of pairs) {
    if (target[a] !== -1 || target[b] !== -1 || neighbours.has(edgeKey(a, b))) continue;
    // The later corner goes to the earlier one, which stays where it is.
    target[b] = a;
    target[a] = a;
    joined++;
    farthest = Math.max(farthest, distance);
  }
  if (joined === 0) return { mesh, joined, farthest };
  const renumbered = indices.map((vertex) => (target[vertex] === -1 ? vertex : target[vertex]!));
  const collapsed = new Uint8Array(indices.length / 3);
  for (let face = 0; face < collapsed.length; face++) {
    const [a, b, c] = [renumbered[face * 3], renumbered[face * 3 + 1], renumbered[face * 3 + 2]];
    if (a === b || b === c || c === a) collapsed[face] = 1;
  }
  return { mesh: withoutFaces({ positions, indices: renumbered }, collapsed), joined, farthest };
}

/** Pairs of open corners nearer than the tolerance, the nearest first. */
function findPairs(positions: Mesh['positions'], isOpen: Uint8Array, tolerance: number): Pair[] {
  const cells = new Map<string, number[]>();
  const cellOf = (vertex: number): [number, number, number] => [
    Math.floor(positions[vertex * 3]! / tolerance),
    Math.floor(positions[vertex * 3 + 1]! / tolerance),
    Math.floor(positions[vertex * 3 + 2]! / tolerance),
  ];
  const pairs: Pair[] = [];
  let looked = 0;
  for (let vertex = 0; vertex < isOpen.length; vertex++) {
    if (isOpen[vertex] === 0) continue;
    const [x, y, z] = cellOf(vertex);
    for (let step = 0; step < 27 && looked < mostPairs; step++) {
      const key = `${x + (step % 3) - 1},${y + (Math.floor(step / 3) % 3) - 1},${z + Math.floor(step / 9) - 1}`;
      for (const other of cells.get(key) ?? []) {
        looked++;
        const distance = Math.hypot(
          positions[vertex * 3]! - positions[other * 3]!,
          positions[vertex * 3 + 1]! - positions[other * 3 + 1]!,
          positions[vertex * 3 + 2]! - positions[other * 3 + 2]!,
        );
        if (distance <= tolerance) pairs.push({ a: other, b: vertex, distance });
      }
    }
    const own = `${x},${y},${z}`;
    const cell = cells.get(own);
    if (cell) cell.push(vertex);
    else cells.set(own, [vertex]);
  }
  return pairs.sort((p, q) => p.distance - q.distance || p.b - q.b || p.a - q.a);
}
