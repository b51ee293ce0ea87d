/** The file of a part as a quote names it. */
import type { QuotedFile } from '../ipc/quote-document.ts';
import type { SpooledFile } from '../ipc/spooled-file.ts';
import { ref } from '../messages/messages.ts';
import { lengthUnits, metresPerUnit } from '../units/units.ts';

interface FileOfPart {
  readonly file: SpooledFile;
  /** The one from which it was turned, or mirrored. */
  readonly original?: SpooledFile | undefined;
  readonly isMirrored?: boolean | undefined;
  /** Metres per file unit, unit and scale combined. */
  readonly uploadScale: number;
}

/** A turned part is the same part, so it is named by the file that the person has; a mirrored one is not. */
export function quotedFile({
  file,
  original = file,
  isMirrored = false,
  uploadScale,
}: FileOfPart): QuotedFile {
  const unit = lengthUnits.find((one) => Math.abs(uploadScale / metresPerUnit[one] - 1) < 1e-9) ?? 'mm';
  return {
    sha256: (isMirrored ? file : original).sha256,
    path: original.name,
    unit,
    scale: Number((uploadScale / metresPerUnit[unit]).toPrecision(12)),
    ...(isMirrored && { changes: [ref('quote.mirrored')] }),
  };
}
