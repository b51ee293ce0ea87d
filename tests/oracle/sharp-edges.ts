/** The edges that make a shaded picture readable, in plain TypeScript: what the fast core must list. */
import { EdgeIndex, faceOf } from '../../src-shared/geometry/checks/edges.ts';
import { mostSharpEdges, sharpCosine } from '../../src-shared/geometry/core/sharp-edges.ts';
import type { Mesh } from '../../src-shared/geometry/mesh/mesh.ts';
import { crossEdges } from '../../src-shared/geometry/mesh/normal.ts';
import { TaskProgress } from '../../src-shared/geometry/runtime/task-progress.ts';

/** Pairs of vertex numbers; empty if lines would not help. */
export async function findSharpEdges(mesh: Mesh): Promise<Uint32Array> {
  const most = mostSharpEdges(mesh.indices.length / 3);
  if (most === 0) return new Uint32Array(0);
  const normals = faceNormals(mesh);
  const found: number[] = [];
  const progress = new TaskProgress();
  const edges = await EdgeIndex.build(mesh, progress);
  await edges.walk((low, high, halfEdges, count) => {
    if (found.length > most * 2) return;
    if (count === 2 && isPair(mesh.indices, halfEdges)) {
      const a = faceOf(halfEdges[0]!) * 3;
      const b = faceOf(halfEdges[1]!) * 3;
      const cosine =
        normals[a]! * normals[b]! + normals[a + 1]! * normals[b + 1]! + normals[a + 2]! * normals[b + 2]!;
      if (a === b || cosine >= sharpCosine) return;
    }
    found.push(low, high);
  }, progress);
  return found.length > most * 2 ? new Uint32Array(0) : Uint32Array.from(found);
}

/** They run along the edge in opposite directions. */
const isPair = (indices: Uint32Array, halfEdges: Uint32Array): boolean =>
  indices[halfEdges[0]!] !== indices[halfEdges[1]!];

/** Unit normals, three numbers per face; zero for faces without area. */
function faceNormals({ positions, indices }: Mesh): Float32Array {
  const normals = new Float32Array(indices.length);
  const normal = new Float64Array(3);
  for (let i = 0; i < indices.length; i += 3) {
    const a = indices[i]! * 3;
    const b = indices[i + 1]! * 3;
    const c = indices[i + 2]! * 3;
    crossEdges(positions, a, b, c, normal);
    const [x, y, z] = [normal[0]!, normal[1]!, normal[2]!];
    const length = Math.sqrt(x * x + y * y + z * z) || 1;
    normals[i] = x / length;
    normals[i + 1] = y / length;
    normals[i + 2] = z / length;
  }
  return normals;
}
