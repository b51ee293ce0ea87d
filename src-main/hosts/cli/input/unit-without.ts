import type { ReadModel } from '../../../../src-shared/geometry/geometry.ts';
import type { LengthUnit } from '../../../../src-shared/units/units.ts';

/** Without evidence: the unit of the file, else the given one, else that of its format, else millimetres. */
export const unitWithout = (
  { unit, assumedUnit = 'mm' }: Pick<ReadModel, 'unit' | 'assumedUnit'>,
  given: LengthUnit | null,
): LengthUnit => unit ?? given ?? assumedUnit;
