/** Measures a model file with the app's geometry code and reduces the result to what is stored. */
import { surveyModel } from '../../src-shared/geometry/analyse-model.ts';
import { englishStatement } from '../../src-shared/geometry/geometry-text.ts';
import { priceGeometry } from '../../src-shared/geometry/measure/price-geometry.ts';
import { sizeOf } from '../../src-shared/geometry/mesh/mesh.ts';
import type { ByteSource } from '../../src-shared/geometry/readers/byte-source.ts';
import { toAppError } from '../../src-shared/result.ts';
import type { MeasuredFile } from './measured-file.ts';

/** Never throws: a file that cannot be read gives an `error` with a sentence for people. */
export async function measureFile(file: ByteSource, fileName: string): Promise<MeasuredFile> {
  try {
    const { format, unit, assumedUnit, measures, checks } = await surveyModel(file, fileName);
    return {
      format,
      unit: unit ?? assumedUnit ?? null,
      triangles: measures.triangles,
      shells: checks.shells,
      watertight: checks.watertight,
      area: measures.area,
      volume: priceGeometry(measures, 1).volume,
      size: measures.bounds ? sizeOf(measures.bounds) : [0, 0, 0],
      findings: checks.findings.map(({ kind, severity, count, ...said }) => ({
        kind,
        severity,
        count,
        message: englishStatement(said),
      })),
    };
  } catch (thrown) {
    const { code, message } = toAppError(thrown);
    return { error: { code, message } };
  }
}
