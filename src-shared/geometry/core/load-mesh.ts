/** Loads a welded mesh from a reader in TypeScript into the fast core. */
import type { Mesh } from '../mesh/mesh.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { type Core, region } from './core.ts';

const block = 65536;

export async function loadMesh(
  core: Core,
  { positions, indices }: Mesh,
  progress: TaskProgress,
): Promise<void> {
  const { exports } = core;
  const vertices = positions.length / 3;
  const faces = indices.length / 3;
  core.reserve(region.raw, Math.min(block, vertices) * 24);
  exports.expect(64, faces, vertices);
  core.words(core.address(region.indices), indices.length).set(indices);
  for (let first = 0; first < vertices; first += block) {
    const count = Math.min(block, vertices - first);
    core.doubles(core.address(region.raw), count * 3).set(positions.subarray(first * 3, (first + count) * 3));
    exports.appendVertices(count);
    await progress.step((0.3 * (first + count)) / vertices);
  }
  for (let first = 0; first < faces; first += block) {
    exports.connectFaces(Math.min(block, faces - first));
    await progress.step(0.3 + (0.7 * (first + block)) / faces);
  }
}

/** Whether some vertices belong to no triangle. */
export function hasUnusedVertices({ positions, indices }: Mesh): boolean {
  const vertices = positions.length / 3;
  const isUsed = new Uint8Array(vertices);
  let used = 0;
  for (const vertex of indices) {
    if (isUsed[vertex] === 0) used++;
    isUsed[vertex] = 1;
  }
  return used < vertices;
}
