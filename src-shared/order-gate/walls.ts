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

/** The name of the material, null for any, and its thinnest possible wall, m. */
export interface WallNeed {
  readonly title: string | null;
  readonly minimum: number;
}

/** `need`: null if not stated; then the check's limit counts. A larger one gives no better verdict. */
export function wallReasons(
  geometry: PriceGeometry | null,
  facts: PartFacts | null,
  need: WallNeed | null,
  shownIn: LengthUnit,
): Reason[] {
  return [...aboutWalls(geometry, facts, need, shownIn), ...aboutPins(facts, need, shownIn)];
}

const findingOf = (facts: PartFacts | null, wanted: 'thin-walls' | 'thin-pins') =>
  facts?.thorough?.findings.find(({ kind }) => kind === wanted);

const asFound = (found: ReturnType<typeof findingOf>): Reason[] =>
  found ? [{ level: found.severity === 'warn' ? 'prints' : 'at-risk', text: found.text }] : [];

/** [Assumption: pin-limit] A pin must be as thick as a wall. Short ones print, but may be lost. */
function aboutPins(facts: PartFacts | null, need: WallNeed | null, shownIn: LengthUnit): Reason[] {
  const walls = facts?.thorough?.walls ?? null;
  const found = findingOf(facts, 'thin-pins');
  const minimum = need?.minimum ?? walls?.limit;
  const { thinnestPin: pin = null, thinnestLongPin: longPin = null } = walls ?? {};
  if (walls === null && need === null) return asFound(found);
  if (minimum === undefined || pin === null || !isBelow(pin, minimum)) return [];
  const isLong = longPin !== null && isBelow(longPin, minimum);
  const level = isLong ? 'at-risk' : 'prints';
  if (need === null || need.title === null) return found ? [{ level, text: found.text }] : [];
  const text = ref('gate.thinPin', {
    material: need.title,
    minimum: { metres: need.minimum, unit: shownIn },
    thinnest: { metres: roundedDown(isLong ? longPin : pin), unit: shownIn },
  });
  return [{ level, text }];
}

function aboutWalls(
  geometry: PriceGeometry | null,
  facts: PartFacts | null,
  need: WallNeed | null,
  shownIn: LengthUnit,
): Reason[] {
  const walls = facts?.thorough?.walls ?? null;
  const minimum = need?.minimum ?? walls?.limit;
  if (minimum === undefined) return asFound(findingOf(facts, 'thin-walls'));
  const thinnest = walls?.thinnest ?? null;
  const title = need?.title ?? null;
  // Only the minimum of a service is compared with what it estimates.
  const estimate =
    title !== null && geometry && geometry.area > 0 ? (2 * geometry.volume) / geometry.area : null;
  const isEstimatedThin = estimate !== null && estimate < minimum;
  const params = { material: title ?? '', minimum: { metres: minimum, unit: shownIn } };
  if (walls !== null && thinnest !== null && isBelow(thinnest, minimum)) {
    // Otherwise it is a tip that is thin on a tiny share of the surface, and prints rounded.
    const isWall = walls.wallFrom !== null && minimum >= walls.wallFrom;
    const level = isEstimatedThin ? 'refused' : isWall ? 'at-risk' : 'prints';
    const found = title === null ? findingOf(facts, 'thin-walls') : undefined;
    const wall = { metres: roundedDown(thinnest), unit: shownIn };
    return [{ level, text: found?.text ?? ref('gate.thinWall', { ...params, thinnest: wall }) }];
  }
  if (!isEstimatedThin) return [];
  const wall = { metres: estimate, unit: shownIn };
  return [{ level: 'at-risk', text: ref('gate.thinOnAverage', { ...params, wall }) }];
}
