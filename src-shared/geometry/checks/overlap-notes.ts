/**
 * Says with the quick checks that parts overlap or lie in each other: what they share counts twice in volume
 * and price. Costs nothing for a single part, and little where no boxes meet.
 */
import { ref } from '../../messages/messages.ts';
import type { Checks } from '../geometry.ts';
import type { GeometryText } from '../geometry-text.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { TriangleTree } from '../mesh/triangle-tree.ts';
import { findNesting } from '../repair/orient-faces.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { findCrossings } from './self-intersections.ts';
import { surveyShells } from './shell-survey.ts';
import { facesOfMeetingSolids } from './solid-rays.ts';

/** Faces in which overlaps are searched, a second or two; the thorough check has no such limit. */
const mostFaces = 400_000;

/** Remarks on two or more closed parts. @throws AbortError */
export async function overlapNotes(
  mesh: () => Mesh,
  { findings }: Checks,
  progress: TaskProgress,
): Promise<readonly GeometryText[]> {
  if (findings.some(({ kind }) => kind === 'open-edges' || kind === 'flipped-faces')) return [];
  const whole = mesh();
  const survey = await surveyShells(whole, progress.part(0, 0.2));
  const { shellOfFace, volumes } = survey.facts;
  const isMeeting = facesOfMeetingSolids(survey.facts, new Uint8Array(shellOfFace.length));
  if (isMeeting === null) return [];
  const faces = Uint32Array.from(isMeeting.keys()).filter((face) => isMeeting[face] === 1);
  if (faces.length > mostFaces) return [ref('geometry.overlapsUnchecked')];
  const meeting: Mesh = {
    positions: whole.positions,
    indices: Uint32Array.from({ length: faces.length * 3 }, (_, i) => {
      const face = faces[Math.floor(i / 3)]!;
      return whole.indices[face * 3 + (i % 3)]!;
    }),
  };
  const tree = await TriangleTree.build(meeting, progress.part(0.2, 0.4));
  const shellsOf = Uint32Array.from(faces, (face) => shellOfFace[face]!);
  const { shellPairs, coverage } = await findCrossings(meeting, tree, shellsOf, progress.part(0.4, 0.8));
  const { parents } = await findNesting(whole, survey, progress.part(0.8, 1));
  const overlapping = new Set(shellPairs.flat());
  for (const [shell, parent] of parents.entries())
    if (parent >= 0 && volumes[shell]! > 0 && volumes[parent]! > 0) overlapping.add(shell).add(parent);
  if (overlapping.size > 0) return [ref('geometry.partsOverlap', { count: overlapping.size })];
  return coverage < 1 ? [ref('geometry.overlapsUnchecked')] : [];
}
