/**
 * `fabdesk compare`: what changed between two versions of a part. Needs no account, no data folder and no
 * service. All numbers are in mm, since the two files may have different units.
 */
import { extname, resolve } from 'node:path';
import {
  type Comparison,
  compareParts,
  type OnlyChange,
} from '../../../../src-shared/geometry/compare/compare-parts.ts';
import { turnName } from '../../../../src-shared/geometry/compare/turned.ts';
import type { Measures } from '../../../../src-shared/geometry/geometry.ts';
import { sizeOf } from '../../../../src-shared/geometry/mesh/mesh.ts';
import { type Colour, writePly } from '../../../../src-shared/geometry/writers/write-ply.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { type LengthUnit, metresPerUnit } from '../../../../src-shared/units/units.ts';
import { isPrintable } from '../analysis/analyse.ts';
import { type ModelInMm, readInMm } from '../analysis/model-in-mm.ts';
import { partOf } from '../analysis/part-of.ts';
import { type Commands, command, type Host, type OptionsOf } from '../declare.ts';
import { findModelFile } from '../input/model-files.ts';
import { parseUnit, reportOptions, usageError } from '../input/options.ts';
import { changeText } from '../output/change-text.ts';
import { formatPlace, formatSize, labelled } from '../output/format.ts';
import type { Output } from '../output/output.ts';
import { refuseInputs, writeResult } from '../output/write-result.ts';

const options = ['--unit <unit>', '--map <file>', '--force', ...reportOptions] as const;
type Options = OptionsOf<(typeof options)[number]>;

export const compareCommands: Commands = {
  compare: command(
    {
      takes: ['<old>', '<new>'],
      options,
      examples: [
        'fabdesk compare bracket-1.stl bracket-2.stl',
        'fabdesk compare --map change.ply old.step new.step',
      ],
    },
    async (host, given, old, next) => {
      const report = await compareFiles(host, old, next, given);
      host.out.report(report);
    },
  ),
};

/** Returns the output of `compare --json`. Lengths in mm. */
export async function compareFiles(
  { cwd, signal, out }: Host,
  oldName: string,
  newName: string,
  options: Options,
) {
  const given = options.unit === undefined ? null : parseUnit(options.unit);
  if (options.map !== undefined && extname(options.map).toLowerCase() !== '.ply') {
    throw usageError(ref('cli.compare.badMap', { name: options.map }));
  }
  const files = [await findModelFile(oldName, cwd), await findModelFile(newName, cwd)] as const;
  if (options.map !== undefined) await refuseInputs([resolve(cwd, options.map)], files);
  const reading = {
    signal,
    onProgress: (share: number) =>
      out.progress(() => out.t('cli.compare.progress', { old: oldName, new: newName, share })),
  };
  const old = await readInMm(files[0], given, partOf(reading, 0, 0.2));
  const next = await readInMm(files[1], given, partOf(reading, 0.2, 0.4));
  const compared = await compareParts(old.mesh, next.mesh, {
    ...partOf(reading, 0.4, 1),
    areSolid: isPrintable(old.checks) && isPrintable(next.checks),
  });
  out.progress(null);
  if (options.map !== undefined) {
    const bytes = writePly(next.mesh, compared.map, coloursFor(compared.most));
    await writeResult(resolve(cwd, options.map), options.map, bytes, options.force === true);
  }
  writeReport(out, [oldName, newName], [old, next], compared, options.map ?? null);
  const { before, after, map: _, ...known } = compared;
  return {
    old: oldName,
    new: newName,
    /** Units that the files state; null where mm or `--unit` was assumed. */
    units: { old: old.unit, new: next.unit },
    before: measuresOf(before),
    after: measuresOf(after),
    ...known,
    /** The file written with `--map`. */
    map: options.map ?? null,
  };
}

const measuresOf = ({ triangles, bounds, area, volume }: Measures) => ({ triangles, bounds, area, volume });

/** White where nothing changed, red where material was added, blue where it was removed. */
const coloursFor =
  (most: number) =>
  (value: number): Colour => {
    const pale = Math.round(255 * (1 - Math.min(1, Math.abs(value) / (most || 1))));
    return value >= 0 ? [255, pale, pale] : [pale, pale, 255];
  };

function writeReport(
  out: Output,
  [oldName, newName]: readonly [string, string],
  models: readonly [ModelInMm, ModelInMm],
  compared: Comparison,
  map: string | null,
): void {
  const { style, t, format } = out;
  const { before, after, mostAtMost, mean, percentile95, signed, places, only } = compared;
  const mm = (length: number): string => `${format.measured(rounded(length))} mm`;
  out.line(`${style.bold(oldName)} -> ${style.bold(newName)}`);
  if (only !== null) out.line(`  ${onlyText(out, only, compared)}`);
  const size = ({ bounds }: Measures): string =>
    formatSize(format, bounds === null ? [0, 0, 0] : sizeOf(bounds), 'mm');
  const sizes = [size(before), size(after)] as const;
  const rows: (readonly [string, string])[] = [
    [
      t('cli.label.size'),
      sizes[0] === sizes[1] ? sizes[0] : t('cli.compare.sizes', { before: sizes[0], after: sizes[1] }),
    ],
    [t('cli.label.area'), changeText(out, before.area, after.area, 'mm', 2)],
    [t('cli.label.volume'), changeText(out, before.volume, after.volume, 'mm', 3)],
  ];
  if (only?.kind !== 'same') {
    rows.push(
      [
        t('cli.label.distance'),
        t('cli.compare.distance', {
          bound: mm(mostAtMost),
          mean: mm(mean),
          percentile: mm(percentile95),
        }),
      ],
      [
        '',
        signed === null
          ? t('cli.compare.unsigned')
          : t('cli.compare.signed', { added: mm(signed.added), removed: mm(signed.removed) }),
      ],
    );
  }
  const extent = Math.max(
    ...[before, after].map(({ bounds }) => (bounds ? Math.hypot(...sizeOf(bounds)) : 0)),
  );
  for (const [at, { point, distance }] of places.entries()) {
    const params = { distance: mm(Math.abs(distance)), place: formatPlace(format, point, extent) };
    const text =
      signed === null
        ? t('cli.compare.placeChanged', params)
        : distance > 0
          ? t('cli.compare.placeAdded', params)
          : t('cli.compare.placeRemoved', params);
    rows.push([at === 0 ? t('cli.label.places') : ' ', text]);
  }
  if (map !== null) rows.push([t('cli.label.map'), t('cli.compare.mapWritten', { file: map })]);
  for (const line of labelled(rows.map(([label, text]) => [label === '' ? ' ' : label, text]))) {
    out.line(`  ${line}`);
  }
  if (out.verbose) {
    out.line(`  ${style.dim(t('cli.compare.how', { spacing: mm(compared.spacing) }))}`);
  }
  for (const unit of new Set(models.filter((model) => model.unit === null).map(({ used }) => used))) {
    out.line(`  ${style.warn(t('cli.label.note'))}  ${t('cli.compare.assumedUnit', { unit })}`);
  }
}

/** To a thousandth of a millimetre: printers do not go below that. */
const rounded = (length: number): number => Math.round(length * 1000) / 1000;

function onlyText({ t, format }: Output, only: OnlyChange, { before, tolerance }: Comparison): string {
  if (only.kind === 'same') return t('cli.compare.same', { tolerance: format.measured(tolerance) });
  const extent = before.bounds === null ? 1 : Math.hypot(...sizeOf(before.bounds));
  if (only.kind === 'moved') {
    return t('cli.compare.moved', {
      by: formatPlace(format, only.by, Math.max(extent, Math.hypot(...only.by))),
    });
  }
  if (only.kind === 'turned')
    return t(`prepare.live.${turnName(only)}`, { degrees: only.degrees, axis: only.axis ?? '' });
  const units = unitsApart(only.factor);
  return units === null
    ? t('prepare.live.scaled', { factor: only.factor })
    : t('cli.compare.scaledUnit', { factor: only.factor, ...units });
}

/** The units whose ratio this is, if they are often confused. */
function unitsApart(factor: number): { larger: LengthUnit; smaller: LengthUnit } | null {
  const pairs = [
    ['in', 'mm'],
    ['cm', 'mm'],
    ['m', 'mm'],
    ['in', 'cm'],
    ['m', 'in'],
    ['m', 'cm'],
  ] as const;
  const known = pairs.find(([larger, smaller]) => {
    const ratio = metresPerUnit[larger] / metresPerUnit[smaller];
    return Math.abs(Math.max(factor, 1 / factor) / ratio - 1) < 1e-4;
  });
  return known === undefined ? null : { larger: known[0], smaller: known[1] };
}
