/**
 * A simplified mesh to draw while the camera moves on slow graphics: vertices are merged into the cells of a grid, and
 * triangles that collapse are dropped. Uses the same positions, so it costs only an index array.
 */
import type { Mesh } from '../../src-shared/geometry/mesh/mesh.ts';

/** Below this number every computer draws the whole mesh smoothly. */
const heavy = 400_000;
/** Cells along the longest side. */
const cells = 112;

/** Three vertex numbers per triangle; empty for meshes that need no simplified version. */
export function makeCoarse({ positions, indices }: Mesh): Uint32Array {
  if (indices.length / 3 < heavy) return new Uint32Array(0);
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    const value = positions[i]!;
    const axis = i % 3;
    if (value < low[axis]!) low[axis] = value;
    if (value > high[axis]!) high[axis] = value;
  }
  const longest = Math.max(high[0]! - low[0]!, high[1]! - low[1]!, high[2]! - low[2]!);
  if (!(longest > 0)) return new Uint32Array(0);
  const perUnit = cells / longest;
  const first = new Map<number, number>();
  const stand = new Uint32Array(positions.length / 3);
  for (let vertex = 0; vertex < stand.length; vertex++) {
    const x = Math.floor((positions[vertex * 3]! - low[0]!) * perUnit);
    const y = Math.floor((positions[vertex * 3 + 1]! - low[1]!) * perUnit);
    const z = Math.floor((positions[vertex * 3 + 2]! - low[2]!) * perUnit);
    const cell = (x * 256 + y) * 256 + z;
    const known = first.get(cell);
    if (known === undefined) first.set(cell, vertex);
    stand[vertex] = known ?? vertex;
  }
  const coarse: number[] = [];
  for (let i = 0; i < indices.length; i += 3) {
    const a = stand[indices[i]!]!;
    const b = stand[indices[i + 1]!]!;
    const c = stand[indices[i + 2]!]!;
    if (a !== b && b !== c && c !== a) coarse.push(a, b, c);
  }
  return Uint32Array.from(coarse);
}
