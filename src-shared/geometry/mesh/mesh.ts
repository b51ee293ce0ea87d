/**
 * The mesh that all of geometry works on. The same arrays are drawn, measured and checked, so the price
 * matches the picture. It has no three.js, no file and no unit.
 */

import type { MeshColours } from './colours.ts';

/** Triangles over shared vertices, in file units. */
export interface Mesh {
  /** x, y, z per vertex. */
  readonly positions: Float32Array | Float64Array;
  /** Three vertex numbers per triangle, counter-clockwise seen from outside. */
  readonly indices: Uint32Array;
  /** Absent if the file says nothing about colours. */
  readonly colours?: MeshColours;
}

export type Vector = readonly [x: number, y: number, z: number];

/** An axis-aligned box. An empty mesh has none (null). */
export interface Bounds {
  readonly min: Vector;
  readonly max: Vector;
}

export const triangleCount = (mesh: Mesh): number => mesh.indices.length / 3;
export const vertexCount = (mesh: Mesh): number => mesh.positions.length / 3;

export const sizeOf = (bounds: Bounds): Vector => [
  bounds.max[0] - bounds.min[0],
  bounds.max[1] - bounds.min[1],
  bounds.max[2] - bounds.min[2],
];
