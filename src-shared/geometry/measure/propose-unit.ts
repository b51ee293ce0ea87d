/**
 * Proposes the unit in which a file was drawn, with evidence that a person can weigh. STL, OBJ and PLY do not state it,
 * and a wrong guess makes a part 25 times too large. So people always choose, and no unit is chosen silently.
 */
import { ref } from '../../messages/messages.ts';
import { type LengthUnit, metresPerUnit } from '../../units/units.ts';
import type { ModelFormat } from '../geometry.ts';
import type { GeometryText } from '../geometry-text.ts';
import type { Vector } from '../mesh/mesh.ts';
import { fitsPrinter, type PrinterBounds } from './printer-fit.ts';

export interface UnitQuestion {
  /** Sides of the bounding box in file units. */
  readonly size: Vector;
  readonly format: ModelFormat;
  /** The unit that the file states; null if its format has none. */
  readonly fileUnit: LengthUnit | null;
  readonly fileName?: string;
  /** The user's last choice for files of this folder. */
  readonly lastChoice?: LengthUnit;
}

export interface UnitCandidate {
  readonly unit: LengthUnit;
  readonly sizeMetres: Vector;
  /** The evidence for this unit. */
  readonly evidence: readonly GeometryText[];
  /** True for the proposed unit, and for any other that explains the file as well. */
  readonly likely: boolean;
}

const usualUnits = ['mm', 'in', 'cm', 'm'] as const satisfies readonly LengthUnit[];

/** Range of the longest sides that people order: from a ring's stone to a helmet, in m. */
const usualLength = { least: 0.005, most: 0.4 };

/** How often files without a unit turn out to use it; decides between sizes that are all plausible. */
const habit: Readonly<Record<LengthUnit, number>> = { mm: 3, in: 2, cm: 1, m: 0.9, um: 0, ft: 0 };

/** Best candidate first; all of mm, in, cm and m are always included. */
export function proposeUnits(
  question: UnitQuestion,
  printers: readonly PrinterBounds[],
): readonly UnitCandidate[] {
  const units = new Set<LengthUnit>([
    ...(question.fileUnit === null ? [] : [question.fileUnit]),
    ...(question.lastChoice === undefined ? [] : [question.lastChoice]),
    ...usualUnits,
  ]);
  const hinted = hintedUnit(question.fileName ?? '');
  const weighed = [...units].map((unit) => weigh(unit, question, hinted, printers));
  weighed.sort((a, b) => b.score - a.score);
  const best = weighed[0]!.score;
  return weighed.map(({ unit, sizeMetres, evidence, score }) => ({
    unit,
    sizeMetres,
    evidence,
    likely: question.fileUnit === null ? score >= best - 0.5 : unit === question.fileUnit,
  }));
}

function weigh(
  unit: LengthUnit,
  { size, fileUnit, lastChoice }: UnitQuestion,
  hinted: LengthUnit | null,
  printers: readonly PrinterBounds[],
): Omit<UnitCandidate, 'likely'> & { score: number } {
  const sizeMetres = size.map((side) => side * metresPerUnit[unit]) as unknown as Vector;
  const fitting = printers.filter((printer) => fitsPrinter(sizeMetres, printer).fits).length;
  const longest = Math.max(...sizeMetres);
  const isUsual = longest >= usualLength.least && longest <= usualLength.most;
  const unitName = ref(`geometry.unit.${unit}`);
  const fit = fitText(sizeMetres, fitting, printers);
  if (unit === fileUnit) {
    return { unit, sizeMetres, evidence: [ref('geometry.fileStatesUnit', { unit: unitName })], score: 1000 };
  }
  const makesSense = printers.length === 0 || fitting > 0;
  let score = habit[unit] + (makesSense ? 10 : 0) + (isUsual ? 5 : 0);
  if (printers.length > 0) score += (2 * fitting) / printers.length;
  if (unit === hinted) {
    score += 30;
    return { unit, sizeMetres, evidence: [ref('geometry.nameMentionsUnit', { unit: unitName }), fit], score };
  }
  if (unit === lastChoice && makesSense) {
    score += 20;
    return {
      unit,
      sizeMetres,
      evidence: [ref('geometry.lastUnit', { unit: unitName }), fit],
      score,
    };
  }
  return { unit, sizeMetres, evidence: [fit], score };
}

function fitText(size: Vector, fitting: number, printers: readonly PrinterBounds[]): GeometryText {
  const [x, y, z] = size.map((side) => side / metresPerUnit.mm) as unknown as Vector;
  const shown = { x, y, z };
  if (printers.length === 0) return ref('geometry.partSize', shown);
  if (fitting === printers.length) return ref('geometry.fitsEvery', shown);
  if (fitting > 0) return ref('geometry.fitsSome', { ...shown, fitting, printers: printers.length });
  const tooLarge = printers.every((printer) => fitsPrinter(size, printer).reason === 'too-large');
  const tooSmall = printers.every((printer) => fitsPrinter(size, printer).reason === 'too-small');
  if (tooLarge) return ref('geometry.tooLargeForAll', shown);
  if (tooSmall) return ref('geometry.tooSmallForAll', shown);
  return ref('geometry.fitsNone', shown);
}

const hintPatterns: readonly (readonly [LengthUnit, RegExp])[] = [
  ['mm', /(^|[^a-z])(units?)?(mm|millimet(er|re)s?)([^a-z]|$)/],
  ['cm', /(^|[^a-z])(units?)?(cm|centimet(er|re)s?)([^a-z]|$)/],
  ['in', /(^|[^a-z])(units?)?(inch(es)?|(?<=units?)in)([^a-z]|$)/],
  ['m', /(^|[^a-z])(units?)?(met(er|re)s?|(?<=units?)m)([^a-z]|$)/],
];

/** A unit named in the file's name as a separate word ("bracket_mm.stl", "counter.unitsmm.STL"). */
function hintedUnit(fileName: string): LengthUnit | null {
  const name = fileName.toLowerCase().replace(/^.*[/\\]/, '');
  const matches = hintPatterns.filter(([, pattern]) => pattern.test(name));
  return matches.length === 1 ? matches[0]![0] : null;
}
