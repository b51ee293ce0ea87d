/** Writes binary STL, for baked meshes (rotated, repaired) and test files. */
import { type Mesh, triangleCount } from '../mesh/mesh.ts';
import { crossEdges } from '../mesh/normal.ts';

const header = 'Fabdesk binary STL';

/** 84 + 50 bytes per triangle; normals are computed, attribute bytes zero, coordinates float32. */
export function writeBinaryStl(mesh: Mesh): Uint8Array {
  const { positions, indices } = mesh;
  const triangles = triangleCount(mesh);
  const bytes = new Uint8Array(84 + triangles * 50);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < header.length; i++) bytes[i] = header.charCodeAt(i);
  view.setUint32(80, triangles, true);
  const normal = new Float64Array(3);
  for (let triangle = 0; triangle < triangles; triangle++) {
    const at = 84 + triangle * 50;
    const a = indices[triangle * 3]! * 3;
    const b = indices[triangle * 3 + 1]! * 3;
    const c = indices[triangle * 3 + 2]! * 3;
    crossEdges(positions, a, b, c, normal);
    const length = Math.hypot(normal[0]!, normal[1]!, normal[2]!) || 1;
    for (let axis = 0; axis < 3; axis++) {
      view.setFloat32(at + axis * 4, normal[axis]! / length, true);
      view.setFloat32(at + 12 + axis * 4, positions[a + axis]!, true);
      view.setFloat32(at + 24 + axis * 4, positions[b + axis]!, true);
      view.setFloat32(at + 36 + axis * 4, positions[c + axis]!, true);
    }
  }
  return bytes;
}
