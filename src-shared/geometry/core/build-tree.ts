/** Builds a tree of triangles with the fast core. The reference in tests/oracle gives the same to the bit. */
import type { Mesh } from '../mesh/mesh.ts';
import { leafSize } from '../mesh/tree-leaves.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { bitsOf, type Core, region, returnCore, takeCore } from './core.ts';

/** The parts of a `TriangleTree` that take time to build; it explains them. */
export interface TreeParts {
  readonly order: Uint32Array;
  readonly corners: Float32Array | Float64Array;
  readonly boxes: Float32Array | Float64Array;
}

/** Places between two checks of the clock. */
const block = 262_144;

/** Bytes of the corners of as many triangles as the leaves can hold. */
export const cornerBytes = (leaves: number, bytesPerNumber: number): number =>
  leaves * leafSize * 9 * bytesPerNumber;

/** @param starts the first place of every leaf @throws AbortError; CodedError `file-too-large` */
export async function buildTree(mesh: Mesh, starts: Uint32Array, progress: TaskProgress): Promise<TreeParts> {
  const core = await treeInCore(mesh, starts, progress);
  const kind = bitsOf(mesh.positions);
  const faces = mesh.indices.length / 3;
  const leaves = starts.length - 1;
  const boxes = core.numbers(kind, region.records, leaves * 12).slice();
  // There is no node 0; its memory holds whatever was there before.
  boxes.fill(0, 0, 6);
  const parts = {
    order: core.words(core.address(region.parents), faces).slice(),
    corners: core.numbers(kind, region.raw, faces * 9).slice(),
    boxes,
  };
  returnCore(core);
  return parts;
}

/**
 * A core that has built the tree: corners in RAW, boxes in RECORDS, faces in PARENTS and first places in
 * INDICES. Give it back with `returnCore`. @param inputBytes space in INPUT for what follows @throws as above
 */
export async function treeInCore(
  mesh: Mesh,
  starts: Uint32Array,
  progress: TaskProgress,
  inputBytes = 0,
): Promise<Core> {
  const core = takeCore();
  load(core, mesh, starts, inputBytes);
  try {
    const { exports } = core;
    const kind = bitsOf(mesh.positions);
    const faces = mesh.indices.length / 3;
    const leaves = starts.length - 1;
    exports.startTree(kind, faces);
    await halve(core, starts, 0, leaves, progress.part(0, 0.7));
    for (let first = 0; first < faces; first += block) {
      exports.placeFaces(kind, first, Math.min(faces, first + block));
      await progress.step(0.7 + (0.2 * first) / faces);
    }
    exports.boxNodes(kind, leaves);
    return core;
  } catch (thrown) {
    // Only a step throws here, so the core is sound.
    returnCore(core);
    throw thrown;
  }
}

function load(core: Core, { positions, indices }: Mesh, starts: Uint32Array, inputBytes: number): void {
  const faces = indices.length / 3;
  const leaves = starts.length - 1;
  const bytes = positions.BYTES_PER_ELEMENT;
  core.reserve(region.input, inputBytes);
  core.reserve(region.raw, cornerBytes(leaves, bytes));
  core.reserve(region.indices, starts.byteLength);
  core.reserve(region.parents, faces * 4);
  core.reserve(region.records, leaves * 12 * bytes);
  core.reserve(region.table, positions.byteLength);
  core.reserve(region.overflow, indices.byteLength);
  core.reserve(region.scratch, faces * 16);
  core.numbers(bitsOf(positions), region.table, positions.length).set(positions);
  core.words(core.address(region.overflow), indices.length).set(indices);
  core.words(core.address(region.indices), starts.length).set(starts);
}

/** From one leaf to another, exclusive; a power of two apart. */
async function halve(
  core: Core,
  starts: Uint32Array,
  first: number,
  last: number,
  progress: TaskProgress,
): Promise<void> {
  if (starts[last]! - starts[first]! <= block) {
    core.exports.halveLeaves(first, last);
  } else {
    core.exports.splitLeaves(first, last);
    const middle = (first + last) / 2;
    await progress.step(0);
    await halve(core, starts, first, middle, progress.part(0, 0.5));
    await halve(core, starts, middle, last, progress.part(0.5, 1));
  }
  await progress.step(1);
}
