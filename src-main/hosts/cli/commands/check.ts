/**
 * `fabdesk check`: reads, measures and checks model files on this machine. Needs no account, no data folder
 * and no service. All numbers are in the file's own units.
 */
import { isPartsList } from '../../../../src-shared/csv/is-parts-list.ts';
import type { TrappedPowder } from '../../../../src-shared/geometry/checks/trapped-check.ts';
import type { Finding } from '../../../../src-shared/geometry/geometry.ts';
import { englishGeometryText, englishStatement } from '../../../../src-shared/geometry/geometry-text.ts';
import { analyseNames } from '../analysis/analyse-names.ts';
import type { Analysed } from '../analysis/analysis-pool.ts';
import { verdictEntry } from '../analysis/gate.ts';
import { parseThorough, thoroughOptions } from '../analysis/thorough.ts';
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

export const checkCommands: Commands = {
  check: command(
    {
      takes: ['<file...>'],
      options: ['--places', ...thoroughOptions, ...reportOptions],
      examples: [
        'fabdesk check bracket.stl',
        'fabdesk check parts/ gear.3mf',
        'fabdesk check --thorough --min-wall 0.7 part.stl',
        'fabdesk check --json parts/ > report.json',
        'fabdesk check part.stl && echo prints',
      ],
    },
    async (host, options, names) => {
      const { out, cwd, signal } = host;
      const thorough = parseThorough(options);
      const results: (Analysed | FileFailure)[] = [];
      const files = await filesOf(names, cwd, out);
      for await (const result of analyseNames(host, files, thorough)) {
        results.push(result);
        writeCheckReport(out, result);
      }
      if (signal.aborted) return exitCodes.interrupted;
      writeCheckSummary(out, results, thorough !== null);
      out.report(results.map((result) => reportOf(result, options.places === true)));
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

/** The output of `check --json`. Lengths in file units, also for the places of findings. */
export function reportOf(result: Analysed | FileFailure, places: boolean) {
  if (isFailure(result)) return { file: result.file, error: result.error };
  const { format, measures, checks, unit, assumedUnit, warnings, thorough, colours } = result.analysis;
  const report = ({ kind, severity, count, sphere, edges, faces, ...said }: Finding) => ({
    kind,
    severity,
    count,
    message: englishStatement(said),
    sphere,
    ...(places && { edges, faces }),
  });
  return {
    file: result.file,
    /** Whether nothing was found that prevents printing. */
    printable: prints(result.analysis),
    /** The order gate's verdict on the part itself, whatever the material. */
    verdict: verdictEntry(verdictOf(result.analysis)),
    format,
    triangles: measures.triangles,
    boundingBox: measures.bounds,
    area: measures.area,
    /** Signed: negative if the faces point inwards. */
    volume: measures.volume,
    /** If the surface is not sound: the range of the volume, which is then an estimate. */
    volumeBand: measures.volumeBand,
    watertight: checks.watertight,
    shells: checks.shells,
    /** The unit that the file itself states; null if its format has none. */
    unit,
    /** The unit in which the format counts, where the file itself states none. */
    assumedUnit: assumedUnit ?? null,
    /** Null if the file says nothing about colours. */
    colours: colours ?? null,
    /** Oddities of the file, and how it was read. */
    warnings: warnings.map(englishGeometryText),
    findings: checks.findings.map(report),
    ...(thorough && {
      thorough: {
        unit: thorough.unit,
        /** An answer to every question; `finding` is null unless `status` is `fail`. */
        results: thorough.results.map(({ kind, status, finding, ...said }) => ({
          kind,
          status,
          message: englishStatement(said),
          finding: finding && report(finding),
        })),
        /** Null for what has no volume. */
        placement: thorough.placement ?? null,
        wallScales: wallScalesOf(result.analysis),
        /** Cavities that powder or resin cannot leave; null if they were not searched. */
        trapped: thorough.trapped && withoutFaces(thorough.trapped),
        /** Parts that are thin in two directions; null if they were not measured. */
        pins: thorough.thickness?.pins ?? null,
      },
    }),
  };
}

const withoutFaces = ({ cavities, ...search }: TrappedPowder) => ({
  ...search,
  cavities: cavities.map(({ faces: _, ...cavity }) => cavity),
});
