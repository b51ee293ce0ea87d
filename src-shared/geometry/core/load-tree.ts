/** Copies a tree of triangles into a core, for rays and for crossings. */
import type { TriangleTree } from '../mesh/triangle-tree.ts';
import { type Core, region, takeCore } from './core.ts';

/** Whether the tree has float32 numbers. */
export const isSingle = ({ corners }: Pick<TriangleTree, 'corners'>): boolean =>
  corners instanceof Float32Array;

/**
 * A core that has the tree (corners, boxes, and the first place of every leaf), and room for `more` bytes, by the number
 * of the region. Null if WebAssembly does not work here, or has too little memory. Give it back with `returnCore`.
 */
export function coreWithTree(tree: TriangleTree, more: Readonly<Record<number, number>>): Core | null {
  const core = takeCore();
  if (core === null) return null;
  const { boxes, corners, starts } = tree;
  try {
    core.reserve(region.raw, Math.max(corners.byteLength, more[region.raw] ?? 0));
    core.reserve(region.indices, starts.byteLength);
    core.reserve(region.records, boxes.byteLength);
    for (const [number, bytes] of Object.entries(more)) core.reserve(Number(number), bytes);
  } catch (thrown) {
    if (thrown instanceof RangeError) return null;
    throw thrown;
  }
  numbersAt(core, tree, region.raw, corners.length).set(corners);
  core.words(core.address(region.indices), starts.length).set(starts);
  numbersAt(core, tree, region.records, boxes.length).set(boxes);
  return core;
}

/** Numbers in the precision of the tree, at the start of a region. */
const numbersAt = (
  core: Core,
  tree: TriangleTree,
  of: number,
  length: number,
): Float32Array | Float64Array =>
  isSingle(tree) ? core.singles(core.address(of), length) : core.doubles(core.address(of), length);
