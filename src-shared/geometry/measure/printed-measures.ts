/**
 * The measures of what is printed: a body that is inside out counts like any other, and a shell is a cavity
 * only inside another one. The sum of measure.ts subtracts every such body, wherever it lies. Prices, the
 * size in reports and the verdict so read a mesh by the rule that repair has.
 */
import type { Checks, Measures } from '../geometry.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { measureMesh } from './measure.ts';

/** Where two bodies share an edge, the checks take them for one and do not see that they differ. */
const doubtful: ReadonlySet<string> = new Set(['inverted-shell', 'non-manifold-edges']);

/** An open shell has no inside, so a cavity in it looks like a body that is inside out. */
const open: ReadonlySet<string> = new Set(['open-edges', 'flipped-faces']);

/**
 * `measures` and `checks` of this mesh. A part that is inside out as a whole keeps its negative volume.
 * @throws AbortError
 */
export async function printedMeasures(
  mesh: () => Mesh,
  measures: Measures,
  { findings }: Checks,
  progress: TaskProgress,
): Promise<Measures> {
  const has = (kinds: ReadonlySet<string>) => findings.some(({ kind }) => kinds.has(kind));
  if (!has(doubtful) || has(open)) return measures;
  const { turnOutward } = await import('../repair/orient-faces.ts');
  const turned = await turnOutward(mesh(), progress);
  if (turned.count === 0) return measures;
  const { volume, volumeBand, centreOfMass } = measureMesh(turned.mesh);
  const isMirrored = Math.abs(volume + measures.volume) <= 1e-9 * Math.abs(volume);
  return isMirrored ? measures : { ...measures, volume, volumeBand, centreOfMass };
}
