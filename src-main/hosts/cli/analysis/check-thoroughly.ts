/** Answers a request for a thorough check. Loaded only for one: most checks are quick. */
import { checkDeeper } from '../../../../src-shared/geometry/checks/deep-check.ts';
import { provideSecondThread } from '../../../../src-shared/geometry/checks/second-thread.ts';
import type { ThicknessMap } from '../../../../src-shared/geometry/checks/thickness.ts';
import type { ReadModel, ReadOptions } from '../../../../src-shared/geometry/geometry.ts';
import type { Mesh } from '../../../../src-shared/geometry/mesh/mesh.ts';
import { textsIn } from '../../../../src-shared/geometry/unit-texts.ts';
import { escapeHoles, usualEscapeHole } from '../../../../src-shared/order-gate/escape-hole.ts';
import { metresPerUnit } from '../../../../src-shared/units/units.ts';
import { unitWithout } from '../input/unit-without.ts';
import { secondThreads } from './second-thread.ts';
import type { Thorough, ThoroughAnswer, WallAnswer } from './thorough.ts';
import { threadEntry } from './thread-name.ts';

export async function checkThoroughly(
  mesh: Mesh,
  file: Pick<ReadModel, 'unit' | 'assumedUnit'>,
  { minWall, escapeHole = usualEscapeHole * 1000, unit: given, scale = 1, placement }: Thorough,
  options: ReadOptions,
): Promise<ThoroughAnswer> {
  provideThread();
  const unit = unitWithout(file, given);
  const metres = metresPerUnit[unit] * scale;
  const deep = await checkDeeper(mesh, {
    ...options,
    minWall: minWall === null ? null : (minWall * metresPerUnit.mm) / metres,
    escapeHole: (escapeHole * metresPerUnit.mm) / metres,
    otherHoles: escapeHoles.map((hole) => hole / metres),
    placement: placement ?? false,
    metresPerUnit: metres,
    ...textsIn(metres, 'mm'),
  });
  const { results, thickness, trapped, cavities } = deep;
  return {
    unit,
    results,
    thickness: thickness && wallsOf(thickness),
    trapped,
    cavities,
    ...(placement && { placement: deep.placement }),
  };
}

let provided: URL | null = null;

/** Only if it is another one: providing a thread ends the one that waits for the next check. */
function provideThread(): void {
  const entry = threadEntry();
  if (entry === provided) return;
  provided = entry;
  provideSecondThread(entry && secondThreads(entry));
}

/** Small enough to pass between threads. */
const wallsOf = ({ thinnestApart, wallFrom, limit, thinShare, pins, allPins }: ThicknessMap): WallAnswer => ({
  thinnestApart,
  wallFrom,
  limit,
  thinShare,
  pins,
  allPins,
});
