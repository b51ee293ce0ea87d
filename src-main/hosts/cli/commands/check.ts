/**
 * `fabdesk check`: reads, measures and checks model files on this machine. Needs no account, no data folder and
 * no service. All numbers are in the file's own units.
 */
import type { Command } from 'commander';
import type { Finding, Measures, ModelFormat } from '../../../../src-shared/geometry/geometry.ts';
import { englishStatement, englishText } from '../../../../src-shared/geometry/geometry-text.ts';
import type { Bounds } from '../../../../src-shared/geometry/mesh/mesh.ts';
import type { LengthUnit } from '../../../../src-shared/units/units.ts';
import { analyseNames } from '../analyse-names.ts';
import type { Analysed } from '../analysis-pool.ts';
import { prints, writeCheckReport, writeCheckSummary } from '../check-report.ts';
import { exitCodes } from '../exit-codes.ts';
import { withHelp } from '../help.ts';
import { type FileFailure, isFailure } from '../model-files.ts';
import { jsonOption } from '../options.ts';
import type { Registrar } from '../registrar.ts';
import { parseThorough, type ThoroughAnswer, type ThoroughOptions } from '../thorough.ts';

/** What `check --json` prints for a readable file. Lengths in file units, also of the findings' places. */
export interface CheckedFile {
  readonly file: string;
  /** Whether nothing was found that keeps the model from printing. */
  readonly printable: boolean;
  readonly format: ModelFormat;
  readonly triangles: number;
  readonly boundingBox: Bounds | null;
  readonly area: number;
  /** Signed: negative where the faces point inwards. */
  readonly volume: number;
  /** Where the surface is not sound: the range of the volume, which is an estimate then. Null where it is exact. */
  readonly volumeBand: Measures['volumeBand'];
  readonly watertight: boolean;
  readonly shells: number;
  /** The unit that the file itself states; null where its format has none. */
  readonly unit: LengthUnit | null;
  /** What was odd about the file and how it was read. */
  readonly warnings: readonly string[];
  readonly findings: readonly ReportedFinding[];
  /** Only with `--thorough`: the unit that lengths were taken in, and an answer to every question. */
  readonly thorough?: { readonly unit: LengthUnit; readonly results: readonly ReportedCheck[] };
}

/** A question of the thorough check; `finding` is null unless `status` is `fail`. */
export interface ReportedCheck extends Pick<ThoroughAnswer['results'][number], 'kind' | 'status'> {
  readonly message: string;
  readonly finding: ReportedFinding | null;
}

/** `edges` and `faces` only with `--places`. */
export type ReportedFinding = Pick<Finding, 'kind' | 'severity' | 'count' | 'sphere'> &
  Partial<Pick<Finding, 'edges' | 'faces'>> & { readonly message: string };

export function registerCheck(program: Command, { act, surroundings }: Registrar): void {
  const command = program
    .command('check')
    .description('measure and check model files, without account or service')
    .argument('<file...>', 'model files (STL, OBJ, PLY, 3MF), or folders that are searched for them')
    .addOption(jsonOption())
    .option('--places', 'with --json: add the edges and faces of every finding')
    .option('--thorough', 'also look for crossing faces, overlaps, cavities, specks and thin walls')
    .option('--min-wall <mm>', 'thorough, with this smallest wall thickness in mm')
    .option('--unit <unit>', 'with --thorough: unit of files that carry none; mm when left out')
    .action(
      act(async (out, names: string[], options: ThoroughOptions & { places?: true }) => {
        const thorough = parseThorough(options);
        const results: (Analysed | FileFailure)[] = [];
        for await (const result of analyseNames(names, surroundings, out, thorough)) {
          results.push(result);
          writeCheckReport(out, result);
        }
        if (surroundings.signal.aborted) return exitCodes.interrupted;
        writeCheckSummary(out, results, thorough !== null);
        if (out.json) out.value(results.map((result) => reportOf(result, options.places === true)));
        return results.every((result) => !isFailure(result) && prints(result.analysis))
          ? exitCodes.ok
          : exitCodes.refused;
      }),
    );
  withHelp(
    command,
    [
      ['fabdesk check bracket.stl', 'size, area, volume and every defect with its place'],
      ['fabdesk check parts/ gear.3mf', 'every model file below parts, and one more'],
      ['fabdesk check --thorough --min-wall 0.7 part.stl', 'also walls below 0.7 mm, overlaps and more'],
      ['fabdesk check --json parts/ > report.json', 'one array with an entry for every file'],
      ['fabdesk check part.stl && echo prints', 'a script that goes on only with a printable part'],
    ],
    'Every number is in the units of the file. A file that cannot be read never stops the others.',
  );
}

function reportOf(result: Analysed | FileFailure, places: boolean): CheckedFile | FileFailure {
  if (isFailure(result)) return { file: result.file, error: result.error };
  const { format, measures, checks, unit, warnings, thorough } = result.analysis;
  const report = ({ kind, severity, count, sphere, edges, faces, ...said }: Finding): ReportedFinding => ({
    kind,
    severity,
    count,
    message: englishStatement(said),
    sphere,
    ...(places && { edges, faces }),
  });
  return {
    file: result.file,
    printable: prints(result.analysis),
    format,
    triangles: measures.triangles,
    boundingBox: measures.bounds,
    area: measures.area,
    volume: measures.volume,
    volumeBand: measures.volumeBand,
    watertight: checks.watertight,
    shells: checks.shells,
    unit,
    warnings: warnings.map(englishText),
    findings: checks.findings.map(report),
    ...(thorough && {
      thorough: {
        unit: thorough.unit,
        results: thorough.results.map(({ kind, status, finding, ...said }) => ({
          kind,
          status,
          message: englishStatement(said),
          finding: finding && report(finding),
        })),
      },
    }),
  };
}
