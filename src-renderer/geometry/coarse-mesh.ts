/**
 * A simplified mesh to draw while the camera moves on slow graphics: vertices are merged into the cells of a
 * grid, and triangles that collapse are dropped. Uses the same positions, so it costs only an index array.
 */
import type { Mesh, Vector } from '../../src-shared/geometry/mesh/mesh.ts';

/** Below this number every computer draws the whole mesh smoothly. */
const heavy = 400_000;
/** Cells along the longest side. */
const cells = 112;

/** Three vertex numbers per triangle; empty for meshes that need no simplified version. */
export function makeCoarse({ positions, indices }: Mesh): Uint32Array {
  if (indices.length / 3 < heavy) return new Uint32Array(0);
  const [low, high] = boxOf(positions);
  const longest = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
  if (!(longest > 0)) return new Uint32Array(0);
  const perUnit = cells / longest;
  /** The first vertex in each cell, counted from 1. */
  const first = new Uint32Array((cells + 1) ** 3);
  const stand = new Uint32Array(positions.length / 3);
  for (let vertex = 0; vertex < stand.length; vertex++) {
    const x = Math.floor((positions[vertex * 3]! - low[0]) * perUnit);
    const y = Math.floor((positions[vertex * 3 + 1]! - low[1]) * perUnit);
    const z = Math.floor((positions[vertex * 3 + 2]! - low[2]) * perUnit);
    const cell = (x * (cells + 1) + y) * (cells + 1) + z;
    const known = first[cell]!;
    if (known === 0) first[cell] = vertex + 1;
    stand[vertex] = known === 0 ? vertex : known - 1;
  }
  const coarse = new Uint32Array(indices.length);
  let length = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const a = stand[indices[i]!]!;
    const b = stand[indices[i + 1]!]!;
    const c = stand[indices[i + 2]!]!;
    if (a === b || b === c || c === a) continue;
    coarse[length] = a;
    coarse[length + 1] = b;
    coarse[length + 2] = c;
    length += 3;
  }
  return coarse.slice(0, length);
}

/** The extent of all vertices, also those that no triangle uses. */
function boxOf(positions: Mesh['positions']): [low: Vector, high: Vector] {
  let [lowX, lowY, lowZ] = [Infinity, Infinity, Infinity];
  let [highX, highY, highZ] = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = [positions[i]!, positions[i + 1]!, positions[i + 2]!];
    if (x < lowX) lowX = x;
    if (x > highX) highX = x;
    if (y < lowY) lowY = y;
    if (y > highY) highY = y;
    if (z < lowZ) lowZ = z;
    if (z > highZ) highZ = z;
  }
  return [
    [lowX, lowY, lowZ],
    [highX, highY, highZ],
  ];
}
