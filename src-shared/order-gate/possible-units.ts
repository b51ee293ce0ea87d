/** Whether a part's unit is certain: a person confirmed it, or the evidence for it leads clearly. */
import type { UnitCandidate } from '../geometry/measure/propose-unit.ts';
import type { LengthUnit } from '../units/units.ts';

/**
 * All units that the evidence does not rule out, the current one first; empty if the unit is certain.
 * `candidates`: proposed from evidence; none if the file states its unit.
 */
export function possibleUnits(
  candidates: readonly UnitCandidate[],
  unit: LengthUnit,
  isConfirmed: boolean,
): readonly LengthUnit[] {
  if (isConfirmed || candidates.length === 0) return [];
  if (candidates.some((candidate) => candidate.likely && candidate.unit === unit)) return [];
  const others = candidates
    .filter((other) => other.possible && other.unit !== unit)
    .map((other) => other.unit);
  return [unit, ...others];
}
