/**
 * Finds the pairs of triangles that may intersect with the fast core. What it leaves out does not intersect
 * by the rules of checks/triangle-crossing.ts; checks/self-intersections.ts examines the rest.
 */
import { leafSize } from '../mesh/tree-leaves.ts';
import type { TriangleTree } from '../mesh/triangle-tree.ts';
import { bitsOf, type Core, region, returnCore } from './core.ts';
import { coreWithTree } from './load-tree.ts';

/** Pairs that one search usually gives at most. A leaf in a pile of faces may have more. */
const mostPairs = 65_536;

/** PLANE of assembly/triangle-pairs.ts. */
const bytesPerPlane = 32;

export interface FoundPairs {
  /** Two places of the tree for each pair. Valid until the next search. */
  readonly pairs: Uint32Array;
  /** The first leaf that was not searched. */
  readonly next: number;
  readonly examined: number;
}

/** Finds the pairs of triangles that may intersect. */
export interface PairSearch {
  /** Searches from a leaf to another, exclusive, until more than `budget` pairs were examined. */
  find(leaf: number, last: number, budget: number): FoundPairs;
  /** Call it once, at last. */
  end(): void;
}

export class CorePairs implements PairSearch {
  readonly #core: Core;
  readonly #tree: TriangleTree;
  readonly #tolerance: number;

  private constructor(core: Core, tree: TriangleTree, tolerance: number) {
    this.#core = core;
    this.#tree = tree;
    this.#tolerance = tolerance;
  }

  /** @param indices three vertices a face @throws CodedError `file-too-large` */
  static for(tree: TriangleTree, indices: Uint32Array, tolerance: number): CorePairs {
    const core = coreWithTree(tree, {
      [region.input]: mostPairs * 8,
      // The last three vertices and the last box are read beyond their end.
      [region.uses]: indices.byteLength + 16,
      [region.table]: (tree.corners.byteLength / 3) * 2 + 16,
      [region.scratch]: tree.order.length * bytesPerPlane,
    });
    const vertices = core.words(core.address(region.uses), indices.length);
    const { order } = tree;
    for (let place = 0; place < order.length; place++) {
      const face = order[place]! * 3;
      vertices[place * 3] = indices[face]!;
      vertices[place * 3 + 1] = indices[face + 1]!;
      vertices[place * 3 + 2] = indices[face + 2]!;
    }
    core.exports.describePlaces(bitsOf(tree.corners), order.length, tolerance);
    return new CorePairs(core, tree, tolerance);
  }

  find(leaf: number, last: number, budget: number): FoundPairs {
    const found = this.#search(leaf, last, budget, mostPairs);
    if (found.next > leaf) return found;
    // As many as the triangles of one leaf can have with all others.
    const most = this.#tree.order.length * leafSize;
    this.#core.reserve(region.input, most * 8);
    return this.#search(leaf, leaf + 1, budget, most);
  }

  #search(leaf: number, last: number, budget: number, most: number): FoundPairs {
    const core = this.#core;
    const { exports } = core;
    const { leaves, corners } = this.#tree;
    const count = exports.findPairs(bitsOf(corners), leaf, last, leaves, budget, most, this.#tolerance);
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
