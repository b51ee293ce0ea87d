/**
 * The question of a thorough check on the command line, in mm, and its answer (check-thoroughly.ts gives it).
 */
import type { DeepCheck } from '../../../../src-shared/geometry/checks/deep-check.ts';
import type { ThicknessMap } from '../../../../src-shared/geometry/checks/thickness.ts';
import type { RetainingCavity, TrappedPowder } from '../../../../src-shared/geometry/checks/trapped-check.ts';
import type { Placement } from '../../../../src-shared/geometry/placement/placement.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { usualEscapeHole } from '../../../../src-shared/order-gate/escape-hole.ts';
import type { MeasuredWalls } from '../../../../src-shared/order-gate/facts-of-checks.ts';
import type { LengthUnit } from '../../../../src-shared/units/units.ts';
import type { OptionsOf } from '../declare.ts';
import { parsePositive, parseUnit, usageError } from '../input/options.ts';

/** The request as plain data, since it is passed to worker threads. */
export interface Thorough {
  /** Thinnest wall, mm; null if none was given. */
  readonly minWall: number | null;
  /** Openings below this keep powder back, mm; by default usual for nylon. */
  readonly escapeHole?: number;
  /** For files that state no unit; null if none was given. */
  readonly unit: LengthUnit | null;
  /** In addition to the unit; by default 1. */
  readonly scale?: number;
  /** Whether its box and the sides on which it can lie are wanted too. */
  readonly placement?: true;
}

/** Walls and pins, without the points at which they were measured. */
export type WallAnswer = MeasuredWalls & Pick<ThicknessMap, 'pins'>;

export interface ThoroughAnswer {
  /** The unit of lengths: the file's own, else the one of the options. */
  readonly unit: LengthUnit;
  readonly results: readonly DeepCheck[];
  /** In file units; null if walls were not measured. */
  readonly thickness: WallAnswer | null;
  /** In file units; null if it was not searched. */
  readonly trapped: TrappedPowder | null;
  /** In file units, for every technology; null if it was not searched. */
  readonly cavities: readonly RetainingCavity[] | null;
  /** In file units. Only if it was requested; null for what has no volume. */
  readonly placement?: Placement | null;
}

export const thoroughOptions = [
  '--thorough',
  '--min-wall <mm>',
  '--escape-hole <mm>',
  '--unit <unit>',
] as const;

/** Null if no thorough check was requested. @throws CodedError `usage` */
export function parseThorough(options: OptionsOf<(typeof thoroughOptions)[number]>): Thorough | null {
  const { minWall, escapeHole } = options;
  if (options.thorough !== true && minWall === undefined && escapeHole === undefined) {
    if (options.unit === undefined) return null;
    throw usageError(ref('cli.thorough.unitAlone'));
  }
  const unit = options.unit === undefined ? null : parseUnit(options.unit);
  const hole =
    escapeHole === undefined
      ? usualEscapeHole * 1000
      : parsePositive(escapeHole, ref('cli.thorough.badHole', { text: escapeHole }));
  const wall =
    minWall === undefined ? null : parsePositive(minWall, ref('cli.thorough.badWall', { text: minWall }));
  return { minWall: wall, escapeHole: hole, unit, placement: true };
}

/** Whether the thorough check found something that prevents printing. */
export const failsThoroughly = (answer: ThoroughAnswer | undefined): boolean =>
  answer?.results.some(({ finding }) => finding?.severity === 'fail') === true;
