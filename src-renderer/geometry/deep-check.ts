/** The thorough check on the arrays that are drawn. Runs in the worker; places come back in file units. */
import { checkDeeper, type DeepChecks } from '../../src-shared/geometry/checks/deep-check.ts';
import type { Finding } from '../../src-shared/geometry/geometry.ts';
import type { Vector } from '../../src-shared/geometry/mesh/mesh.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import type { DeepRequest } from './messages.ts';

export async function checkDrawing(
  { mesh, minWall, metresPerUnit, shownIn }: DeepRequest,
  onProgress: (fraction: number) => void,
): Promise<DeepChecks> {
  const deep = await checkDeeper(mesh, {
    minWall: minWall === null ? null : minWall / metresPerUnit,
    lengthText: (length) =>
      ref('geometry.inUnit', { length: { metres: length * metresPerUnit, unit: shownIn } }),
    onProgress,
  });
  return {
    ...deep,
    results: deep.results.map((result) => ({
      ...result,
      finding: result.finding && moved(result.finding, mesh.origin),
    })),
  };
}

const moved = (finding: Finding, by: Vector): Finding => ({
  ...finding,
  edges: finding.edges.map((value, i) => value + by[i % 3]!),
  sphere: finding.sphere && {
    ...finding.sphere,
    centre: [
      finding.sphere.centre[0] + by[0],
      finding.sphere.centre[1] + by[1],
      finding.sphere.centre[2] + by[2],
    ],
  },
});
