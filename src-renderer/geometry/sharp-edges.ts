/**
 * The lines that make a shaded part readable: edges where faces meet at a sharp angle, and borders. Only for the
 * picture; the check of openings is src-shared/geometry/checks/quick-check.ts.
 */
import { EdgeIndex, faceOf } from '../../src-shared/geometry/checks/edges.ts';
import type { Mesh } from '../../src-shared/geometry/mesh/mesh.ts';
import { crossEdges } from '../../src-shared/geometry/mesh/normal.ts';
import { TaskProgress } from '../../src-shared/geometry/runtime/task-progress.ts';

/** Cosine of the angle between two faces' normals above which the edge is drawn: 35 degrees. */
const sharp = Math.cos((35 * Math.PI) / 180);

/** Above this number of triangles a part is sculpted or scanned: lines would only blacken it and cost time. */
const mostTriangles = 1_500_000;
const mostEdges = 250_000;

/** Pairs of vertex numbers; empty if lines would not help. */
export async function findSharpEdges(mesh: Mesh): Promise<Uint32Array> {
  const triangles = mesh.indices.length / 3;
  if (triangles === 0 || triangles > mostTriangles) return new Uint32Array(0);
  const normals = faceNormals(mesh);
  const found: number[] = [];
  const progress = new TaskProgress();
  const edges = await EdgeIndex.build(mesh, progress);
  await edges.walk((low, high, halfEdges, count) => {
    if (found.length > mostEdges * 2) return;
    if (count !== 2) {
      found.push(low, high);
      return;
    }
    const a = faceOf(halfEdges[0]!) * 3;
    const b = faceOf(halfEdges[1]!) * 3;
    const cosine =
      normals[a]! * normals[b]! + normals[a + 1]! * normals[b + 1]! + normals[a + 2]! * normals[b + 2]!;
    if (cosine < sharp) found.push(low, high);
  }, progress);
  // If every other edge is sharp, the surface is rough and has no flat faces.
  const isRough = found.length / 2 > mostEdges || (triangles > 20_000 && found.length / 2 > triangles * 0.5);
  return isRough ? new Uint32Array(0) : Uint32Array.from(found);
}

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
