/**
 * Simple solids as watertight meshes with faces outward, in whatever unit the caller uses. For the sample part,
 * tests and benchmarks.
 */
import type { Mesh, Vector } from '../mesh/mesh.ts';

/** A box from `min` to `max`: 8 vertices, 12 triangles. */
export function makeBox(min: Vector, max: Vector): Mesh {
  const positions = new Float64Array(24);
  for (let corner = 0; corner < 8; corner++) {
    positions[corner * 3] = corner & 1 ? max[0] : min[0];
    positions[corner * 3 + 1] = corner & 2 ? max[1] : min[1];
    positions[corner * 3 + 2] = corner & 4 ? max[2] : min[2];
  }
  const quads = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ] as const;
  return { positions, indices: Uint32Array.from(quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d])) };
}

/** A cube with one corner at the origin. */
export const makeCube = (side: number): Mesh => makeBox([0, 0, 0], [side, side, side]);

/** A sphere of 20 * 4^subdivisions nearly equal triangles with all vertices at `radius` from the origin. */
export function makeIcosphere(radius: number, subdivisions: number): Mesh {
  const golden = (1 + Math.sqrt(5)) / 2;
  const points: Vector[] = [];
  for (const a of [-1, 1]) {
    for (const b of [-golden, golden]) points.push([0, a, b], [a, b, 0], [b, 0, a]);
  }
  let triangles = icosahedronFaces(points);
  for (let round = 0; round < subdivisions; round++) {
    const middles = new Map<number, number>();
    const middle = (a: number, b: number): number => {
      const key = Math.min(a, b) * 2 ** 26 + Math.max(a, b);
      const known = middles.get(key);
      if (known !== undefined) return known;
      const [p, q] = [points[a]!, points[b]!];
      points.push(normalise([p[0] + q[0], p[1] + q[1], p[2] + q[2]]));
      middles.set(key, points.length - 1);
      return points.length - 1;
    };
    triangles = triangles.flatMap(([a, b, c]): Triangle[] => {
      const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
      return [
        [a, ab, ca],
        [b, bc, ab],
        [c, ca, bc],
        [ab, bc, ca],
      ];
    });
  }
  const positions = Float64Array.from(
    points.flatMap((point) => normalise(point).map((value) => value * radius)),
  );
  return { positions, indices: Uint32Array.from(triangles.flat()) };
}

/** A ring about the z axis: `around` segments along the ring, `across` about its tube. */
export function makeTorus(ringRadius: number, tubeRadius: number, around: number, across: number): Mesh {
  const positions = new Float64Array(around * across * 3);
  const indices = new Uint32Array(around * across * 6);
  for (let i = 0; i < around; i++) {
    for (let j = 0; j < across; j++) {
      const u = (2 * Math.PI * i) / around;
      const v = (2 * Math.PI * j) / across;
      const reach = ringRadius + tubeRadius * Math.cos(v);
      const at = i * across + j;
      positions.set([reach * Math.cos(u), reach * Math.sin(u), tubeRadius * Math.sin(v)], at * 3);
      const nextI = ((i + 1) % around) * across;
      const nextJ = (j + 1) % across;
      const [a, b, c, d] = [at, nextI + j, nextI + nextJ, i * across + nextJ];
      indices.set([a, b, c, a, c, d], at * 6);
    }
  }
  return { positions, indices };
}

/** A cylinder about the z axis from z = 0 to `height`, as a prism of `segments` sides. */
export function makeCylinder(radius: number, height: number, segments: number): Mesh {
  const positions = new Float64Array((segments * 2 + 2) * 3);
  const indices = new Uint32Array(segments * 12);
  const bottom = segments * 2;
  const top = bottom + 1;
  positions.set([0, 0, 0, 0, 0, height], bottom * 3);
  for (let i = 0; i < segments; i++) {
    const angle = (2 * Math.PI * i) / segments;
    const [x, y] = [radius * Math.cos(angle), radius * Math.sin(angle)];
    positions.set([x, y, 0, x, y, height], i * 6);
    const [a, b] = [i * 2, ((i + 1) % segments) * 2];
    indices.set([a, b, b + 1, a, b + 1, a + 1, bottom, b, a, top, a + 1, b + 1], i * 12);
  }
  return { positions, indices };
}

/** One mesh with the triangles of all meshes; vertices are not welded. */
export function joinMeshes(meshes: readonly Mesh[]): Mesh {
  const positions = new Float64Array(meshes.reduce((sum, mesh) => sum + mesh.positions.length, 0));
  const indices = new Uint32Array(meshes.reduce((sum, mesh) => sum + mesh.indices.length, 0));
  let [position, index] = [0, 0];
  for (const mesh of meshes) {
    const offset = position / 3;
    positions.set(mesh.positions, position);
    indices.set(
      mesh.indices.map((vertex) => vertex + offset),
      index,
    );
    position += mesh.positions.length;
    index += mesh.indices.length;
  }
  return { positions, indices };
}

/** The same surface moved. */
export function moveMesh(mesh: Mesh, by: Vector): Mesh {
  const positions = Float64Array.from(mesh.positions, (value, i) => value + by[(i % 3) as 0 | 1 | 2]);
  return { positions, indices: mesh.indices };
}

/** The same surface with every face flipped. */
export function turnInsideOut(mesh: Mesh): Mesh {
  const indices = mesh.indices.slice();
  for (let i = 0; i < indices.length; i += 3) {
    indices[i + 1] = mesh.indices[i + 2]!;
    indices[i + 2] = mesh.indices[i + 1]!;
  }
  return { positions: mesh.positions, indices };
}

type Triangle = [number, number, number];

/** The 20 faces of an icosahedron: every three neighbouring corners, facing outward. */
function icosahedronFaces(points: readonly Vector[]): Triangle[] {
  const isEdge = (a: Vector, b: Vector): boolean => Math.abs(distanceSquared(a, b) - 4) < 1e-9;
  const faces: Triangle[] = [];
  for (let a = 0; a < 12; a++) {
    for (let b = a + 1; b < 12; b++) {
      for (let c = b + 1; c < 12; c++) {
        const [p, q, r] = [points[a]!, points[b]!, points[c]!];
        if (!isEdge(p, q) || !isEdge(q, r) || !isEdge(r, p)) continue;
        faces.push(determinant(p, q, r) > 0 ? [a, b, c] : [a, c, b]);
      }
    }
  }
  return faces;
}

const distanceSquared = (a: Vector, b: Vector): number =>
  (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;

const determinant = (a: Vector, b: Vector, c: Vector): number =>
  a[0] * (b[1] * c[2] - b[2] * c[1]) -
  a[1] * (b[0] * c[2] - b[2] * c[0]) +
  a[2] * (b[0] * c[1] - b[1] * c[0]);

function normalise([x, y, z]: Vector): Vector {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}
