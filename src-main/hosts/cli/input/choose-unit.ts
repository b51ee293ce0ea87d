/**
 * Chooses the unit of a file, with its evidence. The file's own statement comes first, then `--unit`, then
 * the best proposal; in each case the caller has to show it.
 */
import { dirname } from 'node:path';
import type { PrinterBounds } from '../../../../src-shared/geometry/measure/printer-fit.ts';
import {
  proposeUnits,
  questionAbout,
  type UnitCandidate,
} from '../../../../src-shared/geometry/measure/propose-unit.ts';
import type { Settings } from '../../../../src-shared/ipc/settings.ts';
import type { MessageRef } from '../../../../src-shared/messages/message.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { possibleUnits } from '../../../../src-shared/order-gate/possible-units.ts';
import type { LengthUnit } from '../../../../src-shared/units/units.ts';
import { englishText } from '../../../main-error.ts';
import type { Analysis } from '../analysis/analyse.ts';
import type { ModelFile } from './model-files.ts';

export interface ChosenUnit {
  readonly unit: LengthUnit;
  readonly from: 'file' | 'option' | 'format' | 'proposal';
  /** Whole sentences. */
  readonly evidence: readonly MessageRef[];
  /** All units that were considered, best first; empty unless it is a proposal. */
  readonly candidates: readonly UnitCandidate[];
}

export interface UnitHints {
  /** From `--unit`. */
  readonly option: LengthUnit | null;
  readonly printers: readonly PrinterBounds[];
  /** The unit last chosen for each folder and format. */
  readonly memory: Settings['unitMemory'];
}

export function chooseUnit(
  file: ModelFile,
  analysis: Analysis,
  { option, printers, memory }: UnitHints,
): ChosenUnit {
  const { unit, format } = analysis;
  if (unit !== null) {
    const evidence: MessageRef[] = [ref('cli.unit.fromFile', { unit: ref(`geometry.unit.${unit}`) })];
    if (option !== null && option !== unit) evidence.push(ref('cli.unit.optionIgnored', { unit: option }));
    return { unit, from: 'file', evidence, candidates: [] };
  }
  if (option !== null) {
    const evidence = [ref('cli.unit.fromOption', { unit: option })];
    return { unit: option, from: 'option', evidence, candidates: [] };
  }
  const lastChoice = memory[dirname(file.path)] ?? memory[format];
  const candidates = proposeUnits(
    {
      ...questionAbout(analysis),
      fileName: file.path,
      ...(lastChoice !== undefined && { lastChoice }),
    },
    printers,
  );
  const [best] = candidates;
  const { assumedUnit } = analysis;
  if (best?.likely && best.unit === assumedUnit)
    return { unit: best.unit, from: 'format', evidence: best.evidence, candidates: [] };
  return {
    unit: best?.unit ?? 'mm',
    from: 'proposal',
    evidence: [ref('cli.unit.notStated'), ...(best?.evidence ?? [])],
    candidates,
  };
}

/** Other units that explain the file as well as the proposed one. */
export const rivalsOf = ({ candidates, unit, from }: ChosenUnit): readonly LengthUnit[] =>
  possibleUnits(candidates, unit, from !== 'proposal').slice(1);

/** `millimetres. The file states no unit. At 20 × 20 × 20 mm it fits every printer.` */
export function unitText(chosen: ChosenUnit): MessageRef[] {
  const rivals = rivalsOf(chosen);
  const name = ref('cli.unit.name', { name: ref(`geometry.unit.${chosen.unit}`) });
  const doubt = rivals.length === 0 ? [] : [ref('cli.unit.rivals', { units: rivals })];
  return [name, ...chosen.evidence, ...doubt];
}

/** For programs, in English. */
export const unitEntry = ({ unit, from, evidence }: ChosenUnit) => ({
  unit,
  unitFrom: from,
  unitEvidence: evidence.map(englishText).join(' '),
});
