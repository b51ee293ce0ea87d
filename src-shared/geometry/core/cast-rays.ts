/**
 * Casts many rays through a tree of triangles with the fast core. checks/ray-caster.ts is the reference: both find the
 * same to the bit.
 */
import type { TriangleTree } from '../mesh/triangle-tree.ts';
import { type Core, region, returnCore } from './core.ts';
import { boxesIn, coreWithTree, isSingle } from './load-tree.ts';

/** A ray: origin and direction (of length 1), in file units. Its answer takes the place of the first two numbers. */
export const numbersPerRay = 6;

export class CoreRays {
  readonly #core: Core;
  readonly #tree: TriangleTree;

  private constructor(core: Core, tree: TriangleTree) {
    this.#core = core;
    this.#tree = tree;
  }

  /** Null if WebAssembly does not work here, or has too little memory. Call `end` afterwards. */
  static for(tree: TriangleTree, mostRays: number): CoreRays | null {
    const core = coreWithTree(tree, { [region.input]: mostRays * numbersPerRay * 8 });
    if (core === null) return null;
    pairBoxes(core, tree);
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

/** The core reads the boxes of both children of a node at once, side by side. */
function pairBoxes(core: Core, tree: TriangleTree): void {
  const { boxes, leaves } = tree;
  const pairs = boxesIn(core, tree);
  for (let node = 1; node < leaves; node++) {
    const at = node * 12;
    for (let side = 0; side < 6; side++) {
      pairs[at + side * 2] = boxes[at + side]!;
      pairs[at + side * 2 + 1] = boxes[at + 6 + side]!;
    }
  }
}
