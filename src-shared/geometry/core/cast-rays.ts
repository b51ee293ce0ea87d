/**
 * Casts many rays through a tree of triangles with the fast core. checks/ray-caster.ts is the reference: both find the
 * same to the bit.
 */
import type { TriangleTree } from '../mesh/triangle-tree.ts';
import { type Core, region, returnCore, takeCore } from './core.ts';

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
    const core = takeCore();
    if (core === null) return null;
    try {
      load(core, tree, mostRays);
    } catch (thrown) {
      if (thrown instanceof RangeError) return null;
      throw thrown;
    }
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

const isSingle = ({ corners }: TriangleTree): boolean => corners instanceof Float32Array;

function load(core: Core, tree: TriangleTree, mostRays: number): void {
  const { boxes, corners, leaves, starts } = tree;
  core.reserve(region.input, mostRays * numbersPerRay * 8);
  core.reserve(region.raw, corners.byteLength);
  core.reserve(region.indices, starts.byteLength);
  core.reserve(region.records, boxes.byteLength);
  const numbersAt = (of: number, length: number): Float32Array | Float64Array =>
    isSingle(tree) ? core.singles(core.address(of), length) : core.doubles(core.address(of), length);
  numbersAt(region.raw, corners.length).set(corners);
  core.words(core.address(region.indices), starts.length).set(starts);
  // The core reads the boxes of both children of a node at once, side by side.
  const pairs = numbersAt(region.records, boxes.length);
  for (let node = 1; node < leaves; node++) {
    const at = node * 12;
    for (let side = 0; side < 6; side++) {
      pairs[at + side * 2] = boxes[at + side]!;
      pairs[at + side * 2 + 1] = boxes[at + 6 + side]!;
    }
  }
}
