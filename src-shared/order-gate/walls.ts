/**
 * The rule of walls: compares the minimum of the material's printer with the measured walls and pins.
 *
 * Twice the volume over the area is the thickness of a plate. Services estimate walls with it, and a small
 * solid block comes out thinner than it is. So the estimate alone only puts a part at risk; together with a
 * thin measured wall it is certain.
 */
import { isBelow } from '../geometry/checks/wall-limit.ts';
import type { PriceGeometry } from '../geometry/measure/price-geometry.ts';
import { roundedDown } from '../geometry/unit-texts.ts';
import { ref } from '../messages/messages.ts';
import type { LengthUnit } from '../units/units.ts';
import type { PartFacts } from './part-facts.ts';
import type { Reason } from './verdict.ts';

/** The name of the material and its thinnest possible wall, m. */
export interface WallNeed {
  readonly title: string;
  readonly minimum: number;
}

/** `need`: null if the service does not state it; then the limit of the thorough check counts. */
export function wallReasons(
  geometry: PriceGeometry | null,
  facts: PartFacts | null,
  need: WallNeed | null,
  shownIn: LengthUnit,
): Reason[] {
  return [...aboutWalls(geometry, facts, need, shownIn), ...aboutPins(facts, need, shownIn)];
}

/** [Assumption: pin-limit] A pin must be as thick as a wall. Short ones print, but may be lost. */
function aboutPins(facts: PartFacts | null, need: WallNeed | null, shownIn: LengthUnit): Reason[] {
  const found = facts?.thorough?.findings.find(({ kind }) => kind === 'thin-pins');
  if (!found) return [];
  const level = found.severity === 'warn' ? 'prints' : 'at-risk';
  if (need === null) return [{ level, text: found.text }];
  const thinnest = facts?.thorough?.walls?.thinnestPin ?? null;
  if (thinnest === null || !isBelow(thinnest, need.minimum)) return [];
  const text = ref('gate.thinPin', {
    material: need.title,
    minimum: { metres: need.minimum, unit: shownIn },
    thinnest: { metres: roundedDown(thinnest), unit: shownIn },
  });
  return [{ level, text }];
}

function aboutWalls(
  geometry: PriceGeometry | null,
  facts: PartFacts | null,
  need: WallNeed | null,
  shownIn: LengthUnit,
): Reason[] {
  const found = facts?.thorough?.findings.find(({ kind }) => kind === 'thin-walls');
  // A tip that is thin on a tiny share of the surface prints rounded.
  const areOnlyTips = found?.severity === 'warn';
  if (need === null) {
    return found ? [{ level: areOnlyTips ? 'prints' : 'at-risk', text: found.text }] : [];
  }
  const walls = facts?.thorough?.walls ?? null;
  const thinnest = walls?.thinnest ?? null;
  const isThin = thinnest !== null && isBelow(thinnest, need.minimum);
  const estimate = geometry && geometry.area > 0 ? (2 * geometry.volume) / geometry.area : null;
  const isEstimatedThin = estimate !== null && estimate < need.minimum;
  const params = { material: need.title, minimum: { metres: need.minimum, unit: shownIn } };
  if (isThin) {
    const isTip = areOnlyTips && need.minimum <= (walls?.limit ?? 0);
    const level = isEstimatedThin ? 'refused' : isTip ? 'prints' : 'at-risk';
    return [
      {
        level,
        text: ref('gate.thinWall', { ...params, thinnest: { metres: roundedDown(thinnest), unit: shownIn } }),
      },
    ];
  }
  if (!isEstimatedThin) return [];
  const wall = { metres: estimate, unit: shownIn };
  return [{ level: 'at-risk', text: ref('gate.thinOnAverage', { ...params, wall }) }];
}
