/**
 * `fabdesk hollow`: writes a hollow version of a part with holes through which powder or resin can leave.
 * Needs no account, no data folder and no service. Never writes to the original file.
 */
import { resolve } from 'node:path';
import { checkMesh } from '../../../../src-shared/geometry/checks/quick-check.ts';
import { englishStatement } from '../../../../src-shared/geometry/geometry-text.ts';
import { type Hollowed, hollowPart } from '../../../../src-shared/geometry/hollow/hollow-part.ts';
import { boundsOf } from '../../../../src-shared/geometry/measure/measure.ts';
import { sizeOf } from '../../../../src-shared/geometry/mesh/mesh.ts';
import { withColoursOf } from '../../../../src-shared/geometry/mesh/transfer-colours.ts';
import { weldMesh } from '../../../../src-shared/geometry/mesh/weld.ts';
import { write3mf } from '../../../../src-shared/geometry/writers/write-3mf.ts';
import { writeBinaryStl } from '../../../../src-shared/geometry/writers/write-stl.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { usualEscapeHole } from '../../../../src-shared/order-gate/escape-hole.ts';
import { mainError } from '../../../main-error.ts';
import { isPrintable } from '../analysis/analyse.ts';
import { checkThoroughly } from '../analysis/check-thoroughly.ts';
import { readInMm } from '../analysis/model-in-mm.ts';
import { partOf } from '../analysis/part-of.ts';
import { type Commands, command, type Host, type OptionsOf } from '../declare.ts';
import { findModelFile } from '../input/model-files.ts';
import { parsePositive, parseUnit, reportOptions, usageError } from '../input/options.ts';
import { changeText } from '../output/change-text.ts';
import { verdictText } from '../output/check-report.ts';
import { exitCodes } from '../output/exit-codes.ts';
import { formatPlace, labelled } from '../output/format.ts';
import type { Output } from '../output/output.ts';
import { outputFormat, refuseInputs, writeResult } from '../output/write-result.ts';

const options = [
  '--wall <mm>!',
  '-o, --output <file>!',
  '--hole <mm>',
  '--holes <count>',
  '--unit <unit>',
  '--force',
  ...reportOptions,
] as const;
type Options = OptionsOf<(typeof options)[number]>;

const mostHoles = 20;

export const hollowCommands: Commands = {
  hollow: command(
    {
      takes: ['<file>'],
      options,
      examples: [
        'fabdesk hollow figure.stl --wall 2 -o shell.stl',
        'fabdesk hollow vase.3mf --wall 1.5 --hole 5 --holes 3 -o shell.3mf',
      ],
      texts: {
        file: 'cliHelp.repair.file',
        output: 'cliHelp.repair.output',
        unit: 'cliHelp.compare.unit',
      },
    },
    async (host, given, name) => {
      const report = await hollowFile(host, name, given);
      host.out.report(report);
      return report.printable ? exitCodes.ok : exitCodes.refused;
    },
  ),
};

/** Returns the output of `hollow --json`. Lengths in mm. */
async function hollowFile({ cwd, signal, out }: Host, name: string, options: Options) {
  const format = outputFormat(options.output);
  const wall = parseLength(options.wall);
  const holeDiameter = options.hole === undefined ? usualEscapeHole * 1000 : parseLength(options.hole);
  const holes = options.holes === undefined ? 2 : parseHoles(options.holes);
  const given = options.unit === undefined ? null : parseUnit(options.unit);
  const file = await findModelFile(name, cwd);
  await refuseInputs([resolve(cwd, options.output)], [file]);
  const reading = {
    signal,
    onProgress: (share: number) => out.progress(() => out.t('cli.hollow.progress', { file: name, share })),
  };
  const model = await readInMm(file, given, partOf(reading, 0, 0.2));
  if (!isPrintable(model.checks)) throw mainError('not-a-solid', ref('geometry.hollowOpen'));
  const hollowed = await hollowPart(model.mesh, { ...partOf(reading, 0.2, 0.9), wall, holeDiameter, holes });
  const { mesh: made, ...known } = hollowed;
  const mesh = await withColoursOf(model.mesh, made);
  const ownUnit = { ...mesh, positions: Float64Array.from(mesh.positions, (value) => value / model.scale) };
  const written =
    format === 'stl' ? weldMesh({ ...ownUnit, positions: Float32Array.from(ownUnit.positions) }) : ownUnit;
  const checks = await checkMesh(written, { signal });
  const { results } = await checkThoroughly(
    mesh,
    { unit: 'mm' },
    { minWall: null, escapeHole: holeDiameter, unit: 'mm' },
    partOf(reading, 0.9, 1),
  );
  const findings = results.filter(({ finding }) => finding !== null);
  const bytes =
    format === 'stl' ? writeBinaryStl(written) : await write3mf(written, { unit: model.used, signal });
  out.progress(null);
  await writeResult(resolve(cwd, options.output), options.output, bytes, options.force === true);
  // Services refuse parts that touch themselves along edges.
  const printable = isPrintable(checks) && checks.watertight;
  writeReport(out, [name, options.output], hollowed, printable);
  if (format === 'stl' && mesh.colours) out.note(out.say(ref('geometry.coloursLost')));
  const { style, t } = out;
  for (const { text } of findings) out.line(`  ${style.warn(t('cli.label.warn'))}  ${out.say(text)}`);
  if (model.unit === null)
    out.line(`  ${style.warn(t('cli.label.note'))}  ${t('cli.check.assumedUnit', { unit: model.used })}`);
  return {
    file: name,
    written: options.output,
    /** That of the file; null where mm or `--unit` was assumed. The written file has the same. */
    unit: model.unit,
    wall,
    ...known,
    saved: known.before - known.after,
    watertight: checks.watertight,
    printable,
    /** Findings of the thorough check, such as powder that stays between the holes. */
    findings: findings.map((said) => ({ kind: said.kind, message: englishStatement(said) })),
  };
}

const parseLength = (text: string): number => parsePositive(text, ref('cli.hollow.badLength', { text }));

function parseHoles(text: string): number {
  const count = /^\d+$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= mostHoles) return count;
  throw usageError(ref('cli.hollow.badHoles', { text, most: mostHoles }));
}

function writeReport(
  out: Output,
  [name, written]: readonly [string, string],
  { mesh, before, after, thinnest, resolution, holes, cavities }: Hollowed,
  printable: boolean,
): void {
  const { style, t, format } = out;
  const mm = (length: number): string => `${format.measured(Math.round(length * 1000) / 1000)} mm`;
  const bounds = boundsOf(mesh);
  const extent = bounds === null ? 1 : Math.hypot(...sizeOf(bounds));
  out.line(`${style.bold(name)} -> ${written}`);
  out.line(
    `  ${verdictText(out, printable)}  ${t('cli.triangles', { count: mesh.indices.length / 3 })}, ${t('cli.hollow.cavities', { count: cavities })}`,
  );
  const rows: (readonly [string, string])[] = [
    [t('cli.label.volume'), changeText(out, before, after, 'mm', 3)],
    [t('curve.limit.walls'), t('cli.hollow.walls', { thinnest: mm(thinnest), resolution: mm(resolution) })],
    ...holes.map(
      ({ point, diameter, depth }, at) =>
        [
          at === 0 ? t('cli.label.holes') : ' ',
          t('cli.hollow.hole', {
            diameter: mm(diameter),
            place: formatPlace(format, point, extent),
            depth: mm(depth),
          }),
        ] as const,
    ),
  ];
  for (const line of labelled(rows)) out.line(`  ${line}`);
}
