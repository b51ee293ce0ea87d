/** Whether a part's unit is certain: a person confirmed it, or nothing else explains the file as well. */
import type { UnitCandidate } from '../geometry/measure/propose-unit.ts';
import type { LengthUnit } from '../units/units.ts';

/**
 * All units that explain the file about equally well, the current one first; empty if the unit is certain.
 * `candidates`: proposed from evidence; none if the file states its unit.
 */
export function possibleUnits(
  candidates: readonly UnitCandidate[],
  unit: LengthUnit,
  isConfirmed: boolean,
): readonly LengthUnit[] {
  if (isConfirmed) return [];
  const others = candidates.filter((other) => other.likely && other.unit !== unit).map((other) => other.unit);
  return others.length === 0 ? [] : [unit, ...others];
}
