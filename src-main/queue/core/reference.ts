/** The reference of an order of this queue: the line with its mark (`src-shared/jobs/reference-line.ts`). */
import { type Reference, referenceLine } from '../../../src-shared/jobs/reference-line.ts';
import type { OrderRecord } from '../../db/job-record.ts';

/** The line that an order carries; null if the person does not want one. */
export const referenceOf = ({ payload }: OrderRecord): Reference | null => payload.agreement.reference;

/** The line with a mark that no order has, to test whether the filter works. */
export const withOtherMark = ({ field, value }: Reference, mark: string, other: string): Reference => ({
  field,
  value: value.replace(referenceLine(mark), referenceLine(other)),
});

/** Letters of a line that usually remain on labels and in databases. */
const usualLengths = [35, 30];

/**
 * How a service may have stored a line: as it was sent, cut off, only its beginning, or one of these in
 * capitals [Assumption: address-lines]. Always as many, in the same order; some may be equal.
 */
export function spellingsOf({ field, value }: Reference, mark: string): Reference[] {
  const cut = usualLengths.map((length) => value.slice(0, length).trimEnd());
  const texts = [value, ...cut, referenceLine(mark)];
  return [...texts, ...texts.map((text) => text.toUpperCase())].map((text) => ({ field, value: text }));
}
