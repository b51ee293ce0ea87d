/** Reads one model for commands that answer in mm, whatever the unit of the file. */
import { basename } from 'node:path';
import { analyseModel } from '../../../../src-shared/geometry/analyse-model.ts';
import type { AnalysedModel, ReadOptions } from '../../../../src-shared/geometry/geometry.ts';
import type { Mesh } from '../../../../src-shared/geometry/mesh/mesh.ts';
import { type LengthUnit, metresPerUnit } from '../../../../src-shared/units/units.ts';
import { type ModelFile, withModelBytes } from '../input/model-files.ts';
import { unitWithout } from '../input/unit-without.ts';

export interface ModelInMm {
  readonly mesh: Mesh;
  /** The unit that the file states; null if it has none, and `used` was taken. */
  readonly unit: LengthUnit | null;
  readonly used: LengthUnit;
  readonly checks: AnalysedModel['checks'];
  /** Millimetres per file unit. */
  readonly scale: number;
}

/** @param given for files that state no unit */
export async function readInMm(
  file: ModelFile,
  given: LengthUnit | null,
  options: ReadOptions,
): Promise<ModelInMm> {
  const { mesh, checks, ...known } = await withModelBytes(file, (source) =>
    analyseModel(source, basename(file.path), options),
  );
  const used = unitWithout(known, given);
  const scale = metresPerUnit[used] / metresPerUnit.mm;
  const { positions } = mesh;
  return {
    mesh: scale === 1 ? mesh : { ...mesh, positions: Float64Array.from(positions, (value) => value * scale) },
    unit: known.unit,
    used,
    checks,
    scale,
  };
}
