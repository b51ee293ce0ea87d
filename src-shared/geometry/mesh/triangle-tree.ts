/**
 * A tree of boxes over the triangles of a mesh. Answers which triangles overlap a box, and which one a ray
 * meets first. Built by halving along the longest side, in about linear time. Used by the checks of crossings
 * and of wall thickness.
 *
 * The tree is a heap: node 1 is the root, and node n has the children 2n and 2n + 1. Leaf i is node `leaves +
 * i` and holds the places from `starts[i]` up to `starts[i + 1]`, at most `leafSize` of them.
 */

import { buildTree, type TreeParts } from '../core/build-tree.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import type { Mesh } from './mesh.ts';
import { leafStarts } from './tree-leaves.ts';

export class TriangleTree implements TreeParts {
  /** The face number of every place, in the order of the leaves. */
  readonly order: Uint32Array;
  /** x, y, z of the three corners of every place, so that the triangles of a leaf are adjacent in memory. */
  readonly corners: Float32Array | Float64Array;
  /** min x, y, z and max x, y, z of every node, in the precision of the corners. */
  readonly boxes: Float32Array | Float64Array;
  /** A power of two. */
  readonly leaves: number;
  /** The first place of every leaf, and at the end the number of places. */
  readonly starts: Uint32Array;

  private constructor({ order, corners, boxes }: TreeParts, starts: Uint32Array) {
    this.order = order;
    this.corners = corners;
    this.boxes = boxes;
    this.leaves = starts.length - 1;
    this.starts = starts;
  }

  /** @throws AbortError; CodedError `file-too-large` */
  static async build(mesh: Mesh, progress: TaskProgress): Promise<TriangleTree> {
    const starts = leafStarts(mesh.indices.length / 3);
    const parts = await buildTree(mesh, starts, progress);
    await progress.step(1);
    return new TriangleTree(parts, starts);
  }
}
