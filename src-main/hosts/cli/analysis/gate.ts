/**
 * The order gate on the command line: the facts of a model, its verdict in a material, and the texts of both.
 * Prices play no part here.
 */
import type { Material } from '../../../../src-shared/api/materials.ts';
import { isDoubt } from '../../../../src-shared/geometry/doubts.ts';
import type { Catalog } from '../../../../src-shared/ipc/catalog.ts';
import type { Messages } from '../../../../src-shared/messages/messages.ts';
import { assessPart, type GatePart } from '../../../../src-shared/order-gate/assess-part.ts';
import { partFacts } from '../../../../src-shared/order-gate/facts-of-checks.ts';
import { possibleUnits } from '../../../../src-shared/order-gate/possible-units.ts';
import {
  type PrintableRange,
  printableRange,
  type ScaleInterval,
} from '../../../../src-shared/order-gate/printable-range.ts';
import { processOf } from '../../../../src-shared/order-gate/process-of.ts';
import { mostUnasked } from '../../../../src-shared/order-gate/unasked-check.ts';
import { levelText, type Verdict, type VerdictLevel } from '../../../../src-shared/order-gate/verdict.ts';
import { englishText } from '../../../main-error.ts';
import type { Output } from '../output/output.ts';
import { analyseFile } from './analyse.ts';
import type { SizedModel } from './sized-model.ts';

/** The units that the model could be in, the chosen one first; empty if the unit is certain. */
export const possibleUnitsOf = ({ chosen }: Pick<SizedModel, 'chosen'>) =>
  possibleUnits(chosen.candidates, chosen.unit, chosen.from !== 'proposal');

export const gatePartOf = (model: SizedModel): GatePart => ({
  geometry: model.geometry,
  facts: partFacts({
    checks: model.analysis.checks,
    thorough: model.analysis.thorough ?? null,
    metresPerUnit: model.uploadScale,
    hasColours: model.analysis.colours?.isColoured ?? false,
    possibleUnits: possibleUnitsOf(model),
    doubts: model.analysis.warnings.filter(isDoubt),
  }),
});

export const assessModel = (model: SizedModel, material: Material, catalog: Catalog): Verdict =>
  assessPart(gatePartOf(model), processOf(material, catalog.printers));

/** At which scales the model prints in a material; `wallLimit` (m) where the material has no minimum wall. */
export function rangeOf(
  model: SizedModel,
  material: Material | null,
  catalog: Catalog,
  wallLimit: number,
): PrintableRange | null {
  const { measures } = model.analysis;
  const { facts } = gatePartOf(model);
  if (facts === null) return null;
  return printableRange(
    {
      measures,
      facts,
      metresPerUnit: model.uploadScale,
    },
    material && processOf(material, catalog.printers),
    wallLimit,
  );
}

/** Checks a part of usual size thoroughly, as the window does. `wallLimit`: m. */
export async function checkUnasked(
  model: SizedModel,
  wallLimit: number,
  signal: AbortSignal,
): Promise<SizedModel> {
  const { source, analysis, chosen, scale } = model;
  if (analysis.measures.triangles > mostUnasked) return model;
  const question = { minWall: wallLimit * 1000, unit: chosen.unit, scale };
  const { thorough } = await analyseFile(source, { signal }, question);
  return { ...model, analysis: { ...analysis, ...(thorough && { thorough }) } };
}

/** For programs, in English. */
export const rangeEntry = (range: PrintableRange | null) =>
  range && { level: range.level, best: intervalEntry(range.best), accepted: intervalEntry(range.accepted) };

const intervalEntry = ({ smallest, largest, below, above }: ScaleInterval) => ({
  smallest,
  largest,
  below: below && englishText(below),
  above: above && englishText(above),
});

export const verdictEntry = ({ level, reasons }: Verdict) => ({
  level,
  reasons: reasons.map((reason) => ({ level: reason.level, message: englishText(reason.text) })),
});

export const levelWord = ({ t }: Messages, level: VerdictLevel): string => t(levelText(level));

export function paintedLevel({ style, messages }: Output, level: VerdictLevel): string {
  const paint = { prints: style.good, 'at-risk': style.warn, refused: style.bad }[level];
  return paint(levelWord(messages, level));
}

/** A line for each reason that is an obstacle; none if the part prints without problems. */
export const obstacleLines = (out: Output, { reasons }: Verdict): string[] =>
  reasons
    .filter(({ level }) => level !== 'prints')
    .map(({ level, text }) => `${paintedLevel(out, level)}  ${out.say(text)}`);
