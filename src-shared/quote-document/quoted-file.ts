/** The file of a part as a quote names it. */
import type { PartChange } from '../ipc/part-change.ts';
import type { QuotedFile } from '../ipc/quote-document.ts';
import type { SpooledFile } from '../ipc/spooled-file.ts';
import { ref } from '../messages/messages.ts';
import { type LengthUnit, lengthUnits, metresPerUnit } from '../units/units.ts';

interface FileOfPart {
  readonly file: SpooledFile;
  /** The one from which it was turned, or mirrored. */
  readonly original?: SpooledFile | undefined;
  readonly changes?: readonly PartChange[] | undefined;
  /** Metres per file unit, unit and scale combined. */
  readonly uploadScale: number;
  /** The current one first; empty if the unit is certain. */
  readonly possibleUnits: readonly LengthUnit[];
}

/** A turned part is the same part, so it is named by the file that the person has; a mirrored one is not. */
export function quotedFile(part: FileOfPart): QuotedFile {
  const { file, original = file, changes = [], uploadScale, possibleUnits } = part;
  const [guess] = possibleUnits;
  const whole = lengthUnits.find((one) => Math.abs(uploadScale / metresPerUnit[one] - 1) < 1e-9);
  const unit = guess ?? whole ?? 'mm';
  return {
    sha256: (changes.includes('mirrored') ? file : original).sha256,
    path: original.name,
    unit: guess ? null : unit,
    scale: Number((uploadScale / metresPerUnit[unit]).toPrecision(12)),
    ...(changes.length > 0 && { changes: changes.map((change) => ref(`quote.${change}`)) }),
  };
}
