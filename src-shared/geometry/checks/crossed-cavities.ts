/**
 * Cavities that cross each other: the sum of a mesh subtracts what they share once for each of them, so a
 * solid seemed almost weightless and cost next to nothing.
 */
import type { Mesh } from '../mesh/mesh.ts';
import { TriangleTree } from '../mesh/triangle-tree.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { findCrossings } from './self-intersections.ts';
import { surveyShells } from './shell-survey.ts';
import { describeShells } from './shells.ts';
import { facesOfMeetingSolids } from './solid-rays.ts';
import { UnionFind } from './union-find.ts';

/**
 * The volume of all cavities but the largest of each group that cross, in file units: at least as much as was
 * subtracted too often, with the sign of the largest shell. @throws AbortError
 */
export async function volumeOfCrossedCavities(mesh: Mesh, progress: TaskProgress): Promise<number> {
  const { facts } = await surveyShells(mesh, progress.part(0, 0.3));
  // The sum is no measure of that: it may be on the other side of 0.
  const largest = facts.volumes.reduce((most, one) => (Math.abs(one) > Math.abs(most) ? one : most), 0);
  const sign = Math.sign(largest);
  const numbers = new Map<number, number>();
  for (const [shell, volume] of facts.volumes.entries())
    if (volume * sign < 0) numbers.set(shell, numbers.size);
  if (numbers.size < 2) return 0;
  const faces = Uint32Array.from(facts.shellOfFace.keys()).filter((face) =>
    numbers.has(facts.shellOfFace[face]!),
  );
  const cavities: Mesh = {
    positions: mesh.positions,
    indices: Uint32Array.from(
      { length: faces.length * 3 },
      (_, i) => mesh.indices[faces[Math.floor(i / 3)]! * 3 + (i % 3)]!,
    ),
  };
  const shellOf = Uint32Array.from(faces, (face) => numbers.get(facts.shellOfFace[face]!)!);
  const { boxes, volumes, count, shellOfFace } = describeShells(cavities, numbers.size, shellOf);
  if (facesOfMeetingSolids({ boxes, volumes, count, shellOfFace }, new Uint8Array(faces.length)) === null)
    return 0;
  const tree = await TriangleTree.build(cavities, progress.part(0.3, 0.5));
  const { shellPairs } = await findCrossings(cavities, tree, shellOf, progress.part(0.5, 1));
  const groups = new UnionFind(count);
  for (const [one, other] of shellPairs) groups.join(one, other);
  const sums = new Map<number, { all: number; most: number }>();
  for (const [shell, volume] of volumes.entries()) {
    const size = Math.abs(volume) / 6;
    const { all, most } = sums.get(groups.find(shell)) ?? { all: 0, most: 0 };
    sums.set(groups.find(shell), { all: all + size, most: Math.max(most, size) });
  }
  return sign * [...sums.values()].reduce((sum, { all, most }) => sum + all - most, 0);
}
