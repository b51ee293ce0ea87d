/**
 * The part of the benches in any size: a displaced torus, closed, of one shell, with its vertices in rows.
 */
import type { Mesh } from '../../src-shared/geometry/mesh/mesh.ts';

export function makeDisplacedTorus(triangles: number): Mesh {
  const across = Math.round(Math.sqrt(triangles / 4));
  const around = Math.round(triangles / 2 / across);
  const positions = new Float32Array(around * across * 3);
  const indices = new Uint32Array(around * across * 6);
  for (let i = 0; i < around; i++) {
    for (let j = 0; j < across; j++) {
      const u = (2 * Math.PI * i) / around;
      const v = (2 * Math.PI * j) / across;
      const tube = 15 + Math.sin(u * 37) * Math.cos(v * 23) + 0.3 * Math.sin(u * 211 + v * 97);
      const reach = 60 + tube * Math.cos(v);
      const at = i * across + j;
      positions.set([reach * Math.cos(u), reach * Math.sin(u), tube * Math.sin(v)], at * 3);
      const nextI = ((i + 1) % around) * across;
      const nextJ = (j + 1) % across;
      const [a, b, c, d] = [at, nextI + j, nextI + nextJ, i * across + nextJ];
      indices.set([a, b, c, a, c, d], at * 6);
    }
  }
  return { positions, indices };
}
