/** Writes binary STL, for baked meshes (rotated, repaired) and test files. */
import { type Mesh, triangleCount } from '../mesh/mesh.ts';

const header = 'Fabdesk binary STL';

/** 84 + 50 bytes a triangle; normals are computed, attribute bytes zero. Coordinates are rounded to float32. */
export function writeBinaryStl(mesh: Mesh): Uint8Array {
  const { positions, indices } = mesh;
  const triangles = triangleCount(mesh);
  const bytes = new Uint8Array(84 + triangles * 50);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < header.length; i++) bytes[i] = header.charCodeAt(i);
  view.setUint32(80, triangles, true);
  for (let triangle = 0; triangle < triangles; triangle++) {
    const at = 84 + triangle * 50;
    const a = indices[triangle * 3]! * 3;
    const b = indices[triangle * 3 + 1]! * 3;
    const c = indices[triangle * 3 + 2]! * 3;
    writeNormal(view, at, positions, a, b, c);
    for (let axis = 0; axis < 3; axis++) {
      view.setFloat32(at + 12 + axis * 4, positions[a + axis]!, true);
      view.setFloat32(at + 24 + axis * 4, positions[b + axis]!, true);
      view.setFloat32(at + 36 + axis * 4, positions[c + axis]!, true);
    }
  }
  return bytes;
}

function writeNormal(
  view: DataView,
  at: number,
  positions: Mesh['positions'],
  a: number,
  b: number,
  c: number,
): void {
  const ux = positions[b]! - positions[a]!;
  const uy = positions[b + 1]! - positions[a + 1]!;
  const uz = positions[b + 2]! - positions[a + 2]!;
  const vx = positions[c]! - positions[a]!;
  const vy = positions[c + 1]! - positions[a + 1]!;
  const vz = positions[c + 2]! - positions[a + 2]!;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const length = Math.hypot(nx, ny, nz) || 1;
  view.setFloat32(at, nx / length, true);
  view.setFloat32(at + 4, ny / length, true);
  view.setFloat32(at + 8, nz / length, true);
}
