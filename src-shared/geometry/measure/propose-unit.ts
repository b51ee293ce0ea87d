/**
 * Proposes the unit in which a file was drawn, with evidence that a person can weigh. STL, OBJ and PLY do not
 * state it, and a wrong guess makes a part 25 times too large. Every kind of evidence adds to the score of a
 * unit, roughly the logarithm of its odds; only a unit that leads clearly is likely, otherwise a person is
 * asked. A unit that only the format assumes holds unless the part fits no printer in it.
 */
import { ref } from '../../messages/messages.ts';
import { type LengthUnit, metresPerUnit } from '../../units/units.ts';
import type { AnalysedModel, ModelFormat } from '../geometry.ts';
import type { GeometryText } from '../geometry-text.ts';
import { sizeOf, type Vector } from '../mesh/mesh.ts';
import type { FileOrigin } from '../readers/file-origin.ts';
import { type DrawnLengths, lengthsOfSize } from './drawn-lengths.ts';
import { fitOf } from './length-steps.ts';
import { fitsPrinter, type PrinterBounds } from './printer-fit.ts';
import { type NameHints, readNames } from './unit-names.ts';

export interface UnitQuestion {
  /** Sides of the bounding box in file units. */
  readonly size: Vector;
  readonly format: ModelFormat;
  /** The unit that the file states; null if its format has none. */
  readonly fileUnit: LengthUnit | null;
  /** The unit that only the format assumes. */
  readonly assumedUnit?: LengthUnit;
  /** Its name, better with the folders above it. */
  readonly fileName?: string;
  /** The words of its header or comments. */
  readonly origin?: FileOrigin;
  /** The user's last choice for files of this folder. */
  readonly lastChoice?: LengthUnit;
  /** If missing, the sides of the box are used. */
  readonly drawn?: DrawnLengths;
  /** Mean thickness in file units; absent if the surface is open. */
  readonly thickness?: number;
}

/** The evidence in the file itself; the caller adds its name and the last choice. */
export function questionAbout({
  measures,
  format,
  unit,
  assumedUnit,
  origin,
  drawn,
}: Pick<AnalysedModel, 'measures' | 'format' | 'unit' | 'assumedUnit' | 'origin' | 'drawn'>): UnitQuestion {
  const { bounds, volume, volumeBand, area } = measures;
  const isClosed = volumeBand === null && volume !== 0;
  return {
    size: bounds === null ? [0, 0, 0] : sizeOf(bounds),
    format,
    fileUnit: unit,
    ...(assumedUnit && { assumedUnit }),
    ...(origin && { origin }),
    ...(drawn && { drawn }),
    ...(isClosed && { thickness: (2 * Math.abs(volume)) / area }),
  };
}

export interface UnitCandidate {
  readonly unit: LengthUnit;
  readonly sizeMetres: Vector;
  /** The evidence for this unit. */
  readonly evidence: readonly GeometryText[];
  /** True for the unit that leads clearly, if one does. */
  readonly likely: boolean;
  /** True if the evidence does not rule it out. */
  readonly possible: boolean;
}

const usualUnits = ['mm', 'in', 'cm', 'm'] as const satisfies readonly LengthUnit[];

/** How far the best unit must lead to be likely: odds of about 20 to 1. */
const clearLead = 3;

/** Units this far behind the best one are ruled out: odds of about 100 to 1. */
const ruledOut = 4.6;

/** Nothing longer is ordered in one piece, m. */
const largestPart = 1;

/** How often files without a unit are drawn in it, as a logarithm of odds. */
const habit: Readonly<Record<LengthUnit, number>> = {
  ...{ mm: 0, in: -2.3, cm: -3.1, m: -2.5, um: -8, ft: -6 },
  /** Considered for VRML and X3D only. */
  '0.1in': -1.5,
};

/** The weight of each kind of evidence. */
const weight = {
  noPrinterTooLarge: -3,
  noPrinterTooSmall: -5,
  header: 7,
  program: 3.5,
  nameStates: 6,
  nameMentions: 2.5,
  lengthInName: 4,
  kicadFolder: 4,
  assumed: 3,
  metricThread: 2.5,
  robotMesh: 6,
  lastChoice: 6,
  belowOne: 5,
  belowOneOther: -1.5,
} as const;

/** How far lengths must fit a unit better than the other usual ones to be named as evidence. */
const fitsPlainly = 2;

/** Best candidate first; all of mm, in, cm and m are always included. */
export function proposeUnits(
  question: UnitQuestion,
  printers: readonly PrinterBounds[],
): readonly UnitCandidate[] {
  const { fileUnit, assumedUnit, lastChoice, origin, format } = question;
  const names = readNames(question.fileName ?? '');
  const stands = assumedUnit !== undefined && isBelievable(assumedUnit, question, printers);
  const certain = fileUnit ?? (stands ? assumedUnit : null);
  const isScene = format === 'vrml' || format === 'x3d';
  const isHuge = Math.max(...question.size) * metresPerUnit.mm > largestPart;
  const given = [
    ...[fileUnit, assumedUnit, lastChoice, origin?.unit, names.word],
    ...[isHuge ? 'um' : null, isScene ? '0.1in' : null],
  ] as const;
  const units = given.filter((unit) => unit !== null && unit !== undefined);
  const fits = fitsOfLengths(question.drawn ?? lengthsOfSize(question.size));
  const weighed = [...new Set([...units, ...usualUnits])].map((unit) =>
    weigh(unit, question, certain, names, fits, printers),
  );
  weighed.sort((a, b) => b.score - a.score);
  const [best, second] = weighed;
  const doubts = certain === null ? doubtsOf(best!, weighed, names, question) : [];
  const leads = best!.score - second!.score >= clearLead && doubts.length === 0;
  return weighed.map(({ score, isSaid: _, ...candidate }, rank) => ({
    ...candidate,
    likely: leads && rank === 0,
    possible:
      certain === null
        ? rank === 0 || score > best!.score - ruledOut || doubts.includes(candidate.unit)
        : candidate.unit === certain,
  }));
}

/**
 * Whether a person last chose no other unit, and a printer takes the part in this one, or in no usual one.
 * Without a printer, what nobody would order in one piece is not believed.
 */
function isBelievable(
  unit: LengthUnit,
  { size, lastChoice = unit }: UnitQuestion,
  printers: readonly PrinterBounds[],
): boolean {
  if (lastChoice !== unit) return false;
  const fits = (other: LengthUnit): boolean => {
    const sides = inMetres(size, other);
    if (printers.length === 0) return Math.max(...sides) <= largestPart;
    return printers.some((printer) => fitsPrinter(sides, printer).fits);
  };
  return fits(unit) || !usualUnits.some(fits);
}

const inMetres = (size: Vector, unit: LengthUnit): Vector => {
  const [x, y, z] = size;
  return [x * metresPerUnit[unit], y * metresPerUnit[unit], z * metresPerUnit[unit]];
};

/** A length round in inches is round in tenths too; parts for KiCad may be below 1 as those in metres. */
const easilyConfused: Readonly<Partial<Record<LengthUnit, readonly LengthUnit[]>>> = {
  in: ['0.1in'],
  '0.1in': ['in'],
  m: ['0.1in'],
};

/**
 * Units besides the best one that are worth a question, however little they weigh: the one that the name says
 * if it is possible; the one that the format assumes, with the likeliest other; and tenths of an inch beside
 * what only the size tells from them. None if the header or a person said otherwise.
 */
function doubtsOf(
  best: Weighed,
  all: readonly Weighed[],
  { word, isStatement }: NameHints,
  { assumedUnit, lastChoice, origin }: UnitQuestion,
): readonly LengthUnit[] {
  if (lastChoice === best.unit || origin?.unit === best.unit) return [];
  const named = all.find((candidate) => candidate.unit === word);
  const isNamed = named && (isStatement || Math.max(...named.sizeMetres) <= largestPart);
  const doubts = isNamed && word !== best.unit ? [named.unit] : [];
  if (assumedUnit !== undefined)
    doubts.push(assumedUnit, ...(best.unit === assumedUnit ? [all[1]!.unit] : []));
  if (!best.isSaid && all.some(({ unit }) => unit === '0.1in'))
    doubts.push(...(easilyConfused[best.unit] ?? []));
  return doubts;
}

interface Weighed extends Omit<UnitCandidate, 'likely' | 'possible'> {
  readonly score: number;
  /** The name, a folder or the header says it, not only the size. */
  readonly isSaid: boolean;
}

function weigh(
  unit: LengthUnit,
  { size, fileUnit, assumedUnit, lastChoice, origin, thickness }: UnitQuestion,
  certain: LengthUnit | null,
  names: NameHints,
  fits: FitsOfLengths,
  printers: readonly PrinterBounds[],
): Weighed {
  const sizeMetres = inMetres(size, unit);
  const unitName = ref(`geometry.unit.${unit}`);
  const stated = ref(unit === fileUnit ? 'geometry.fileStatesUnit' : 'geometry.formatAssumesUnit', {
    unit: unitName,
  });
  if (unit === certain) return { unit, sizeMetres, evidence: [stated], score: 1000, isSaid: true };
  const evidence: GeometryText[] = [];
  let score = habit[unit] + usualSize(sizeMetres) + printerScore(sizeMetres, printers);
  const count = (points: number, text: GeometryText): void => {
    score += points;
    evidence.push(text);
  };
  if (unit === assumedUnit) count(weight.assumed, stated);
  if (unit === origin?.unit) {
    const isKicad = unit === '0.1in';
    const said = ref('geometry.headerStatesUnit', { unit: unitName });
    count(weight.header, isKicad ? ref('geometry.forKicad') : said);
  }
  if (unit === 'mm' && origin?.program)
    count(weight.program, ref('geometry.programUsesUnit', { program: origin.program }));
  if (unit === '0.1in' && names.isKicad) count(weight.kicadFolder, ref('geometry.forKicad'));
  if (unit === names.word) {
    const points = names.isStatement ? weight.nameStates : weight.nameMentions;
    count(points, ref('geometry.nameMentionsUnit', { unit: unitName }));
  }
  if (names.lengths.some((length) => sizeMetres.some((side) => isNear(side, length, 5e-3))))
    count(weight.lengthInName, ref('geometry.nameStatesLength'));
  if (unit === 'mm' && names.hasMetricThread) count(weight.metricThread, ref('geometry.nameHasThread'));
  if (unit === 'm' && names.isRobotMesh && Math.max(...size) < 5)
    count(weight.robotMesh, ref('geometry.robotMesh'));
  const isSaid = evidence.length > 0;
  if (unit === lastChoice) count(weight.lastChoice, ref('geometry.lastUnit', { unit: unitName }));
  if (Math.max(...size) < 1) {
    if (unit === 'm') count(weight.belowOne, ref('geometry.belowOne'));
    else score += weight.belowOneOther;
  }
  const { points, evidence: ofLengths } = fits(unit);
  score += points;
  if (ofLengths !== null) evidence.push(ofLengths);
  if (thickness !== undefined) {
    const metres = thickness * metresPerUnit[unit];
    score += usualThickness(metres);
    if (metres < tooThin)
      evidence.push(ref('geometry.meanThickness', { thickness: metres / metresPerUnit.mm }));
  }
  return { unit, sizeMetres, evidence: [...evidence, fitText(sizeMetres, printers)], score, isSaid };
}

/** Longest sides of ordered parts spread around 45 mm: two thirds are between 12 and 165 mm. */
function usualSize(size: Vector): number {
  const distance = Math.log(Math.max(...size) / 0.045) / 1.3;
  return Math.max(-9, -(distance ** 2) / 2);
}

/**
 * Twice the volume by the area is the thickness of a plate, and of other parts about that of their walls.
 * Parts for printing have 0.6 to 10 mm; hardly anything of a tenth of a millimetre can be printed.
 */
function usualThickness(thickness: number): number {
  const [least, most] = [0.0006, 0.01];
  if (thickness >= least && thickness <= most) return 0;
  const distance = thickness < least ? Math.log(least / thickness) / 0.8 : Math.log(thickness / most) / 1.5;
  return Math.max(-4, -(distance ** 2) / 2);
}

/** Thicknesses worth mentioning, m. */
const tooThin = 0.0005;

type FitsOfLengths = (unit: LengthUnit) => {
  readonly points: number;
  readonly evidence: GeometryText | null;
};

function fitsOfLengths(drawn: DrawnLengths): FitsOfLengths {
  const usual = usualUnits.map((unit) => fitOf(drawn, unit));
  const mean = usual.reduce((sum, { points }) => sum + points, 0) / usual.length;
  return (unit) => {
    const { points, isImperial } = fitOf(drawn, unit);
    const text = isImperial ? ref('geometry.inchFractions') : ref('geometry.roundLengths');
    return { points: points - mean, evidence: points - mean > fitsPlainly ? text : null };
  };
}

function printerScore(size: Vector, printers: readonly PrinterBounds[]): number {
  if (printers.length === 0) return 0;
  const fits = printers.map((printer) => fitsPrinter(size, printer));
  const fitting = fits.filter((fit) => fit.fits).length;
  if (fitting > 0) return (2 * fitting) / printers.length - 2;
  const isSmall = fits.every(({ reason }) => reason === 'too-small');
  return isSmall ? weight.noPrinterTooSmall : weight.noPrinterTooLarge;
}

const isNear = (value: number, expected: number, tolerance: number): boolean =>
  Math.abs(value - expected) <= tolerance * expected;

function fitText(size: Vector, printers: readonly PrinterBounds[]): GeometryText {
  const [x, y, z] = size.map((side) => side / metresPerUnit.mm) as unknown as Vector;
  const shown = { x, y, z };
  if (printers.length === 0) return ref('geometry.partSize', shown);
  const fits = printers.map((printer) => fitsPrinter(size, printer));
  const fitting = fits.filter((fit) => fit.fits).length;
  if (fitting === printers.length) return ref('geometry.fitsEvery', shown);
  if (fitting > 0) return ref('geometry.fitsSome', { ...shown, fitting, printers: printers.length });
  if (fits.every(({ reason }) => reason === 'too-large')) return ref('geometry.tooLargeForAll', shown);
  if (fits.every(({ reason }) => reason === 'too-small')) return ref('geometry.tooSmallForAll', shown);
  return ref('geometry.fitsNone', shown);
}
