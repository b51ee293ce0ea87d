/** Casts many rays through a tree of triangles with the fast core, like checks/ray-caster.ts, to the bit. */
import type { Mesh } from '../mesh/mesh.ts';
import { leafStarts } from '../mesh/tree-leaves.ts';
import type { TriangleTree } from '../mesh/triangle-tree.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { cornerBytes, treeInCore } from './build-tree.ts';
import { bitsOf, type Core, type Kind, region, returnCore } from './core.ts';
import { coreWithTree } from './load-tree.ts';

/** A ray: origin and direction (of length 1), in file units. Its answer replaces the first two numbers. */
export const numbersPerRay = 6;

/** Call `end` afterwards. */
export class CoreRays {
  readonly #core: Core;
  readonly #leaves: number;
  readonly #kind: Kind;

  /** @param core with a tree, whose corners and boxes are brought into the order in which rays read them */
  private constructor(core: Core, leaves: number, kind: Kind) {
    this.#core = core;
    this.#leaves = leaves;
    this.#kind = kind;
    core.exports.layLeaves(kind, leaves);
    core.exports.pairBoxes(kind, leaves);
  }

  /** Through a copy of the tree. @throws CodedError `file-too-large` */
  static for(tree: TriangleTree, mostRays: number): CoreRays {
    const { leaves, corners } = tree;
    const core = coreWithTree(tree, {
      [region.input]: bytesFor(mostRays),
      [region.raw]: cornerBytes(leaves, corners.BYTES_PER_ELEMENT),
    });
    return new CoreRays(core, leaves, bitsOf(corners));
  }

  /** Through a tree that stays in the core. @throws AbortError; CodedError `file-too-large` */
  static async build(mesh: Mesh, mostRays: number, progress: TaskProgress): Promise<CoreRays> {
    const starts = leafStarts(mesh.indices.length / 3);
    const core = await treeInCore(mesh, starts, progress, bytesFor(mostRays));
    return new CoreRays(core, starts.length - 1, bitsOf(mesh.positions));
  }

  /** Writes where each ray leaves the part, Infinity if it does not, and the cosine of its angle there. */
  cast(rays: Float64Array, count: number): void {
    const { exports } = this.#core;
    const input = this.#core.doubles(this.#core.address(region.input), count * numbersPerRay);
    input.set(rays.subarray(0, input.length));
    exports.castRays(this.#kind, count, this.#leaves);
    rays.set(input);
  }

  end(): void {
    returnCore(this.#core);
  }
}

const bytesFor = (rays: number): number => rays * numbersPerRay * 8;
