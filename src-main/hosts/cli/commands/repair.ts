/**
 * `fabdesk repair`: repairs one model file, writes the result and lists every change. Needs no account, no
 * data folder and no service. Never writes to the original file.
 */
import { basename, extname, resolve } from 'node:path';
import {
  analyseModel,
  type SurveyedModel,
  surveyModel,
} from '../../../../src-shared/geometry/analyse-model.ts';
import { englishGeometryText, englishStatement } from '../../../../src-shared/geometry/geometry-text.ts';
import {
  type RepairOptions,
  type RepairResult,
  repairMesh,
} from '../../../../src-shared/geometry/repair/repair.ts';
import { splitShells } from '../../../../src-shared/geometry/repair/split-shells.ts';
import { textsIn } from '../../../../src-shared/geometry/unit-texts.ts';
import { write3mf } from '../../../../src-shared/geometry/writers/write-3mf.ts';
import { writeBinaryStl } from '../../../../src-shared/geometry/writers/write-stl.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { type LengthUnit, metresPerUnit } from '../../../../src-shared/units/units.ts';
import { type Commands, command, type Host, type OptionsOf } from '../declare.ts';
import { findModelFile, withModelBytes } from '../input/model-files.ts';
import { parsePositive, parseUnit, reportOptions, usageError } from '../input/options.ts';
import { changeText } from '../output/change-text.ts';
import { isAccepted, verdictText, writeFinding } from '../output/check-report.ts';
import { exitCodes } from '../output/exit-codes.ts';
import { labelled } from '../output/format.ts';
import type { Output } from '../output/output.ts';
import { outputFormat, refuseInputs, writeResult } from '../output/write-result.ts';

const options = [
  '-o, --output <file>!',
  '--unit <unit>',
  '--tolerance <length>',
  '--no-join',
  '--split',
  '--force',
  ...reportOptions,
] as const;
type Options = OptionsOf<(typeof options)[number]>;

export const repairCommands: Commands = {
  repair: command(
    {
      takes: ['<file>'],
      options,
      examples: [
        'fabdesk repair broken.stl -o mended.stl',
        'fabdesk repair scan.obj -o scan.3mf --unit mm',
        'fabdesk repair kit.stl -o part.stl --split',
      ],
    },
    async (host, given, name) => {
      const { report, isPrintable } = await repairFile(host, name, given);
      host.out.report(report);
      return isPrintable ? exitCodes.ok : exitCodes.refused;
    },
  ),
};

async function repairFile({ cwd, signal, out }: Host, name: string, options: Options) {
  const format = outputFormat(options.output);
  const repairOptions: RepairOptions = {
    ...(options.tolerance !== undefined && { tolerance: parseTolerance(options.tolerance) }),
    joinOverlaps: options.join !== false,
    isExact: format === '3mf',
    signal,
    onProgress: (fraction) =>
      out.progress(() => out.t('cli.repair.progress', { file: name, share: fraction })),
  };
  const givenUnit = options.unit === undefined ? null : parseUnit(options.unit);
  const file = await findModelFile(name, cwd);
  await refuseInputs([resolve(cwd, options.output)], [file]);
  // As every other command and the window read it, with divided edges.
  const model = await withModelBytes(file, (source) => analyseModel(source, basename(file.path), { signal }));
  const known = model.unit ?? givenUnit ?? model.assumedUnit ?? null;
  if (format === '3mf' && known === null) throw usageError(ref('cli.repair.unitNeeded'));
  const unit = format === '3mf' ? known : null;
  const texts = known === null ? {} : textsIn(metresPerUnit[known], 'mm');
  const result = await repairMesh(model.mesh, { ...repairOptions, ...texts });
  out.progress(null);
  const meshes = options.split ? await splitShells(result.mesh, { signal }) : [result.mesh];
  const written = options.split ? numbered(options.output, meshes.length) : [options.output];
  await refuseInputs(
    written.map((each) => resolve(cwd, each)),
    [file],
  );
  const parts: SurveyedModel[] = [];
  for (const [at, mesh] of meshes.entries()) {
    const bytes = unit === null ? writeBinaryStl(mesh) : await write3mf(mesh, { unit, signal });
    parts.push(await surveyModel(bytes, written[at]!, { signal }));
    await writeResult(resolve(cwd, written[at]!), written[at]!, bytes, options.force === true);
  }
  // A fault that the reader found is in its mesh, however closed that is.
  const misread = model.findings ?? [];
  // The same verdict as `check` gives on what was written.
  const isPrintable = parts.every(isAccepted) && misread.every(({ severity }) => severity !== 'fail');
  const surface = parts.length === 1 ? parts[0]!.checks : result.checks;
  const checks = { ...surface, findings: [...surface.findings, ...misread] };
  const isCoarser = result.checks.watertight && !parts.every((part) => part.checks.watertight);
  const left = [
    ...result.left,
    ...(isCoarser ? [ref('geometry.roundedToStl')] : []),
    ...(format === 'stl' && model.mesh.colours ? [ref('geometry.coloursLost')] : []),
  ];
  writeReport(out, name, { ...result, left, checks }, { written, unit: known, isPrintable });
  const { changes, before, after } = result;
  const { watertight, shells } = checks;
  const findings = checks.findings.map(({ kind, severity, count, ...said }) => ({
    kind,
    severity,
    count,
    message: englishStatement(said),
  }));
  return {
    /** The output of `repair --json`. Lengths in file units. */
    report: {
      file: name,
      /** As named on the command line; with `--split` one per part. */
      written,
      changes: changes.map(({ kind, count, text }) => ({ kind, count, sentence: englishGeometryText(text) })),
      left: left.map(englishGeometryText),
      before,
      after,
      watertight,
      shells,
      findings,
    },
    isPrintable,
  };
}

const parseTolerance = (text: string): number =>
  parsePositive(text, ref('cli.repair.badTolerance', { text }));

/** `part.stl` becomes `part-1.stl`, `part-2.stl`, ... */
function numbered(output: string, count: number): string[] {
  const ending = extname(output);
  const stem = output.slice(0, output.length - ending.length);
  return Array.from({ length: count }, (_, i) => `${stem}-${i + 1}${ending}`);
}

function writeReport(
  out: Output,
  name: string,
  { changes, left, before, after, checks }: RepairResult,
  {
    written,
    unit,
    isPrintable,
  }: { written: readonly string[]; unit: LengthUnit | null; isPrintable: boolean },
): void {
  const { style, t } = out;
  const { triangles } = after;
  const verdict = verdictText(out, isPrintable);
  out.line(`${style.bold(name)} -> ${written.join(', ')}`);
  out.line(
    `  ${verdict}  ${t('cli.triangles', { count: triangles })}, ${t('cli.shells', { count: checks.shells })}`,
  );
  if (changes.length === 0) out.line(`  ${t('cli.repair.nothing')}`);
  for (const { text } of changes) out.line(`  ${style.good(t('cart.stepDone'))}  ${out.say(text)}`);
  for (const text of left) out.line(`  ${style.warn(t('cli.label.left'))}  ${out.say(text)}`);
  for (const finding of checks.findings) writeFinding(out, finding, null);
  const rows = [
    [t('cli.label.area'), changeText(out, before.area, after.area, unit, 2)],
    [t('cli.label.volume'), changeText(out, before.volume, after.volume, unit, 3)],
  ] as const;
  for (const line of labelled(rows)) out.line(`  ${line}`);
}
