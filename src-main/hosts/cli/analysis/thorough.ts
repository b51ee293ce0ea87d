/**
 * The thorough check on the command line: turns options in mm into answers about one model. Runs in the same thread as
 * `analyse.ts`.
 */
import { checkDeeper, type DeepCheck } from '../../../../src-shared/geometry/checks/deep-check.ts';
import type { ReadOptions } from '../../../../src-shared/geometry/geometry.ts';
import type { Mesh } from '../../../../src-shared/geometry/mesh/mesh.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import type { MeasuredWalls } from '../../../../src-shared/order-gate/part-facts.ts';
import { parseNumber } from '../../../../src-shared/units/parse-number.ts';
import { type LengthUnit, metresPerUnit } from '../../../../src-shared/units/units.ts';
import { parseUnit, usageError } from '../input/options.ts';

/** The request as plain data, since it is passed to worker threads. */
export interface Thorough {
  /** Thinnest wall, mm; null if none was given. */
  readonly minWall: number | null;
  /** For files that state no unit. */
  readonly unit: LengthUnit;
  /** In addition to the unit; by default 1. */
  readonly scale?: number;
}

export interface ThoroughAnswer {
  /** The unit of lengths: the file's own, else the one of the options. */
  readonly unit: LengthUnit;
  readonly results: readonly DeepCheck[];
  /** In file units; null if walls were not measured. */
  readonly thickness: MeasuredWalls | null;
}

export interface ThoroughOptions {
  readonly thorough?: true;
  readonly minWall?: string;
  readonly unit?: string;
}

/** Null if no thorough check was requested. @throws CodedError `usage` */
export function parseThorough(options: ThoroughOptions): Thorough | null {
  if (options.thorough !== true && options.minWall === undefined) {
    if (options.unit === undefined) return null;
    throw usageError(ref('cli.thorough.unitAlone'));
  }
  const unit = options.unit === undefined ? 'mm' : parseUnit(options.unit);
  if (options.minWall === undefined) return { minWall: null, unit };
  const minWall = parseNumber(options.minWall);
  if (minWall !== null && minWall > 0) return { minWall, unit };
  throw usageError(ref('cli.thorough.badWall', { text: options.minWall }));
}

export async function checkThoroughly(
  mesh: Mesh,
  fileUnit: LengthUnit | null,
  { minWall, unit: usualUnit, scale = 1 }: Thorough,
  options: ReadOptions,
): Promise<ThoroughAnswer> {
  const unit = fileUnit ?? usualUnit;
  const metres = metresPerUnit[unit] * scale;
  const { results, thickness } = await checkDeeper(mesh, {
    ...options,
    minWall: minWall === null ? null : (minWall * metresPerUnit.mm) / metres,
    lengthText: (length) => ref('geometry.inUnit', { length: { metres: length * metres, unit: 'mm' } }),
  });
  return { unit, results, thickness: thickness && wallsOf(thickness) };
}

/** Small enough to pass between threads. */
const wallsOf = ({ thinnest, limit, thinShare }: MeasuredWalls): MeasuredWalls => ({
  thinnest: thinnest && { thickness: thinnest.thickness },
  limit,
  thinShare,
});

/** Whether the thorough check found something that prevents printing. */
export const failsThoroughly = (answer: ThoroughAnswer | undefined): boolean =>
  answer?.results.some(({ finding }) => finding?.severity === 'fail') === true;
