/**
 * Flips faces so that all faces of a patch agree on the outside, and flips patches so that the outside is
 * where no material is.
 *
 * [Note: which way is out] A patch is a set of faces connected over edges of exactly two faces. Within it,
 * the smaller side is flipped, as the check reports. A closed patch that lies in the open, or in a cavity,
 * must face outward. One that lies in material is a cavity if it faces inward, or a part within a part, and
 * stays as it is. But if the patch around it had to be flipped, the whole was inside out, and the inner patch
 * is taken for a cavity, which is more likely. So is a patch in material whose own faces did not agree.
 */
import { EdgeIndex, faceOf } from '../checks/edges.ts';
import { measureShells, type ShellFacts, ShellNest } from '../checks/shells.ts';
import { OrientedUnionFind, UnionFind } from '../checks/union-find.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { withFacesFlipped } from './face-list.ts';

export interface AgreedFaces {
  readonly mesh: Mesh;
  readonly count: number;
  /** Faces of surfaces without an outside, which no flipping can repair. */
  readonly hopeless: number;
  /** 1 for those that were flipped. */
  readonly flipped: Uint8Array;
}

export async function makeFacesAgree(mesh: Mesh, progress: TaskProgress): Promise<AgreedFaces> {
  const { indices } = mesh;
  const faces = indices.length / 3;
  const patches = new OrientedUnionFind(faces);
  const contradicting = new Set<number>();
  const edges = await EdgeIndex.build(mesh, progress.part(0, 0.4));
  await edges.walk(
    (_low, _high, halfEdges, count) => {
      if (count !== 2) return;
      const [a, b] = [halfEdges[0]!, halfEdges[1]!];
      const differ = indices[a] === indices[b] ? 1 : 0;
      if (!patches.join(faceOf(a), faceOf(b), differ)) contradicting.add(faceOf(a));
    },
    progress.part(0.4, 0.9),
  );
  const sizes = new Uint32Array(faces);
  const flippedSizes = new Uint32Array(faces);
  for (let face = 0; face < faces; face++) {
    const { root, flipped } = patches.find(face);
    sizes[root]!++;
    flippedSizes[root]! += flipped;
  }
  const hopelessRoots = new Set([...contradicting].map((face) => patches.find(face).root));
  const marked = new Uint8Array(faces);
  let count = 0;
  let hopeless = 0;
  for (let face = 0; face < faces; face++) {
    const { root, flipped } = patches.find(face);
    if (hopelessRoots.has(root)) {
      hopeless++;
      continue;
    }
    const minority = flippedSizes[root]! * 2 > sizes[root]! ? 0 : 1;
    if (flippedSizes[root] === 0 || flipped !== minority) continue;
    marked[face] = 1;
    count++;
  }
  await progress.step(1);
  return { mesh: count === 0 ? mesh : withFacesFlipped(mesh, marked), count, hopeless, flipped: marked };
}

export interface Patches {
  readonly facts: ShellFacts;
  /** 1 for every patch that is not closed. */
  readonly isOpen: Uint8Array;
}

/** The patches of a mesh whose faces agree: like shells, but separated where more than two faces meet. */
export async function findPatches(mesh: Mesh, progress: TaskProgress): Promise<Patches> {
  const { indices } = mesh;
  const groups = new UnionFind(indices.length / 3);
  const edges = await EdgeIndex.build(mesh, progress.part(0, 0.4));
  const besideHoles: number[] = [];
  const nonManifold: number[][] = [];
  await edges.walk(
    (_low, _high, halfEdges, count) => {
      if (count === 2) groups.join(faceOf(halfEdges[0]!), faceOf(halfEdges[1]!));
      const isBalanced = count === 2 && indices[halfEdges[0]!] !== indices[halfEdges[1]!];
      if (count <= 2 && !isBalanced) besideHoles.push(faceOf(halfEdges[0]!));
      else if (count > 2) nonManifold.push([...halfEdges.subarray(0, count)]);
    },
    progress.part(0.4, 0.9),
  );
  const facts = measureShells(mesh, groups);
  const isOpen = new Uint8Array(facts.count);
  for (const face of besideHoles) isOpen[facts.shellOfFace[face]!] = 1;
  for (const halfEdges of nonManifold) {
    const low = Math.min(...halfEdges.map((halfEdge) => indices[halfEdge]!));
    const balances = new Map<number, number>();
    for (const halfEdge of halfEdges) {
      const patch = facts.shellOfFace[faceOf(halfEdge)]!;
      balances.set(patch, (balances.get(patch) ?? 0) + (indices[halfEdge] === low ? 1 : -1));
    }
    for (const [patch, balance] of balances) if (balance !== 0) isOpen[patch] = 1;
  }
  await progress.step(1);
  return { facts, isOpen };
}

/** How closed patches contain each other. */
export interface Nesting {
  /** The smallest closed patch around each patch; -1 for none, and for open patches. */
  readonly parents: Int32Array;
  /** False if there were too many patches to find out. */
  readonly isComplete: boolean;
}

export async function findNesting(
  mesh: Mesh,
  { facts, isOpen }: Patches,
  progress: TaskProgress,
): Promise<Nesting> {
  const parents = new Int32Array(facts.count).fill(-1);
  if (facts.count < 2) return { parents, isComplete: true };
  const nest = new ShellNest(mesh, facts, isOpen);
  const size = (patch: number): number => Math.abs(facts.volumes[patch]!);
  for (let patch = 0; patch < facts.count; patch++) {
    if (isOpen[patch]) continue;
    const around = nest.enclosersOf(patch);
    if (around === null) return { parents: parents.fill(-1), isComplete: false };
    for (const outer of around) {
      const known = parents[patch]!;
      if (size(outer) > size(patch) && (known < 0 || size(outer) < size(known))) parents[patch] = outer;
    }
    await progress.step(patch / facts.count);
  }
  return { parents, isComplete: true };
}

export interface OutwardPatches {
  readonly mesh: Mesh;
  /** Patches that were flipped. */
  readonly count: number;
  readonly isComplete: boolean;
}

/** Whether the box of a patch is within that of an open one. */
function isInOpen(patch: number, { facts: { boxes }, isOpen }: Patches): boolean {
  const side = (of: number, at: number): number => boxes[of * 6 + at]! * (at < 3 ? 1 : -1);
  return isOpen.some(
    (open, other) => open === 1 && [0, 1, 2, 3, 4, 5].every((at) => side(other, at) <= side(patch, at)),
  );
}

/** @param doubtful 1 for faces whose direction does not tell a cavity from a part within a part */
export async function turnOutward(
  mesh: Mesh,
  progress: TaskProgress,
  doubtful?: Uint8Array,
): Promise<OutwardPatches> {
  const patches = await findPatches(mesh, progress.part(0, 0.5));
  const { facts, isOpen } = patches;
  const closed = [...isOpen.keys()].filter((patch) => isOpen[patch] === 0);
  const isDoubtful = new Uint8Array(facts.count);
  doubtful?.forEach((mark, face) => {
    if (mark === 1) isDoubtful[facts.shellOfFace[face]!] = 1;
  });
  if (closed.every((patch) => facts.volumes[patch]! >= 0 && isDoubtful[patch] === 0))
    return { mesh, count: 0, isComplete: true };
  const { parents, isComplete } = await findNesting(mesh, patches, progress.part(0.5, 1));
  // If the nesting is unknown, a negative patch may be a cavity.
  if (!isComplete) return { mesh, count: 0, isComplete };
  const isFlipped = new Uint8Array(facts.count);
  /** How often the space just inside a patch is filled, after it and the patches around it are flipped. */
  const filled = new Int32Array(facts.count);
  let count = 0;
  for (const patch of closed.sort((a, b) => Math.abs(facts.volumes[b]!) - Math.abs(facts.volumes[a]!))) {
    const parent = parents[patch]!;
    const around = parent < 0 ? 0 : filled[parent]!;
    const isNegative = facts.volumes[patch]! < 0;
    const isInFlipped = parent >= 0 && isFlipped[parent] === 1;
    // Within an open patch it may be a cavity, and stays.
    if (parent < 0 && isNegative && isInOpen(patch, patches)) continue;
    const mustFaceIn = around > 0 && (isInFlipped || isNegative || isDoubtful[patch] === 1);
    const flipped = isNegative !== mustFaceIn ? 1 : 0;
    isFlipped[patch] = flipped;
    filled[patch] = around + (mustFaceIn ? -1 : 1);
    count += flipped;
  }
  if (count === 0) return { mesh, count, isComplete };
  const marked = Uint8Array.from(facts.shellOfFace, (patch) => isFlipped[patch]!);
  return { mesh: withFacesFlipped(mesh, marked), count, isComplete };
}
