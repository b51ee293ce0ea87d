/** The thorough check on the command line: from options in mm to answers about one model. Runs where `analyse.ts` does. */
import { checkDeeper, type DeepCheck } from '../../../src-shared/geometry/checks/deep-check.ts';
import type { ReadOptions } from '../../../src-shared/geometry/geometry.ts';
import type { Mesh } from '../../../src-shared/geometry/mesh/mesh.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import { parseNumber } from '../../../src-shared/units/parse-number.ts';
import { type LengthUnit, metresPerUnit } from '../../../src-shared/units/units.ts';
import { parseUnit, usageError } from './options.ts';

/** What was asked for; plain data, since it crosses to worker threads. */
export interface Thorough {
  /** Thinnest wall, mm; null where none was given. */
  readonly minWall: number | null;
  /** Of files that state none. */
  readonly unit: LengthUnit;
}

export interface ThoroughAnswer {
  /** The unit that lengths were taken in: the file's own, else the one of the options. */
  readonly unit: LengthUnit;
  readonly results: readonly DeepCheck[];
}

export interface ThoroughOptions {
  readonly thorough?: true;
  readonly minWall?: string;
  readonly unit?: string;
}

/** Null where nothing thorough was asked for. @throws CodedError `usage` */
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
  { minWall, unit: usualUnit }: Thorough,
  options: ReadOptions,
): Promise<ThoroughAnswer> {
  const unit = fileUnit ?? usualUnit;
  const millimetres = metresPerUnit[unit] / metresPerUnit.mm;
  const { results } = await checkDeeper(mesh, {
    ...options,
    minWall: minWall === null ? null : minWall / millimetres,
    lengthText: (length) =>
      ref('geometry.inUnit', { length: { metres: length * metresPerUnit[unit], unit: 'mm' } }),
  });
  return { unit, results };
}

/** Whether the thorough check found what keeps the model from printing. */
export const failsThoroughly = (answer: ThoroughAnswer | undefined): boolean =>
  answer?.results.some(({ finding }) => finding?.severity === 'fail') === true;
