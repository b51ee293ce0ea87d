/** One file read, measured and checked. Runs in the main thread or in a worker of `analysis-pool.ts`. */
import { basename } from 'node:path';
import { type SurveyedModel, surveyModel } from '../../../src-shared/geometry/analyse-model.ts';
import type { ReadOptions } from '../../../src-shared/geometry/geometry.ts';
import { provideWasm } from '../../../src-shared/geometry/readers/wasm-files.ts';
import { readWasmFile } from '../../files/wasm-file.ts';
import { type ModelFile, withModelBytes } from './model-files.ts';

provideWasm(readWasmFile);

/** Everything but the mesh itself, so that it is small enough to pass between threads and to keep for all files. */
export type Analysis = SurveyedModel;

/** Throws `CodedError` with a sentence, or AbortError. */
export const analyseFile = (file: ModelFile, options: ReadOptions = {}): Promise<Analysis> =>
  withModelBytes(file, (source) => surveyModel(source, basename(file.path), options));

/** No check found anything that keeps the model from printing. */
export const isPrintable = (checks: Analysis['checks']): boolean =>
  checks.findings.every((finding) => finding.severity !== 'fail');
