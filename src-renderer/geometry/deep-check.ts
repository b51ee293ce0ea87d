/**
 * The thorough check on the arrays that are drawn. Runs in the worker, loaded on first use; places come back
 * in file units.
 */
import { checkDeeper, type DeepChecks } from '../../src-shared/geometry/checks/deep-check.ts';
import {
  answerBeside,
  provideSecondThread,
  type SideAnswer,
  type SideTask,
} from '../../src-shared/geometry/checks/second-thread.ts';
import type { Finding } from '../../src-shared/geometry/geometry.ts';
import type { Vector } from '../../src-shared/geometry/mesh/mesh.ts';
import { textsIn } from '../../src-shared/geometry/unit-texts.ts';
import { escapeHoles } from '../../src-shared/order-gate/escape-hole.ts';
import { GeometryClient } from './client.ts';
import type { DeepRequest } from './messages.ts';

if (navigator.hardwareConcurrency > 1) {
  provideSecondThread(() => {
    const second = new GeometryClient(() => new Worker(location.href, { type: 'module', name: 'beside' }), {
      most: 1,
    });
    return {
      run: (task, onProgress) => second.run('answer-beside', task, { onProgress }),
      end: () => second.close(),
    };
  });
}

/** The work of the second thread. */
export const helpToCheck = (task: SideTask, onProgress: (fraction: number) => void): Promise<SideAnswer> =>
  answerBeside(task, { onProgress });

export async function checkDrawing(
  { mesh, minWall, escapeHole, metresPerUnit, shownIn }: DeepRequest,
  onProgress: (fraction: number) => void,
): Promise<DeepChecks> {
  const deep = await checkDeeper(mesh, {
    minWall: minWall === null ? null : minWall / metresPerUnit,
    escapeHole: escapeHole === null ? null : escapeHole / metresPerUnit,
    otherHoles: escapeHoles.map((hole) => hole / metresPerUnit),
    ...textsIn(metresPerUnit, shownIn),
    placement: true,
    metresPerUnit,
    onProgress,
  });
  return {
    ...deep,
    trapped: deep.trapped && {
      ...deep.trapped,
      cavities: deep.trapped.cavities.map((cavity) => ({
        ...cavity,
        place: movedPoint(cavity.place, mesh.origin),
      })),
    },
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
    centre: movedPoint(finding.sphere.centre, by),
  },
});

const movedPoint = ([x, y, z]: Vector, by: Vector): Vector => [x + by[0], y + by[1], z + by[2]];
