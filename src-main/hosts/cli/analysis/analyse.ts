/** Reads, measures and checks one file. Runs in the main thread or in a worker of `analysis-pool.ts`. */
import { basename } from 'node:path';
import {
  analyseModel,
  type SurveyedModel,
  surveyModel,
} from '../../../../src-shared/geometry/analyse-model.ts';
import type { ReadOptions } from '../../../../src-shared/geometry/geometry.ts';
import { provideWasm } from '../../../../src-shared/geometry/readers/wasm-files.ts';
import { provideManifold } from '../../../../src-shared/geometry/repair/manifold-library.ts';
import { loadManifold } from '../../../files/manifold.ts';
import { compileForShortProcess, readWasmFile } from '../../../files/wasm-file.ts';
import { type ModelFile, withModelBytes } from '../input/model-files.ts';
import { partOf } from './part-of.ts';
import type { Thorough, ThoroughAnswer } from './thorough.ts';

provideWasm(readWasmFile, compileForShortProcess);
provideManifold(loadManifold);

/**
 * Everything but the mesh itself, so that it is small enough to pass between threads and to store for all
 * files.
 */
export type Analysis = SurveyedModel & {
  /** Only if it was requested. */
  readonly thorough?: ThoroughAnswer;
  /** PNG. Only if it was requested; null for a model that shows nothing. */
  readonly picture?: Uint8Array | null;
};

/** Throws `CodedError` with a sentence, or AbortError. `thorough` null: only the quick checks. */
export function analyseFile(
  file: ModelFile,
  options: ReadOptions = {},
  thorough: Thorough | null = null,
  picture = false,
): Promise<Analysis> {
  const name = basename(file.path);
  return withModelBytes(file, async (source) => {
    if (thorough === null && !picture) return surveyModel(source, name, options);
    const { mesh, ...known } = await analyseModel(source, name, partOf(options, 0, 0.3));
    const analysis: { -readonly [Key in keyof Analysis]: Analysis[Key] } = known;
    if (thorough !== null) {
      const { checkThoroughly } = await import('./check-thoroughly.ts');
      analysis.thorough = await checkThoroughly(mesh, known, thorough, partOf(options, 0.3, 1));
    }
    if (picture) analysis.picture = await (await import('./part-picture.ts')).partPicture(mesh);
    return analysis;
  });
}

/** No check found anything that prevents printing. */
export const isPrintable = (checks: Analysis['checks']): boolean =>
  checks.findings.every((finding) => finding.severity !== 'fail');
