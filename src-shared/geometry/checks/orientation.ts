/**
 * Finds faces that are flipped against their neighbours. Orientation spreads over every edge with exactly two
 * faces; in each patch the smaller side counts as flipped. Runs only if some edge disagrees.
 */
import type { Mesh } from '../mesh/mesh.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { type EdgeIndex, faceOf } from './edges.ts';
import { Places } from './places.ts';
import { OrientedUnionFind } from './union-find.ts';

export interface FlippedFaces {
  readonly places: Places;
  /** A surface like a Moebius strip has no outside: flipping faces cannot repair it. */
  readonly hasNoOutside: boolean;
}

export async function findFlippedFaces(
  mesh: Mesh,
  edges: EdgeIndex,
  progress: TaskProgress,
): Promise<FlippedFaces> {
  const { indices } = mesh;
  const faces = indices.length / 3;
  const patches = new OrientedUnionFind(faces);
  const contradictions = new Places(mesh);
  const join = (_low: number, _high: number, halfEdges: Uint32Array, count: number): void => {
    if (count !== 2) return;
    const a = halfEdges[0]!;
    const b = halfEdges[1]!;
    const sameDirection = indices[a] === indices[b] ? 1 : 0;
    if (!patches.join(faceOf(a), faceOf(b), sameDirection)) {
      contradictions.addFace(faceOf(a));
      contradictions.addFace(faceOf(b));
    }
  };
  await edges.walk(join, progress);

  const flippedAgainstRoot = new Uint8Array(faces);
  const sizes = new Uint32Array(faces);
  const flippedSizes = new Uint32Array(faces);
  for (let face = 0; face < faces; face++) {
    const { root, flipped } = patches.find(face);
    flippedAgainstRoot[face] = flipped;
    sizes[root]!++;
    if (flipped) flippedSizes[root]!++;
  }
  const places = new Places(mesh);
  for (let face = 0; face < faces; face++) {
    const { root } = patches.find(face);
    const flipped = flippedSizes[root]!;
    if (flipped === 0) continue;
    const minority = flipped * 2 > sizes[root]! ? 0 : 1;
    if (flippedAgainstRoot[face] === minority) places.addFace(face);
  }
  const hasNoOutside = contradictions.count > 0;
  return { places: places.count > 0 ? places : contradictions, hasNoOutside };
}
