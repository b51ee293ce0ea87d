/**
 * Casts many rays through a tree of triangles with the fast core. checks/ray-caster.ts is the reference: both find the
 * same to the bit.
 */
import type { Mesh } from '../mesh/mesh.ts';
import { leafStarts } from '../mesh/tree-leaves.ts';
import type { TriangleTree } from '../mesh/triangle-tree.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { roomForCorners, treeInCore } from './build-tree.ts';
import { type Core, region, returnCore } from './core.ts';
import { coreWithTree, isSingle } from './load-tree.ts';

/** A ray: origin and direction (of length 1), in file units. Its answer takes the place of the first two numbers. */
export const numbersPerRay = 6;

/** Call `end` afterwards. */
export class CoreRays {
  readonly #core: Core;
  readonly #leaves: number;
  readonly #cast: (count: number, leaves: number) => void;

  /** @param core with a tree, whose corners and boxes are brought into the order in which rays read them */
  private constructor(core: Core, leaves: number, isSingleTree: boolean) {
    this.#core = core;
    this.#leaves = leaves;
    const { exports } = core;
    (isSingleTree ? exports.layLeaves32 : exports.layLeaves64)(leaves);
    (isSingleTree ? exports.pairBoxes32 : exports.pairBoxes64)(leaves);
    this.#cast = isSingleTree ? exports.castRays32 : exports.castRays64;
  }

  /** Through a copy of the tree. Null if WebAssembly does not work here, or has too little memory. */
  static for(tree: TriangleTree, mostRays: number): CoreRays | null {
    const { leaves, corners } = tree;
    const core = coreWithTree(tree, {
      [region.input]: bytesFor(mostRays),
      [region.raw]: roomForCorners(leaves, corners.BYTES_PER_ELEMENT),
    });
    return core && new CoreRays(core, leaves, isSingle(tree));
  }

  /** Through a tree that stays in the core. Null as above. @throws AbortError */
  static async build(mesh: Mesh, mostRays: number, progress: TaskProgress): Promise<CoreRays | null> {
    const starts = leafStarts(mesh.indices.length / 3);
    const core = await treeInCore(mesh, starts, progress, bytesFor(mostRays));
    return core && new CoreRays(core, starts.length - 1, mesh.positions instanceof Float32Array);
  }

  /** Writes the distance at which each ray leaves the part, Infinity if it does not, and the cosine of its angle there. */
  cast(rays: Float64Array, count: number): void {
    const room = this.#core.doubles(this.#core.address(region.input), count * numbersPerRay);
    room.set(rays.subarray(0, room.length));
    this.#cast(count, this.#leaves);
    rays.set(room);
  }

  end(): void {
    returnCore(this.#core);
  }
}

const bytesFor = (rays: number): number => rays * numbersPerRay * 8;
