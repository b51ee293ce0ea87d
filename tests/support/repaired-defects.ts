/**
 * Repairs a made defect, and compares the result with the solid that was meant: without the repair's audit.
 */
import { withoutNoise } from '../../src-shared/geometry/analyse-model.ts';
import { checkMesh } from '../../src-shared/geometry/checks/quick-check.ts';
import { measureMesh } from '../../src-shared/geometry/measure/measure.ts';
import type { Mesh } from '../../src-shared/geometry/mesh/mesh.ts';
import { repairMesh } from '../../src-shared/geometry/repair/repair.ts';
import { TaskProgress } from '../../src-shared/geometry/runtime/task-progress.ts';
import {
  type DefectKind,
  longestSideOf,
  makeDefect,
  randomNumbers,
  volumeOf,
  windingAt,
} from './made-defects.ts';

export interface RepairedDefect {
  readonly kind: DefectKind;
  /**
   * `true`: closed, with the volume that was meant; `closed`: with another possible one; `partly`: fewer
   * defects.
   */
  readonly outcome: 'true' | 'closed' | 'partly' | 'refused';
  /** What is wrong with the result; null if nothing is. */
  readonly fault: string | null;
}

/** Cracks are up to this share of the part wide. */
const crackWidth = 1e-3;
const points = 20;

export async function repairDefect(number: number): Promise<RepairedDefect> {
  const { kind, broken, sound, volume, hidden } = makeDefect(number);
  const { mesh, changes, checks } = await repairMesh(await asRead(broken));
  const isSound = checks.watertight && checks.findings.every(({ severity }) => severity !== 'fail');
  if (!isSound) return { kind, outcome: changes.length > 0 ? 'partly' : 'refused', fault: null };
  const made = volumeOf(mesh);
  const outcome = Math.abs(made - volume) <= volume * 1e-3 ? 'true' : 'closed';
  const slack = areaOf(sound) * longestSideOf(sound) * crackWidth * 0.3 + hidden;
  const isPossible = Math.abs(made - volume) <= slack;
  const fault = isPossible
    ? hidden === 0
      ? differsInside(mesh, sound, number)
      : null
    : `volume ${made}, not ${volume}`;
  return { kind, outcome, fault: fault && `case ${number}: ${fault}` };
}

/** Corners on open edges divide these when a file is read. */
async function asRead(broken: Mesh): Promise<Mesh> {
  const checks = await checkMesh(broken);
  const read = await withoutNoise(
    () => broken,
    { measures: measureMesh(broken), checks },
    new TaskProgress(),
  );
  return read?.mesh ?? broken;
}

/** A point, farther from both surfaces than a crack is wide, that is inside one of them alone. */
function differsInside(made: Mesh, sound: Mesh, seed: number): string | null {
  const random = randomNumbers(seed);
  const reach = longestSideOf(sound) * crackWidth;
  const corners = sound.positions.length / 3;
  for (let i = 0; i < points; i++) {
    // Between three corners, so that most are inside.
    const chosen = [0, 1, 2].map(() => Math.floor(random() * corners));
    const point = [0, 1, 2].map((axis) =>
      chosen.reduce((sum, corner) => sum + sound.positions[corner * 3 + axis]! / 3, 0),
    );
    const isIn = (mesh: Mesh, place: readonly number[]): boolean => windingAt(mesh, place) > 0.5;
    const isFar = (mesh: Mesh): boolean =>
      [0, 1, 2].every((axis) =>
        [-reach, reach].every(
          (step) =>
            isIn(
              mesh,
              point.map((value, i) => (i === axis ? value + step : value)),
            ) === isIn(mesh, point),
        ),
      );
    if (isIn(made, point) !== isIn(sound, point) && isFar(made) && isFar(sound))
      return `inside at ${point.join(' ')}`;
  }
  return null;
}

function areaOf({ positions, indices }: Mesh): number {
  let sum = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const edge = (k: number): number[] =>
      [0, 1, 2].map((axis) => positions[indices[i + k]! * 3 + axis]! - positions[indices[i]! * 3 + axis]!);
    const [u, v] = [edge(1), edge(2)];
    sum +=
      Math.hypot(
        u[1]! * v[2]! - u[2]! * v[1]!,
        u[2]! * v[0]! - u[0]! * v[2]!,
        u[0]! * v[1]! - u[1]! * v[0]!,
      ) / 2;
  }
  return sum;
}
