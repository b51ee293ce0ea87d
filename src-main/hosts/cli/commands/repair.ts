/**
 * `fabdesk repair`: mends one model file and writes the result, saying every change. Needs no account, no data
 * folder and no service. The file that was given is never written to.
 */
import { writeFile } from 'node:fs/promises';
import { basename, extname, resolve } from 'node:path';
import type { Command } from 'commander';
import { checkMesh } from '../../../../src-shared/geometry/checks/quick-check.ts';
import type { Checks, Measures, ReadModel } from '../../../../src-shared/geometry/geometry.ts';
import { englishStatement, englishText } from '../../../../src-shared/geometry/geometry-text.ts';
import { weldMesh } from '../../../../src-shared/geometry/mesh/weld.ts';
import { readAll } from '../../../../src-shared/geometry/readers/byte-source.ts';
import { readModel } from '../../../../src-shared/geometry/readers/read-model.ts';
import {
  type RepairOptions,
  type RepairResult,
  repairMesh,
} from '../../../../src-shared/geometry/repair/repair.ts';
import { splitShells } from '../../../../src-shared/geometry/repair/split-shells.ts';
import { provideManifold } from '../../../../src-shared/geometry/repair/union-engine.ts';
import { write3mf } from '../../../../src-shared/geometry/writers/write-3mf.ts';
import { writeBinaryStl } from '../../../../src-shared/geometry/writers/write-stl.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { CodedError } from '../../../../src-shared/result.ts';
import { parseNumber } from '../../../../src-shared/units/parse-number.ts';
import type { LengthUnit } from '../../../../src-shared/units/units.ts';
import { loadManifold } from '../../../files/manifold.ts';
import { isPrintable } from '../analyse.ts';
import { exitCodes } from '../exit-codes.ts';
import { formatNumber, plural, powerOf } from '../format.ts';
import { withHelp } from '../help.ts';
import { findModelFile, withModelBytes } from '../model-files.ts';
import { jsonOption, parseUnit, usageError } from '../options.ts';
import type { Output } from '../output.ts';
import type { Registrar } from '../registrar.ts';
import type { Surroundings } from '../surroundings.ts';

interface Options {
  readonly output: string;
  readonly unit?: string;
  readonly tolerance?: string;
  /** False with `--no-join`. */
  readonly join: boolean;
  readonly split?: true;
  readonly force?: true;
}

/** What `repair --json` prints. Lengths in file units. */
export interface RepairedFile {
  readonly file: string;
  /** As named on the command line; with `--split` one for every part. */
  readonly written: readonly string[];
  readonly changes: readonly (Omit<RepairResult['changes'][number], 'text'> & {
    readonly sentence: string;
  })[];
  readonly left: readonly string[];
  readonly before: Measures;
  readonly after: Measures;
  readonly watertight: boolean;
  readonly shells: number;
  readonly findings: readonly (Pick<Checks['findings'][number], 'kind' | 'severity' | 'count'> & {
    readonly message: string;
  })[];
}

export function registerRepair(program: Command, { act, surroundings }: Registrar): void {
  const command = program
    .command('repair')
    .description('mend a model file and write the result, saying every change')
    .argument('<file>', 'model file')
    .requiredOption('-o, --output <file>', 'where the result goes: a name that ends in .stl or .3mf')
    .option('--unit <unit>', 'for .3mf: unit of a file that carries none: mm, cm, m, in, ft or um')
    .option('--tolerance <length>', 'how wide gaps may be to be closed, in units of the file')
    .option('--no-join', 'leave parts that overlap as they are')
    .option('--split', 'write every part into a file of its own: out-1.stl, out-2.stl, ...')
    .option('--force', 'replace files that are there already')
    .addOption(jsonOption())
    .action(
      act(async (out, name: string, options: Options) => {
        const { report, checks } = await repairFile(name, options, surroundings, out);
        if (out.json) out.value(report);
        return isPrintable(checks) ? exitCodes.ok : exitCodes.refused;
      }),
    );
  withHelp(
    command,
    [
      ['fabdesk repair broken.stl -o mended.stl', 'mend what can be mended and say what was done'],
      ['fabdesk repair scan.obj -o scan.3mf --unit mm', 'write 3MF, which keeps the unit'],
      ['fabdesk repair kit.stl -o part.stl --split', 'part-1.stl, part-2.stl, ...: a file for every part'],
    ],
    'Exit code 0 says that the result is printable. The file that was given is never changed.',
  );
}

async function repairFile(
  name: string,
  options: Options,
  { cwd, signal }: Surroundings,
  out: Output,
): Promise<{ report: RepairedFile; checks: Checks }> {
  const format = outputFormat(options.output);
  const repairOptions: RepairOptions = {
    ...(options.tolerance !== undefined && { tolerance: parseTolerance(options.tolerance) }),
    joinOverlaps: options.join,
    signal,
    onProgress: (fraction) => out.progress(`Repairing ${name} ${Math.round(fraction * 100)} %`),
  };
  const givenUnit = options.unit === undefined ? null : parseUnit(options.unit);
  const file = await findModelFile(name, cwd);
  if (file.path === resolve(cwd, options.output)) {
    throw usageError('The result would replace the file that is repaired. Give another name.');
  }
  const model = await withModelBytes(file, async (source) =>
    readModel(await readAll(source), basename(file.path), { signal }),
  );
  const unit = format === '3mf' ? unitOf(model, givenUnit) : null;
  provideManifold(loadManifold);
  const result = await repairMesh(model.mesh, repairOptions);
  out.progress(null);
  const rounded = format === 'stl' ? await roundToStl(result, signal) : null;
  const left =
    rounded === null || isSameVerdict(rounded, result.checks)
      ? result.left
      : [...result.left, ref('geometry.roundedToStl')];
  const checks = rounded ?? result.checks;
  const meshes = options.split ? await splitShells(result.mesh, { signal }) : [result.mesh];
  const written = options.split ? numbered(options.output, meshes.length) : [options.output];
  for (const [at, mesh] of meshes.entries()) {
    const bytes = unit === null ? writeBinaryStl(mesh) : await write3mf(mesh, { unit, signal });
    await writeResult(resolve(cwd, written[at]!), written[at]!, bytes, options.force === true);
  }
  writeReport(out, name, { ...result, left, checks }, written, model.unit ?? givenUnit);
  const { changes, before, after } = result;
  const { watertight, shells } = checks;
  const findings = checks.findings.map(({ kind, severity, count, ...said }) => ({
    kind,
    severity,
    count,
    message: englishStatement(said),
  }));
  return {
    report: {
      file: name,
      written,
      changes: changes.map(({ kind, count, text }) => ({ kind, count, sentence: englishText(text) })),
      left: left.map(englishText),
      before,
      after,
      watertight,
      shells,
      findings,
    },
    checks,
  };
}

/** What the file will be once its coordinates are float32; null where they are already. */
async function roundToStl({ mesh }: RepairResult, signal: AbortSignal): Promise<Checks | null> {
  if (mesh.positions instanceof Float32Array) return null;
  return checkMesh(weldMesh({ ...mesh, positions: Float32Array.from(mesh.positions) }), { signal });
}

const isSameVerdict = (a: Checks, b: Checks): boolean =>
  isPrintable(a) === isPrintable(b) && a.watertight === b.watertight;

function outputFormat(output: string): 'stl' | '3mf' {
  const ending = extname(output).toLowerCase();
  if (ending === '.stl' || ending === '.3mf') return ending === '.stl' ? 'stl' : '3mf';
  throw usageError(`"${output}" does not end in .stl or .3mf. Give such a name with --output.`);
}

function parseTolerance(text: string): number {
  const tolerance = parseNumber(text);
  if (tolerance !== null && tolerance > 0) return tolerance;
  throw usageError(`"${text}" is not a tolerance. Give a length above 0 in units of the file, such as 0.01.`);
}

function unitOf(model: ReadModel, given: LengthUnit | null): LengthUnit {
  if (model.unit !== null) return model.unit;
  if (given !== null) return given;
  throw usageError('3MF states a unit, and this file has none. Say which one it is in, such as --unit mm.');
}

/** `part.stl` becomes `part-1.stl`, `part-2.stl`, ... */
function numbered(output: string, count: number): string[] {
  const ending = extname(output);
  const stem = output.slice(0, output.length - ending.length);
  return Array.from({ length: count }, (_, i) => `${stem}-${i + 1}${ending}`);
}

async function writeResult(path: string, shown: string, bytes: Uint8Array, force: boolean): Promise<void> {
  try {
    await writeFile(path, bytes, { flag: force ? 'w' : 'wx' });
  } catch (cause) {
    if ((cause as { code?: unknown }).code === 'EEXIST') {
      throw new CodedError('file-exists', `${shown} is there already. Give another name, or add --force.`);
    }
    throw new CodedError(
      'file-not-written',
      `${shown} cannot be written. Check the folder, its permissions and the space on the disk.`,
      { cause },
    );
  }
}

function writeReport(
  out: Output,
  name: string,
  { changes, left, before, after, checks }: RepairResult,
  written: readonly string[],
  unit: LengthUnit | null,
): void {
  const { style } = out;
  const verdict = isPrintable(checks) ? style.good('printable') : style.bad('not printable');
  out.line(`${style.bold(name)} -> ${written.join(', ')}`);
  out.line(`  ${verdict}  ${plural(after.triangles, 'triangle')}, ${plural(checks.shells, 'shell')}`);
  if (changes.length === 0) out.line('  Nothing was changed.');
  for (const { text } of changes) out.line(`  ${style.good('done')}  ${englishText(text)}`);
  for (const text of left) out.line(`  ${style.warn('left')}  ${englishText(text)}`);
  for (const { severity, ...said } of checks.findings) {
    out.line(`  ${severity === 'fail' ? style.bad('fail') : style.warn('warn')}  ${englishStatement(said)}`);
  }
  const show = (what: string, from: number, to: number, power: 2 | 3): void => {
    const change = from === 0 ? '' : ` (${formatNumber(((to - from) / Math.abs(from)) * 100)} %)`;
    out.line(
      `  ${what}  ${formatNumber(from)} -> ${formatNumber(to)} ${powerOf(unit, power)}${from === to ? '' : change}`,
    );
  };
  show('area  ', before.area, after.area, 2);
  show('volume', before.volume, after.volume, 3);
}
