/** The reference of an order of this queue: the line with its mark (`src-shared/jobs/reference-line.ts`). */
import type { ShippingAddress } from '../../../src-shared/api/orders.ts';
import { addReference, type Reference, referenceLine } from '../../../src-shared/jobs/reference-line.ts';
import type { OrderRecord } from '../../db/job-record.ts';

/** The address with the line that carries the mark. */
export function withReference(
  address: ShippingAddress,
  mark: string,
): { readonly address: ShippingAddress; readonly reference: Reference } {
  const reference = addReference(address, mark);
  return { address: { ...address, [reference.field]: reference.value }, reference };
}

/** The line that an order carries; null if the person does not want one. */
export const referenceOf = ({ payload, mark }: OrderRecord): Reference | null =>
  payload.referenceLine === true ? addReference(payload.address, mark) : null;

/** The same line with a mark that no order has, to test that the filter filters. */
export const withOtherMark = ({ field, value }: Reference, mark: string, other: string): Reference => ({
  field,
  value: value.replace(referenceLine(mark), referenceLine(other)),
});
