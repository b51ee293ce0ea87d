/**
 * In which unit a file is taken, and on what evidence. The file's own word comes first, then `--unit`, then the
 * best proposal; whichever it is, the caller has to say so.
 */
import { dirname } from 'node:path';
import { englishText } from '../../../src-shared/geometry/geometry-text.ts';
import type { PrinterBounds } from '../../../src-shared/geometry/measure/printer-fit.ts';
import { proposeUnits, type UnitCandidate } from '../../../src-shared/geometry/measure/propose-unit.ts';
import { sizeOf } from '../../../src-shared/geometry/mesh/mesh.ts';
import type { Settings } from '../../../src-shared/ipc/contract.ts';
import { type LengthUnit, unitNames } from '../../../src-shared/units/units.ts';
import type { Analysis } from './analyse.ts';
import type { ModelFile } from './model-files.ts';

export interface ChosenUnit {
  readonly unit: LengthUnit;
  readonly from: 'file' | 'option' | 'proposal';
  /** Whole sentences. */
  readonly evidence: string;
  /** All units that were weighed, best first; empty unless it is a proposal. */
  readonly candidates: readonly UnitCandidate[];
}

export interface UnitHints {
  /** From `--unit`. */
  readonly option: LengthUnit | null;
  readonly printers: readonly PrinterBounds[];
  /** Folders and formats with the unit that was chosen last for them. */
  readonly memory: Settings['unitMemory'];
}

export function chooseUnit(
  file: ModelFile,
  { unit, format, measures }: Analysis,
  { option, printers, memory }: UnitHints,
): ChosenUnit {
  if (unit !== null) {
    const ignored = option !== null && option !== unit ? ` --unit ${option} is not used for it.` : '';
    return {
      unit,
      from: 'file',
      evidence: `The file says so: ${unitNames[unit]}.${ignored}`,
      candidates: [],
    };
  }
  if (option !== null) {
    return { unit: option, from: 'option', evidence: `You said --unit ${option}.`, candidates: [] };
  }
  const lastChoice = memory[dirname(file.path)] ?? memory[format];
  const candidates = proposeUnits(
    {
      size: measures.bounds === null ? [0, 0, 0] : sizeOf(measures.bounds),
      format,
      fileUnit: null,
      fileName: file.file,
      ...(lastChoice !== undefined && { lastChoice }),
    },
    printers,
  );
  const [best] = candidates;
  return {
    unit: best?.unit ?? 'mm',
    from: 'proposal',
    evidence: ['The file states no unit.', ...(best?.evidence ?? []).map(englishText)].join(' '),
    candidates,
  };
}

/** Other units that explain the file as well as the proposed one. */
export const rivalsOf = (chosen: ChosenUnit): LengthUnit[] =>
  chosen.candidates
    .filter((candidate) => candidate.likely && candidate.unit !== chosen.unit)
    .map((candidate) => candidate.unit);

/** `mm (The file states no unit. At 20 x 20 x 20 mm it fits every printer.)` */
export function unitSentence(chosen: ChosenUnit): string {
  const rivals = rivalsOf(chosen);
  const doubt = rivals.length === 0 ? '' : ` It could also be ${rivals.join(' or ')}: say --unit.`;
  return `${unitNames[chosen.unit]}. ${chosen.evidence}${doubt}`;
}
