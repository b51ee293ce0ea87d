/** Parts of one object, which together are one solid where they overlap. */
import { surveyShells } from '../checks/shell-survey.ts';
import { facesOfMeetingSolids } from '../checks/solid-rays.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { moveApart } from '../repair/move-apart.ts';
import { resolveOverlaps } from '../repair/resolve-overlaps.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { isBalanced } from './scene-mesh.ts';

/** Uniting more faces takes longer than reading them; then the overlap is only said. */
const mostFaces = 400_000;

/** Null if none overlap, or if some of them have no certain inside. @throws AbortError */
export async function uniteParts(
  mesh: Mesh,
  progress: TaskProgress,
): Promise<{ readonly mesh: Mesh; readonly parts: number } | null> {
  const faces = mesh.indices.length / 3;
  if (faces > mostFaces || !isBalanced(mesh)) return null;
  const { facts } = await surveyShells(mesh, progress);
  if (facesOfMeetingSolids(facts, new Uint8Array(faces)) === null) return null;
  const { mesh: united, parts, unresolved } = await resolveOverlaps(mesh, progress);
  if (parts === 0 || unresolved > 0) return null;
  return { mesh: (await moveApart(united, progress)).mesh, parts };
}
