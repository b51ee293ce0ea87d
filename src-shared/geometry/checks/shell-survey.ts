/** Separates the shells of a mesh and describes each: closed or open, its volume, its box. */
import { groupFaces } from '../core/group-faces.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { type ShellSurvey, surveyEdges } from './quick-check.ts';
import { describeShells } from './shells.ts';

/** Shells are connected by edges, as in the check for inverted shells. @throws AbortError */
export async function surveyShells(mesh: Mesh, progress: TaskProgress): Promise<ShellSurvey> {
  const groups = await groupFaces(mesh, progress.part(0, 0.3));
  if (groups === null) return (await surveyEdges(mesh, progress.part(0.3, 1))).shells;
  const facts = describeShells(mesh, groups.count, groups.groupOfFace);
  await progress.step(1);
  return { facts, isOpen: groups.isOpen };
}
