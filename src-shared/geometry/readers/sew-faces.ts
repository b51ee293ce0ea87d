/**
 * Makes solids of the triangles of CAD faces. OpenCascade triangulates every face by itself, so along seams
 * the corners of neighbours differ by rounding; and IGES knows only faces, which may face either way.
 */

import { surveyShells } from '../checks/shell-survey.ts';
import { boundsOf } from '../measure/measure.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { FaceGroups, withFacesFlipped } from '../repair/face-list.ts';
import type { JoinedCorners } from '../repair/join-corners.ts';
import { findNesting, makeFacesAgree, turnOutward } from '../repair/orient-faces.ts';
import { weldNoise } from '../repair/weld-noise.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { isBalanced } from './scene-mesh.ts';

/** The mesh of one shape with its seams joined; itself if it is closed already. */
export async function joinSeams(mesh: Mesh, progress: TaskProgress): Promise<JoinedCorners> {
  const bounds = boundsOf(mesh);
  const asIs = { mesh, joined: 0, farthest: 0 };
  if (bounds === null || isBalanced(mesh)) return asIs;
  return (await weldNoise(mesh, bounds, progress)) ?? asIs;
}

/** The solids that the faces of an IGES file enclose, in order, and what is left as one open surface. */
export async function solidsOf(mesh: Mesh, progress: TaskProgress): Promise<Mesh[]> {
  const { groupOfFace, groups } = closeInOrder(mesh);
  const faces = new FaceGroups(mesh, groupOfFace, groups);
  const solids: Mesh[] = [];
  for (let group = 0; group < groups; group++) {
    const own = progress.part(group / groups, (group + 1) / groups);
    const agreed = await makeFacesAgree(faces.meshOf(group), own.part(0, 0.5));
    solids.push((await turnOutward(agreed.mesh, own.part(0.5, 1))).mesh);
  }
  return solids;
}

/** Solids that face outward, with those inside an odd number of others turned into cavities of these. */
export async function withCavities(mesh: Mesh, progress: TaskProgress): Promise<Mesh> {
  const shells = await surveyShells(mesh, progress.part(0, 0.5));
  const { parents, isComplete } = await findNesting(mesh, shells, progress.part(0.5, 1));
  if (!isComplete) return mesh;
  const isCavity = (shell: number): boolean => parents[shell]! >= 0 && !isCavity(parents[shell]!);
  const cavities = parents.map((_, shell) => (isCavity(shell) ? 1 : 0));
  const turned = Uint8Array.from(shells.facts.shellOfFace, (shell) => cavities[shell]!);
  return turned.includes(1) ? withFacesFlipped(mesh, turned) : mesh;
}

/**
 * Programs write solids one after another, and solids that touch have edges in common. So a solid ends where
 * every edge so far is used by an even number of its triangles.
 */
function closeInOrder({ positions, indices }: Mesh): { groupOfFace: Uint32Array; groups: number } {
  const vertices = positions.length / 3;
  const groupOfFace = new Uint32Array(indices.length / 3);
  const open = new Set<number>();
  let groups = 0;
  for (let face = 0; face < groupOfFace.length; face++) {
    groupOfFace[face] = groups;
    for (let corner = 0; corner < 3; corner++) {
      const a = indices[face * 3 + corner]!;
      const b = indices[face * 3 + ((corner + 1) % 3)]!;
      const key = a < b ? a * vertices + b : b * vertices + a;
      if (!open.delete(key)) open.add(key);
    }
    if (open.size === 0) groups++;
  }
  return { groupOfFace, groups: open.size === 0 ? groups : groups + 1 };
}
