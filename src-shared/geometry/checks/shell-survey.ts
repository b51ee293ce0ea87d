/** Separates the shells of a mesh and describes each: closed or open, its volume, its box. */
import { groupFaces } from '../core/group-faces.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { triangleCount } from '../mesh/mesh.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { EdgeIndex, faceOf } from './edges.ts';
import { describeShells, measureShells, type ShellFacts } from './shells.ts';
import { UnionFind } from './union-find.ts';

export interface ShellSurvey {
  readonly facts: ShellFacts;
  /** 1 for every shell with an unbalanced edge ([Note: balanced] in quick-check.ts): it has no inside. */
  readonly isOpen: Uint8Array;
}

/** Shells are connected by edges, as in the check for inverted shells. @throws AbortError */
export async function surveyShells(mesh: Mesh, progress: TaskProgress): Promise<ShellSurvey> {
  const groups = await groupFaces(mesh, progress.part(0, 0.3));
  if (groups === null) return surveyEdges(mesh, progress.part(0.3, 1));
  const facts = describeShells(mesh, groups.count, groups.groupOfFace);
  await progress.step(1);
  return { facts, isOpen: groups.isOpen };
}

/** The same by walking over all edges, of which some have more than two faces. */
export async function surveyEdges(mesh: Mesh, progress: TaskProgress): Promise<ShellSurvey> {
  const edges = await EdgeIndex.build(mesh, progress.part(0, 0.5));
  const groups = new UnionFind(triangleCount(mesh));
  const { indices } = mesh;
  const unbalanced: number[] = [];
  await edges.walk(
    (low, _high, halfEdges, count) => {
      let balance = 0;
      const first = faceOf(halfEdges[0]!);
      for (let i = 0; i < count; i++) {
        balance += indices[halfEdges[i]!] === low ? 1 : -1;
        if (i > 0) groups.join(first, faceOf(halfEdges[i]!));
      }
      if (balance !== 0) unbalanced.push(first);
    },
    progress.part(0.5, 1),
  );
  const facts = measureShells(mesh, groups);
  const isOpen = new Uint8Array(facts.count);
  for (const face of unbalanced) isOpen[facts.shellOfFace[face]!] = 1;
  return { facts, isOpen };
}
