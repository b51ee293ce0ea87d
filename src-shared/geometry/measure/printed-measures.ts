/**
 * The measures of what is printed: a body that is inside out counts like any other, a shell is a cavity only
 * inside another one, and what several cavities share is missing once. The sum of measure.ts subtracts every
 * such body, wherever it lies. Prices, reports and the verdict so read a mesh by the rule of repair.
 */
import type { Checks, Measures } from '../geometry.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { measureMesh } from './measure.ts';

/** Where two bodies share an edge, the checks take them for one and do not see that they differ. */
const doubtful: ReadonlySet<string> = new Set(['inverted-shell', 'non-manifold-edges']);

/** An open shell has no inside, so a cavity in it looks like a body that is inside out. */
const open: ReadonlySet<string> = new Set(['open-edges', 'flipped-faces']);

/** A solid and two cavities in it. */
const fewestCrossed = 3;

/** `measures` and `checks` of this mesh. A part inside out keeps its negative volume. @throws AbortError */
export async function printedMeasures(
  mesh: () => Mesh,
  measures: Measures,
  { findings, shells }: Checks,
  progress: TaskProgress,
): Promise<Measures> {
  const has = (kinds: ReadonlySet<string>) => findings.some(({ kind }) => kinds.has(kind));
  if (has(open)) return measures;
  const printed = has(doubtful) ? await turned(mesh, measures, progress.part(0, 0.5)) : { mesh, measures };
  if (shells < fewestCrossed) return printed.measures;
  const { volumeOfCrossedCavities } = await import('../checks/crossed-cavities.ts');
  const crossed = await volumeOfCrossedCavities(printed.mesh(), progress.part(0.5, 1));
  return crossed === 0
    ? printed.measures
    : { ...printed.measures, volume: printed.measures.volume + crossed };
}

/** With every body that is inside out turned; a part that is so as a whole stays. */
async function turned(mesh: () => Mesh, measures: Measures, progress: TaskProgress) {
  const { turnOutward } = await import('../repair/orient-faces.ts');
  const result = await turnOutward(mesh(), progress);
  if (result.count === 0) return { mesh, measures };
  const { volume, volumeBand, centreOfMass } = measureMesh(result.mesh);
  const isMirrored = Math.abs(volume + measures.volume) <= 1e-9 * Math.abs(volume);
  return isMirrored
    ? { mesh, measures }
    : { mesh: () => result.mesh, measures: { ...measures, volume, volumeBand, centreOfMass } };
}
