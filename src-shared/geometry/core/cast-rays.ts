/**
 * Casts many rays through a tree of triangles with the fast core. checks/ray-caster.ts is the reference: both find the
 * same to the bit.
 */
import { leafSize, type TriangleTree } from '../mesh/triangle-tree.ts';
import { type Core, region, returnCore } from './core.ts';
import { coreWithTree, isSingle, numbersAt } from './load-tree.ts';

/** A ray: origin and direction (of length 1), in file units. Its answer takes the place of the first two numbers. */
export const numbersPerRay = 6;

/** x, y, z of three corners. */
const numbersPerFace = 9;

/** Leaves whose corners are copied at once. */
const leavesAtOnce = 4096;

export class CoreRays {
  readonly #core: Core;
  readonly #tree: TriangleTree;

  private constructor(core: Core, tree: TriangleTree) {
    this.#core = core;
    this.#tree = tree;
  }

  /** Null if WebAssembly does not work here, or has too little memory. Call `end` afterwards. */
  static for(tree: TriangleTree, mostRays: number): CoreRays | null {
    const bytesPerLeaf = leafSize * numbersPerFace * tree.corners.BYTES_PER_ELEMENT;
    const core = coreWithTree(tree, {
      [region.input]: Math.max(mostRays * numbersPerRay * 8, leavesAtOnce * bytesPerLeaf),
      [region.raw]: tree.leaves * bytesPerLeaf,
    });
    if (core === null) return null;
    arrange(core, tree);
    return new CoreRays(core, tree);
  }

  /** Writes the distance at which each ray leaves the part, Infinity if it does not, and the cosine of its angle there. */
  cast(rays: Float64Array, count: number): void {
    const room = this.#core.doubles(this.#core.address(region.input), count * numbersPerRay);
    room.set(rays.subarray(0, room.length));
    const { exports } = this.#core;
    if (isSingle(this.#tree)) exports.castRays32(count, this.#tree.leaves);
    else exports.castRays64(count, this.#tree.leaves);
    rays.set(room);
  }

  end(): void {
    returnCore(this.#core);
  }
}

/** Brings corners and boxes into the order in which rays read them: what is tested together lies together. */
function arrange(core: Core, tree: TriangleTree): void {
  const { layLeaves32, layLeaves64, pairBoxes32, pairBoxes64 } = core.exports;
  const layLeaves = isSingle(tree) ? layLeaves32 : layLeaves64;
  const { corners, leaves, starts } = tree;
  for (let first = 0; first < leaves; first += leavesAtOnce) {
    const last = Math.min(leaves, first + leavesAtOnce);
    const those = corners.subarray(starts[first]! * numbersPerFace, starts[last]! * numbersPerFace);
    numbersAt(core, tree, region.input, those.length).set(those);
    layLeaves(first, last);
  }
  (isSingle(tree) ? pairBoxes32 : pairBoxes64)(leaves);
}
