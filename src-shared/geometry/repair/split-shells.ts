/** Splits a model into its separate parts, for ordering or printing them one by one. */
import { surveyShells } from '../checks/shell-survey.ts';
import type { ReadOptions } from '../geometry.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { TaskProgress } from '../runtime/task-progress.ts';
import { FaceGroups } from './face-list.ts';
import { findNesting } from './orient-faces.ts';

/**
 * One mesh per part, in the order of the file. A cavity stays with its part. Parts are connected by edges:
 * two cubes that touch at a corner are two parts. @throws AbortError
 */
export async function splitShells(mesh: Mesh, options: ReadOptions = {}): Promise<Mesh[]> {
  const progress = new TaskProgress(options);
  const survey = await surveyShells(mesh, progress.part(0, 0.5));
  const { facts, isOpen } = survey;
  const { parents } = await findNesting(mesh, survey, progress.part(0.5, 0.8));
  const owners = Uint32Array.from({ length: facts.count }, (_, shell) => {
    const parent = parents[shell]!;
    const isCavity = isOpen[shell] === 0 && facts.volumes[shell]! < 0 && parent >= 0;
    return isCavity && facts.volumes[parent]! > 0 ? parent : shell;
  });
  const groups = new FaceGroups(
    mesh,
    facts.shellOfFace.map((shell) => owners[shell]!),
    facts.count,
  );
  const parts: Mesh[] = [];
  for (let shell = 0; shell < facts.count; shell++) {
    if (owners[shell] === shell) parts.push(groups.meshOf(shell));
    await progress.step(0.8 + (0.2 * (shell + 1)) / facts.count);
  }
  return parts;
}
