/** The report of `fabdesk check` for people: what the part is, its size, and what is wrong and where. */
import type { Finding } from '../../../../src-shared/geometry/geometry.ts';
import type { Statement } from '../../../../src-shared/geometry/geometry-text.ts';
import { priceGeometry } from '../../../../src-shared/geometry/measure/price-geometry.ts';
import { type ColourSummary, mostCounted } from '../../../../src-shared/geometry/mesh/colours.ts';
import { sizeOf, type Vector } from '../../../../src-shared/geometry/mesh/mesh.ts';
import type { Formats } from '../../../../src-shared/messages/formats.ts';
import type { Translate } from '../../../../src-shared/messages/messages.ts';
import { assessPart } from '../../../../src-shared/order-gate/assess-part.ts';
import { partFacts } from '../../../../src-shared/order-gate/facts-of-checks.ts';
import { type Verdict, verdictLevels } from '../../../../src-shared/order-gate/verdict.ts';
import { metresPerUnit } from '../../../../src-shared/units/units.ts';
import { type Analysis, isPrintable } from '../analysis/analyse.ts';
import type { Analysed } from '../analysis/analysis-pool.ts';
import { paintedLevel } from '../analysis/gate.ts';
import { failsThoroughly, type ThoroughAnswer } from '../analysis/thorough.ts';
import { type FileFailure, isFailure } from '../input/model-files.ts';
import { unitWithout } from '../input/unit-without.ts';
import { formatPlace, formatSize, labelled, powerOf } from './format.ts';
import type { Output } from './output.ts';

export function writeCheckReport(out: Output, result: Analysed | FileFailure): void {
  const { style, t } = out;
  out.line(style.bold(result.file));
  if (isFailure(result)) {
    out.line(`  ${style.bad(t('cli.check.unreadable'))}  ${out.problem(result.error)}`);
    out.line();
    return;
  }
  const { analysis } = result;
  out.line(`  ${paintedLevel(out, verdictOf(analysis).level)}  ${describe(out, analysis)}`);
  for (const line of measureLines(out, analysis)) out.line(`  ${line}`);
  for (const warning of analysis.warnings)
    out.line(`  ${style.warn(t('cli.label.note'))}  ${out.say(warning)}`);
  for (const finding of analysis.checks.findings) writeFinding(out, finding, placeOf(out, finding, analysis));
  writeThorough(out, analysis);
  out.line();
}

/** No check, quick or thorough, found anything that prevents printing. */
export const prints = (analysis: Analysis): boolean =>
  isPrintable(analysis.checks) && !failsThoroughly(analysis.thorough);

/** As an order of a material with the limit that the person gave. */
export function verdictOf(analysis: Analysis): Verdict {
  const { measures, checks, thorough, colours } = analysis;
  const metres = metresPerUnit[thorough?.unit ?? unitWithout(analysis, null)];
  const facts = partFacts({
    checks,
    // Without the cavities: here the hole that the person gave counts, in no certain material.
    thorough: thorough ? { results: thorough.results, thickness: thorough.thickness } : null,
    metresPerUnit: metres,
    hasColours: colours?.isColoured ?? false,
    possibleUnits: [],
  });
  const wall = thorough?.thickness ? thorough.thickness.limit * metres : null;
  return assessPart({ geometry: priceGeometry(measures, metres), facts }, null, 'mm', wall);
}

/** A wall below the limit that the person gave is named an error, although an order would only be at risk. */
export const isAccepted = (analysis: Analysis): boolean =>
  prints(analysis) && verdictOf(analysis).level !== 'refused';

export const verdictText = ({ style, t }: Output, printable: boolean): string =>
  printable ? style.good(t('cli.check.printable')) : style.bad(t('cli.check.notPrintable'));

/** The details of a finding, what it means and how it was measured, are shown with `--verbose`. */
export function writeFinding(
  out: Output,
  finding: Statement & Pick<Finding, 'severity'>,
  place: string | null,
): void {
  const { style, t } = out;
  const label =
    finding.severity === 'fail' ? style.bad(t('cli.label.fail')) : style.warn(t('cli.label.warn'));
  out.line([`  ${label}  ${out.say(finding.text)}`, place].filter(Boolean).join(' '));
  writeDetails(out, finding);
}

function writeDetails(out: Output, { details }: Statement): void {
  if (out.verbose) for (const detail of details) out.line(`      ${out.style.dim(out.say(detail))}`);
}

function writeThorough(out: Output, analysis: Analysis): void {
  const { thorough } = analysis;
  if (thorough === undefined) return;
  const { style, t } = out;
  for (const result of thorough.results) {
    const { status, finding } = result;
    if (finding !== null) {
      writeFinding(out, { ...result, severity: finding.severity }, placeOf(out, finding, analysis));
      continue;
    }
    const label = status === 'pass' ? style.good(t('cli.label.pass')) : style.dim(t('cli.label.skip'));
    out.line(`  ${label}  ${out.say(result.text)}`);
    writeDetails(out, result);
  }
  const scales = wallScaleLine(out, analysis);
  if (scales !== null) out.line(`  ${style.dim(scales)}`);
  for (const line of placementLines(out, thorough)) out.line(`  ${line}`);
  if (analysis.unit === null) {
    out.line(`  ${style.warn(t('cli.label.note'))}  ${t('cli.check.assumedUnit', { unit: thorough.unit })}`);
  }
}

/** The scale from which on no wall is too thin; null without walls or limit. */
export function wallScalesOf({ thorough }: Analysis): { readonly smallest: number | null } | null {
  if (!thorough?.thickness) return null;
  const { limit, wallFrom } = thorough.thickness;
  return { smallest: wallFrom && limit / wallFrom };
}

/** Rounded inwards, so that the number holds. */
function wallScaleLine({ t, format }: Output, analysis: Analysis): string | null {
  const smallest = wallScalesOf(analysis)?.smallest ?? null;
  if (smallest === null) return null;
  return t('cli.check.wallsFrom', { from: format.measured(Math.ceil(smallest * 100) / 100) });
}

/** The sides of the smallest box, and those on which the part can lie, the largest ones. */
function placementLines(
  { t, format, verbose, style }: Output,
  { placement, unit }: ThoroughAnswer,
): string[] {
  if (!placement) return [];
  const { size, smallest, restingSides } = placement;
  const saved = 1 - smallest.volume / (size[0] * size[1] * size[2]);
  const box = formatSize(format, smallest.size, unit);
  const shown = verbose ? restingSides : restingSides.slice(0, 2);
  const sides = shown.map(({ normal, area, height, tipsAt }) =>
    t('cli.check.side', {
      side: sideText(normal, t, format),
      height: `${format.measured(height)} ${unit}`,
      area: `${format.measured(area)} ${powerOf(t, unit, 2)}`,
      angle: Math.floor(tipsAt),
    }),
  );
  const lines = labelled([
    [
      t('cli.label.smallestBox'),
      saved < 0.001 ? t('cli.check.boxAsPlaced', { box }) : t('cli.check.smallerBox', { box, share: saved }),
    ],
    ...(sides.length === 0 ? [t('cli.check.noSide')] : sides).map(
      (side, at) => [at === 0 ? t('cli.label.liesOn') : ' ', side] as const,
    ),
  ]);
  return verbose ? [...lines, style.dim(t('cli.check.howPlaced'))] : lines;
}

/** `+X` and the like where the side faces along an axis, otherwise its direction. */
function sideText(normal: Vector, t: Translate, format: Formats): string {
  const axis = normal.findIndex((value) => Math.abs(value) > 0.9999);
  if (axis >= 0) return `${normal[axis]! > 0 ? '+' : '-'}${'XYZ'[axis]}`;
  return t('cli.check.direction', { direction: formatPlace(format, normal, 1, 2) });
}

/** `isThorough`: whether everything was checked that can be. */
export function writeCheckSummary(
  out: Output,
  results: readonly (Analysed | FileFailure)[],
  isThorough: boolean,
): void {
  const { t } = out;
  if (!isThorough && results.some((result) => !isFailure(result))) {
    out.line(out.style.dim(t('cli.check.notChecked')));
  }
  if (results.length < 2) return;
  const unreadable = results.filter(isFailure).length;
  const levels = results.flatMap((result) => (isFailure(result) ? [] : [verdictOf(result.analysis).level]));
  const parts = verdictLevels.flatMap((level) => {
    const count = levels.filter((other) => other === level).length;
    return count > 0 || level === 'prints' ? [t(`cli.check.count.${level}`, { count })] : [];
  });
  if (unreadable > 0) parts.push(t('cli.check.count.unreadable', { count: unreadable }));
  out.line(t('cli.check.summary', { count: results.length, parts: parts.join(', ') }));
}

/** Null for formats without a unit, whose numbers are shown as they are. */
const unitOf = ({ unit, assumedUnit, thorough }: Analysis) =>
  assumedUnit ? (thorough?.unit ?? assumedUnit) : unit;

function describe({ t }: Output, analysis: Analysis): string {
  const { format, measures, checks, colours } = analysis;
  const unit = unitOf(analysis);
  return [
    format.toUpperCase(),
    t('cli.triangles', { count: measures.triangles }),
    t('cli.shells', { count: checks.shells }),
    t(tightness(checks)),
    unit === null
      ? t('cli.check.noUnit')
      : t(unit === analysis.assumedUnit ? 'cli.check.inAssumedUnit' : 'cli.check.inUnit', { unit }),
    ...(colours ? [colourText(t, colours)] : []),
  ].join(', ');
}

/** Plain colours and pictures, as far as the file has them. */
function colourText(t: Translate, { colours, textures }: ColourSummary): string {
  if (textures > 0) return t('cli.check.textures', { count: textures });
  return colours < mostCounted
    ? t('cli.check.colours', { count: colours })
    : t('cli.check.manyColours', { count: colours });
}

/**
 * A closed surface whose parts touch along edges is not watertight in the strict sense, but it has no
 * opening.
 */
function tightness({ watertight, findings }: Analysis['checks']) {
  if (watertight) return 'prepare.watertight';
  return findings.some(({ kind }) => kind === 'open-edges')
    ? 'prepare.notWatertight'
    : 'cli.check.notManifold';
}

function measureLines({ t, format }: Output, analysis: Analysis): string[] {
  const { bounds, area, volume, volumeBand } = analysis.measures;
  const unit = unitOf(analysis);
  if (bounds === null) return [];
  const extent = Math.hypot(...sizeOf(bounds));
  const place = (corner: readonly number[]): string => formatPlace(format, corner, extent, 6);
  const size = formatSize(format, sizeOf(bounds), unit ?? t('cli.check.units'));
  const shownVolume = `${format.measured(volume)} ${powerOf(t, unit, 3)}`;
  return labelled([
    [t('cli.label.size'), t('cli.check.extent', { size, min: place(bounds.min), max: place(bounds.max) })],
    [t('cli.label.area'), `${format.measured(area)} ${powerOf(t, unit, 2)}`],
    [
      t('cli.label.volume'),
      volumeBand === null
        ? shownVolume
        : t('cli.volume.provisionalBand', {
            volume: shownVolume,
            low: format.measured(volumeBand.low),
            high: format.measured(volumeBand.high),
          }),
    ],
  ]);
}

/** The place of a finding, if it has one. */
function placeOf({ t, format }: Output, { sphere }: Finding, { measures }: Analysis): string | null {
  if (sphere === null || measures.bounds === null) return null;
  const extent = Math.hypot(...sizeOf(measures.bounds));
  if (sphere.radius >= extent * 0.45) return t('cli.check.allOver');
  const place = formatPlace(format, sphere.centre, extent);
  const within = Number(sphere.radius.toPrecision(2));
  return within > extent * 1e-4
    ? t('cli.check.nearWithin', { place, radius: format.measured(within) })
    : t('cli.check.near', { place });
}
