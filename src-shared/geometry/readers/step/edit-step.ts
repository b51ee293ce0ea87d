/** Changes values in the text of a STEP file, and adds entities at its end. */
import { joinBytes } from '../../runtime/join-bytes.ts';
import { textOf } from '../byte-scanner.ts';
import type { Span, StepText } from './step-text.ts';

export interface StepEdit {
  readonly span: Span;
  readonly text: string;
}

/** Bytes within which a file ends after its last section. */
const mostAfterData = 4096;

/** New entities, which have the numbers after the last one. */
export class AddedEntities {
  #last = 0;
  text = '';

  constructor(file: StepText) {
    for (const id of file.all(/./)) this.#last = Math.max(this.#last, id);
  }

  /** @returns the reference to it */
  add(entity: string): string {
    this.text += `#${++this.#last}=${entity};\n`;
    return `#${this.#last}`;
  }
}

/** Null if the file has no end. @param edits do not overlap */
export function editStep(
  bytes: Uint8Array,
  edits: readonly StepEdit[],
  added: AddedEntities,
): Uint8Array | null {
  const tail = Math.max(0, bytes.length - mostAfterData);
  const end = tail + textOf(bytes, tail, bytes.length).lastIndexOf('ENDSEC');
  if (end < tail) return null;
  const all = [...edits, { span: { start: end, end }, text: added.text }];
  all.sort((a, b) => a.span.start - b.span.start);
  let from = 0;
  const pieces = all.flatMap(({ span, text }) => {
    const piece = [bytes.subarray(from, span.start), Uint8Array.from(text, (letter) => letter.charCodeAt(0))];
    from = span.end;
    return piece;
  });
  return joinBytes([...pieces, bytes.subarray(from)]);
}

/** ISO 10303-21: a real number has a point. */
export const real = (value: number): string =>
  value
    .toExponential()
    .toUpperCase()
    .replace(/^(-?\d)E/, '$1.E');
