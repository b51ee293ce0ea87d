/**
 * The library Manifold, which joins and subtracts solids. src-shared does not import it: each process
 * registers once how to load it (`provideManifold`), and nothing is loaded before it is needed.
 */

import { ref } from '../../messages/messages.ts';
import { geometryError } from '../geometry-text.ts';
import type { Bounds } from '../mesh/mesh.ts';

/** The part of Manifold's module (manifold-3d 3.5) that is used, after its `setup()`. */
export interface ManifoldLibrary {
  readonly Mesh: new (options: {
    numProp: number;
    vertProperties: Float32Array;
    triVerts: Uint32Array;
  }) => ManifoldMesh;
  readonly Manifold: {
    ofMesh(mesh: ManifoldMesh): ManifoldSolid;
    union(solids: readonly ManifoldSolid[]): ManifoldSolid;
    levelSet(
      field: (point: readonly [number, number, number]) => number,
      bounds: Bounds,
      edgeLength: number,
      level: number,
    ): ManifoldSolid;
  };
}

export interface ManifoldMesh {
  readonly numProp: number;
  readonly vertProperties: Float32Array;
  readonly triVerts: Uint32Array;
  readonly mergeFromVert: Uint32Array;
  readonly mergeToVert: Uint32Array;
}

export interface ManifoldSolid {
  status(): string;
  subtract(other: ManifoldSolid): ManifoldSolid;
  simplify(tolerance: number): ManifoldSolid;
  tolerance(): number;
  getMesh(): ManifoldMesh;
  delete(): void;
}

export type ManifoldLoader = () => Promise<ManifoldLibrary>;

let loader: ManifoldLoader | null = null;
let library: Promise<ManifoldLibrary> | null = null;

/** Called once by each process that repairs, before the first repair. */
export function provideManifold(given: ManifoldLoader): void {
  loader = given;
  library = null;
}

/** @throws CodedError `repair-part-missing` if the library cannot be loaded */
export async function loadManifold(): Promise<ManifoldLibrary> {
  try {
    if (loader === null) throw new Error('provideManifold was not called');
    library ??= loader();
    return await library;
  } catch (cause) {
    library = null;
    throw geometryError('repair-part-missing', ref('geometry.unionMissing'), { cause });
  }
}
