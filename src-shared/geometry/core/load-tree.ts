/** Copies a tree of triangles into a core, for rays and for crossings. */
import type { TriangleTree } from '../mesh/triangle-tree.ts';
import { bitsOf, type Core, region, takeCore } from './core.ts';

/**
 * A core that has the tree (corners, boxes, and the first place of every leaf), and space for `more` bytes,
 * by the number of the region. Give it back with `returnCore`. @throws CodedError `file-too-large`
 */
export function coreWithTree(tree: TriangleTree, more: Readonly<Record<number, number>>): Core {
  const core = takeCore();
  const { boxes, corners, starts } = tree;
  const kind = bitsOf(corners);
  core.reserve(region.raw, Math.max(corners.byteLength, more[region.raw] ?? 0));
  core.reserve(region.indices, starts.byteLength);
  core.reserve(region.records, boxes.byteLength);
  for (const [number, bytes] of Object.entries(more)) core.reserve(Number(number), bytes);
  core.numbers(kind, region.raw, corners.length).set(corners);
  core.words(core.address(region.indices), starts.length).set(starts);
  core.numbers(kind, region.records, boxes.length).set(boxes);
  return core;
}
