import { joinColours } from './colours.ts';
import type { Mesh } from './mesh.ts';

/** All meshes as one; nothing is welded. */
export function joinMeshes(meshes: readonly Mesh[]): Mesh {
  if (meshes.length === 1) return meshes[0]!;
  let [vertexValues, indexValues] = [0, 0];
  for (const { positions, indices } of meshes) {
    vertexValues += positions.length;
    indexValues += indices.length;
  }
  const isNarrow = meshes.every(({ positions }) => positions instanceof Float32Array);
  const positions = isNarrow ? new Float32Array(vertexValues) : new Float64Array(vertexValues);
  const indices = new Uint32Array(indexValues);
  let [vertexAt, indexAt] = [0, 0];
  for (const mesh of meshes) {
    positions.set(mesh.positions, vertexAt);
    const first = vertexAt / 3;
    for (let i = 0; i < mesh.indices.length; i++) indices[indexAt + i] = mesh.indices[i]! + first;
    vertexAt += mesh.positions.length;
    indexAt += mesh.indices.length;
  }
  return { positions, indices, ...joinColours(meshes) };
}
