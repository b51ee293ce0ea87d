/**
 * Finds the pairs of triangles that may intersect with the fast core. What it leaves out does not intersect by the rules
 * of checks/triangle-crossing.ts; checks/self-intersections.ts examines the rest.
 */
import type { TriangleTree } from '../mesh/triangle-tree.ts';
import { type Core, region, returnCore } from './core.ts';
import { coreWithTree, isSingle } from './load-tree.ts';

/** Pairs that one search may give. */
const mostPairs = 65_536;

/** PLANE of assembly/triangle-pairs.ts. */
const bytesPerPlane = 32;

export interface FoundPairs {
  /** Two places of the tree for each pair. Valid until the next search. */
  readonly pairs: Uint32Array;
  /** The first leaf that was not searched: `leaf` itself if its pairs alone are too many. */
  readonly next: number;
  /** Number of pairs that were examined. */
  readonly examined: number;
}

export class CorePairs {
  readonly #core: Core;
  readonly #tree: TriangleTree;
  readonly #tolerance: number;

  private constructor(core: Core, tree: TriangleTree, tolerance: number) {
    this.#core = core;
    this.#tree = tree;
    this.#tolerance = tolerance;
  }

  /**
   * @param indices three vertices a face
   * @returns null if WebAssembly does not work here, or has too little memory. Call `end` afterwards.
   */
  static for(tree: TriangleTree, indices: Uint32Array, tolerance: number): CorePairs | null {
    const core = coreWithTree(tree, {
      [region.input]: mostPairs * 8,
      // The last three vertices and the last box are read beyond their end.
      [region.uses]: indices.byteLength + 16,
      [region.table]: (tree.corners.byteLength / 3) * 2 + 16,
      [region.scratch]: tree.order.length * bytesPerPlane,
    });
    if (core === null) return null;
    const vertices = core.words(core.address(region.uses), indices.length);
    const { order } = tree;
    for (let place = 0; place < order.length; place++) {
      const face = order[place]! * 3;
      vertices[place * 3] = indices[face]!;
      vertices[place * 3 + 1] = indices[face + 1]!;
      vertices[place * 3 + 2] = indices[face + 2]!;
    }
    const { describePlaces32, describePlaces64 } = core.exports;
    (isSingle(tree) ? describePlaces32 : describePlaces64)(order.length, tolerance);
    return new CorePairs(core, tree, tolerance);
  }

  /** Searches from a leaf to another, exclusive, until more than `budget` pairs were examined. */
  find(leaf: number, last: number, budget: number): FoundPairs {
    const core = this.#core;
    const { exports } = core;
    const find = isSingle(this.#tree) ? exports.findPairs32 : exports.findPairs64;
    const count = find(leaf, last, this.#tree.leaves, budget, mostPairs, this.#tolerance);
    return {
      pairs: core.words(core.address(region.input), count * 2),
      next: exports.searchedUntil(),
      examined: exports.pairsExamined(),
    };
  }

  end(): void {
    returnCore(this.#core);
  }
}
