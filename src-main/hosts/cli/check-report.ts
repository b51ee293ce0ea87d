/** The report of `fabdesk check` for people: what the part is, how large, and what is wrong and where. */
import type { Finding } from '../../../src-shared/geometry/geometry.ts';
import { englishStatement, englishText } from '../../../src-shared/geometry/geometry-text.ts';
import { sizeOf } from '../../../src-shared/geometry/mesh/mesh.ts';
import { type Analysis, isPrintable } from './analyse.ts';
import type { Analysed } from './analysis-pool.ts';
import { formatNumber, formatPlace, formatSize, plural, powerOf } from './format.ts';
import { type FileFailure, isFailure } from './model-files.ts';
import type { Output } from './output.ts';
import { failsThoroughly } from './thorough.ts';

export function writeCheckReport(out: Output, result: Analysed | FileFailure): void {
  const { style } = out;
  out.line(style.bold(result.file));
  if (isFailure(result)) {
    out.line(`  ${style.bad('not readable')}  ${result.error.message}`);
    out.line();
    return;
  }
  const { analysis } = result;
  const { checks } = analysis;
  const verdict = prints(analysis) ? style.good('printable') : style.bad('not printable');
  out.line(`  ${verdict}  ${describe(analysis)}`);
  for (const line of measureLines(analysis)) out.line(`  ${line}`);
  for (const warning of analysis.warnings) out.line(`  ${style.warn('note')}  ${englishText(warning)}`);
  for (const finding of checks.findings) {
    const label = finding.severity === 'fail' ? style.bad('fail') : style.warn('warn');
    out.line(`  ${label}  ${englishStatement(finding)}${placeOf(finding, analysis)}`);
  }
  writeThorough(out, analysis);
  out.line();
}

/** No check, quick or thorough, found anything that keeps the model from printing. */
export const prints = (analysis: Analysis): boolean =>
  isPrintable(analysis.checks) && !failsThoroughly(analysis.thorough);

function writeThorough(out: Output, analysis: Analysis): void {
  const { thorough } = analysis;
  if (thorough === undefined) return;
  const { style } = out;
  for (const result of thorough.results) {
    const { status, finding } = result;
    const message = englishStatement(result);
    if (finding !== null) {
      const label = finding.severity === 'fail' ? style.bad('fail') : style.warn('warn');
      out.line(`  ${label}  ${message}${placeOf(finding, analysis)}`);
    } else out.line(`  ${status === 'pass' ? style.good('pass') : style.dim('skip')}  ${message}`);
  }
  if (analysis.unit === null) {
    out.line(`  ${style.warn('note')}  The file states no unit; it was taken to be in ${thorough.unit}.`);
  }
}

/** `isThorough`: whether everything was checked that can be. */
export function writeCheckSummary(
  out: Output,
  results: readonly (Analysed | FileFailure)[],
  isThorough: boolean,
): void {
  if (!isThorough && results.some((result) => !isFailure(result))) {
    const left = 'crossing faces, overlapping parts, cavities, specks and thin walls';
    out.line(out.style.dim(`Not checked: ${left}. Add --thorough.`));
  }
  if (results.length < 2) return;
  const failures = results.filter(isFailure).length;
  const printable = results.filter((r) => !isFailure(r) && prints(r.analysis)).length;
  const notPrintable = results.length - failures - printable;
  const parts = [
    `${printable} printable`,
    notPrintable > 0 && `${notPrintable} not printable`,
    failures > 0 && `${failures} not readable`,
  ].filter((part) => part !== false);
  out.line(`${plural(results.length, 'file')}: ${parts.join(', ')}.`);
}

function describe({ format, measures, checks, unit }: Analysis): string {
  return [
    format.toUpperCase(),
    plural(measures.triangles, 'triangle'),
    plural(checks.shells, 'shell'),
    tightness(checks),
    unit === null ? 'the file states no unit' : `in ${unit}`,
  ].join(', ');
}

/** A closed surface whose parts touch along edges is not watertight by the letter, and yet nothing leaks. */
function tightness({ watertight, findings }: Analysis['checks']): string {
  if (watertight) return 'watertight';
  return findings.some(({ kind }) => kind === 'open-edges') ? 'not watertight' : 'closed, but not manifold';
}

function measureLines({ measures, unit }: Analysis): string[] {
  const { bounds, area, volume, volumeBand } = measures;
  if (bounds === null) return [];
  const extent = Math.hypot(...sizeOf(bounds));
  const provisional =
    volumeBand === null
      ? ''
      : ` (provisional, the surface is not sound: ${formatNumber(volumeBand.low)} to ${formatNumber(volumeBand.high)})`;
  return [
    `size    ${formatSize(sizeOf(bounds), unit ?? 'units')}, from ${formatPlace(bounds.min, extent, 6)} to ${formatPlace(bounds.max, extent, 6)}`,
    `area    ${formatNumber(area)} ${powerOf(unit, 2)}`,
    `volume  ${formatNumber(volume)} ${powerOf(unit, 3)}${provisional}`,
  ];
}

/** Where to look, unless the whole part is concerned. */
function placeOf({ sphere }: Finding, { measures }: Analysis): string {
  if (sphere === null || measures.bounds === null) return '';
  const extent = Math.hypot(...sizeOf(measures.bounds));
  if (sphere.radius >= extent * 0.45) return ' All over the part.';
  const within = Number(sphere.radius.toPrecision(2));
  return ` Near ${formatPlace(sphere.centre, extent)}${within > extent * 1e-4 ? `, within ${formatNumber(within)}` : ''}.`;
}
