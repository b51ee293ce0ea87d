/**
 * `fabdesk check`: reads, measures and checks model files on this machine. Needs no account, no data folder
 * and no service. All numbers are in the file's own units.
 */
import { isPartsList } from '../../../../src-shared/csv/is-parts-list.ts';
import type { PinRegion } from '../../../../src-shared/geometry/checks/pins.ts';
import type { TrappedCavity } from '../../../../src-shared/geometry/checks/trapped.ts';
import type { TrappedPowder } from '../../../../src-shared/geometry/checks/trapped-check.ts';
import type { Finding, Measures, ModelFormat } from '../../../../src-shared/geometry/geometry.ts';
import { englishGeometryText, englishStatement } from '../../../../src-shared/geometry/geometry-text.ts';
import type { ColourSummary } from '../../../../src-shared/geometry/mesh/colours.ts';
import type { Bounds } from '../../../../src-shared/geometry/mesh/mesh.ts';
import type { Placement } from '../../../../src-shared/geometry/placement/placement.ts';
import type { LengthUnit } from '../../../../src-shared/units/units.ts';
import { analyseNames } from '../analysis/analyse-names.ts';
import type { Analysed } from '../analysis/analysis-pool.ts';
import { verdictEntry } from '../analysis/gate.ts';
import { parseThorough, type ThoroughAnswer } from '../analysis/thorough.ts';
import { type Commands, command } from '../declare.ts';
import { type FileFailure, isFailure } from '../input/model-files.ts';
import { reportOptions } from '../input/options.ts';
import { readCheckList } from '../input/parts-list.ts';
import {
  isAccepted,
  prints,
  verdictOf,
  wallScalesOf,
  writeCheckReport,
  writeCheckSummary,
} from '../output/check-report.ts';
import { exitCodes } from '../output/exit-codes.ts';
import type { Output } from '../output/output.ts';

/**
 * The output of `check --json` for a readable file. Lengths in file units, also for the places of findings.
 */
export interface CheckedFile {
  readonly file: string;
  /** Whether nothing was found that prevents printing. */
  readonly printable: boolean;
  /** The order gate's verdict on the part itself, whatever the material. */
  readonly verdict: ReturnType<typeof verdictEntry>;
  readonly format: ModelFormat;
  readonly triangles: number;
  readonly boundingBox: Bounds | null;
  readonly area: number;
  /** Signed: negative if the faces point inwards. */
  readonly volume: number;
  /** If the surface is not sound: the range of the volume, which is then an estimate. Null if it is exact. */
  readonly volumeBand: Measures['volumeBand'];
  readonly watertight: boolean;
  readonly shells: number;
  /** The unit that the file itself states; null if its format has none. */
  readonly unit: LengthUnit | null;
  /** The unit in which the format counts, where the file itself states none. */
  readonly assumedUnit: LengthUnit | null;
  /** Null if the file says nothing about colours. */
  readonly colours: ColourSummary | null;
  /** What was odd about the file and how it was read. */
  readonly warnings: readonly string[];
  readonly findings: readonly ReportedFinding[];
  /** Only with `--thorough`: the unit of lengths, and an answer to every question. */
  readonly thorough?: {
    readonly unit: LengthUnit;
    readonly results: readonly ReportedCheck[];
    /** Null for what has no volume. */
    readonly placement: Placement | null;
    /** The scale from which on no wall is below `--min-wall`; null without walls or limit. */
    readonly wallScales: { readonly smallest: number | null } | null;
    /** Cavities that powder or resin cannot leave; null if they were not searched. */
    readonly trapped: ReportedTrapped | null;
    /** What is thin in two directions; null if it was not measured. */
    readonly pins: readonly PinRegion[] | null;
  };
}

/** File units. */
export type ReportedTrapped = Omit<TrappedPowder, 'cavities'> & {
  readonly cavities: readonly Omit<TrappedCavity, 'faces'>[];
};

/** A question of the thorough check; `finding` is null unless `status` is `fail`. */
export interface ReportedCheck extends Pick<ThoroughAnswer['results'][number], 'kind' | 'status'> {
  readonly message: string;
  readonly finding: ReportedFinding | null;
}

/** `edges` and `faces` only with `--places`. */
export type ReportedFinding = Pick<Finding, 'kind' | 'severity' | 'count' | 'sphere'> &
  Partial<Pick<Finding, 'edges' | 'faces'>> & { readonly message: string };

export const checkCommands: Commands = {
  check: command(
    {
      takes: ['<file...>'],
      options: [
        '--places',
        '--thorough',
        '--min-wall <mm>',
        '--escape-hole <mm>',
        '--unit <unit>',
        ...reportOptions,
      ],
      examples: [
        'fabdesk check bracket.stl',
        'fabdesk check parts/ gear.3mf',
        'fabdesk check --thorough --min-wall 0.7 part.stl',
        'fabdesk check --json parts/ > report.json',
        'fabdesk check part.stl && echo prints',
      ],
    },
    async ({ surroundings, out }, options, names) => {
      const thorough = parseThorough(options);
      const results: (Analysed | FileFailure)[] = [];
      const files = await filesOf(names, surroundings.cwd, out);
      for await (const result of analyseNames(files, surroundings, out, thorough)) {
        results.push(result);
        writeCheckReport(out, result);
      }
      if (surroundings.signal.aborted) return exitCodes.interrupted;
      writeCheckSummary(out, results, thorough !== null);
      if (out.json) out.value(results.map((result) => reportOf(result, options.places === true)));
      return results.every((result) => !isFailure(result) && isAccepted(result.analysis))
        ? exitCodes.ok
        : exitCodes.refused;
    },
  ),
};

/** A parts list stands for its files. */
async function filesOf(names: readonly string[], cwd: string, out: Output): Promise<string[]> {
  const files: string[] = [];
  for (const name of names) {
    if (isPartsList(name)) files.push(...(await readCheckList(name, cwd, out)).map(({ file }) => file));
    else files.push(name);
  }
  return files;
}

function reportOf(result: Analysed | FileFailure, places: boolean): CheckedFile | FileFailure {
  if (isFailure(result)) return { file: result.file, error: result.error };
  const { format, measures, checks, unit, assumedUnit, warnings, thorough, colours } = result.analysis;
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
    verdict: verdictEntry(verdictOf(result.analysis)),
    format,
    triangles: measures.triangles,
    boundingBox: measures.bounds,
    area: measures.area,
    volume: measures.volume,
    volumeBand: measures.volumeBand,
    watertight: checks.watertight,
    shells: checks.shells,
    unit,
    assumedUnit: assumedUnit ?? null,
    colours: colours ?? null,
    warnings: warnings.map(englishGeometryText),
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
        placement: thorough.placement ?? null,
        wallScales: wallScalesOf(result.analysis),
        trapped: thorough.trapped && withoutFaces(thorough.trapped),
        pins: thorough.thickness?.pins ?? null,
      },
    }),
  };
}

const withoutFaces = ({ cavities, ...search }: TrappedPowder): ReportedTrapped => ({
  ...search,
  cavities: cavities.map(({ faces: _, ...cavity }) => cavity),
});
