/** Boolean operations on solids by the library Manifold in WebAssembly (manifold-library.ts). */

import type { Bounds, Mesh } from '../mesh/mesh.ts';
import { weldMesh } from '../mesh/weld.ts';
import { loadManifold, type ManifoldMesh, type ManifoldSolid } from './manifold-library.ts';
import { separate } from './move-apart.ts';

/**
 * How far a simplified surface may move, and how far corners in one place are moved apart, in units of the
 * engine's tolerance (about 1e-7 of the part).
 */
const [simplifiedBy, apart] = [4, 16];

/** How a solid is finished; by default it is left as the engine made it. */
interface Finish {
  /** Folds of the surface that touch each other are moved apart. */
  readonly isApart?: boolean;
  /** As few triangles as the surface needs, so a face of a body may become part of a larger one. */
  readonly isSimplified?: boolean;
}

/** One solid: its outer surface, and the surfaces of its cavities, flipped to face outward. */
export interface Body {
  readonly outside: Mesh;
  readonly cavities: readonly Mesh[];
}

/**
 * The solid that all bodies cover together. Coordinates pass through float32 about `origin`.
 * @returns null if a body is not closed in the way that the library needs
 * @throws CodedError `repair-part-missing` if the library cannot be loaded
 */
export async function uniteBodies(
  bodies: readonly Body[],
  origin: readonly [number, number, number],
  { isApart = false, isSimplified = false }: Finish = {},
): Promise<Mesh | null> {
  const { Mesh: MeshOf, Manifold } = await loadManifold();
  const made: ManifoldSolid[] = [];
  const keep = (solid: ManifoldSolid): ManifoldSolid => {
    made.push(solid);
    return solid;
  };
  const solidOf = ({ positions, indices }: Mesh): ManifoldSolid =>
    keep(
      Manifold.ofMesh(
        new MeshOf({
          numProp: 3,
          vertProperties: Float32Array.from(positions, (value, i) => value - origin[i % 3]!),
          triVerts: indices,
        }),
      ),
    );
  try {
    const solids = bodies.map(({ outside, cavities }) => {
      const solid = solidOf(outside);
      if (cavities.length === 0) return solid;
      return keep(solid.subtract(keep(Manifold.union(cavities.map(solidOf)))));
    });
    const whole = keep(Manifold.union(solids));
    if (made.some((solid) => solid.status() !== 'NoError')) return null;
    const tolerance = whole.tolerance();
    const result = isSimplified ? keep(whole.simplify(tolerance * simplifiedBy)) : whole;
    const mesh = result.getMesh();
    if (isApart) separate(mesh.vertProperties, mesh.numProp, mesh.triVerts, tolerance * apart);
    return meshOf(mesh, origin);
  } catch (thrown) {
    // The library throws its status if a mesh is not a solid.
    if (thrown instanceof Error) return null;
    throw thrown;
  } finally {
    for (const solid of made) solid.delete();
  }
}

/**
 * The closed surface on which a field has the value `level`, with the larger values inside.
 * @returns null if no point of the bounds has a larger value
 * @throws CodedError `repair-part-missing` if the library cannot be loaded
 */
export async function surfaceOfField(
  field: (x: number, y: number, z: number) => number,
  bounds: Bounds,
  edgeLength: number,
  level: number,
): Promise<Mesh | null> {
  const { Manifold } = await loadManifold();
  const solid = Manifold.levelSet(([x, y, z]) => field(x, y, z), bounds, edgeLength, level);
  try {
    const mesh = solid.getMesh();
    separate(mesh.vertProperties, mesh.numProp, mesh.triVerts, Infinity);
    const made = meshOf(mesh, [0, 0, 0]);
    return made.indices.length === 0 ? null : made;
  } finally {
    solid.delete();
  }
}

function meshOf(made: ManifoldMesh, origin: readonly [number, number, number]): Mesh {
  const { numProp, vertProperties, triVerts } = made;
  const positions = new Float64Array((vertProperties.length / numProp) * 3);
  for (let vertex = 0; vertex < positions.length / 3; vertex++) {
    for (let axis = 0; axis < 3; axis++) {
      positions[vertex * 3 + axis] = vertProperties[vertex * numProp + axis]! + origin[axis]!;
    }
  }
  return weldMesh({ positions, indices: triVerts.slice() });
}
