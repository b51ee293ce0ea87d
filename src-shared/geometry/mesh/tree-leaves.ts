/** How the triangles of a mesh are spread over the leaves of a tree (mesh/triangle-tree.ts). */

/** Triangles in a leaf, at most. */
export const leafSize = 4;

/** The first place of every leaf, and behind the last the number of places. Leaves: a power of two. */
export function leafStarts(faces: number): Uint32Array {
  let leaves = 1;
  while (leaves * leafSize < faces) leaves *= 2;
  const starts = new Uint32Array(leaves + 1);
  for (let leaf = 0; leaf <= leaves; leaf++) starts[leaf] = Math.floor((leaf * faces) / leaves);
  return starts;
}
