/**
 * Leaves out flat surfaces without thickness beside solids, such as helping planes of a CAD program. Nothing
 * flat can be meant as a solid; a curved surface may be one with a piece missing, and stays.
 */
import { surveyShells } from '../checks/shell-survey.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { crossEdges } from '../mesh/normal.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { withoutFaces } from './face-list.ts';

/** The directed area of a flat surface is all of its area but this share. */
const flat = 1e-6;

export interface LeftOutSheets {
  readonly mesh: Mesh;
  readonly sheets: number;
  readonly area: number;
}

export async function leaveOutSheets(mesh: Mesh, progress: TaskProgress): Promise<LeftOutSheets> {
  const { facts, isOpen } = await surveyShells(mesh, progress);
  const areas = new Float64Array(facts.count);
  const directed = new Float64Array(facts.count * 3);
  const normal = new Float64Array(3);
  for (const [face, shell] of facts.shellOfFace.entries()) {
    const [a, b, c] = [0, 1, 2].map((corner) => mesh.indices[face * 3 + corner]! * 3);
    crossEdges(mesh.positions, a!, b!, c!, normal);
    areas[shell]! += Math.hypot(...normal) / 2;
    for (let axis = 0; axis < 3; axis++) directed[shell * 3 + axis]! += normal[axis]! / 2;
  }
  const isSheet = isOpen.map((open, shell) => {
    const area = Math.hypot(...directed.subarray(shell * 3, shell * 3 + 3));
    return open === 1 && area >= areas[shell]! * (1 - flat) ? 1 : 0;
  });
  const sheets = isSheet.reduce((sum, one) => sum + one, 0);
  // Beside another open surface, a flat one may be a side of it.
  const isBesideSolids = isOpen.every((open, shell) => open === isSheet[shell]);
  if (sheets === 0 || sheets === facts.count || !isBesideSolids) return { mesh, sheets: 0, area: 0 };
  const area = areas.reduce((sum, own, shell) => sum + own * isSheet[shell]!, 0);
  const marked = Uint8Array.from(facts.shellOfFace, (shell) => isSheet[shell]!);
  return { mesh: withoutFaces(mesh, marked), sheets, area };
}
