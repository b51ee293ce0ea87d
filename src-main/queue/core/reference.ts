/**
 * The mark of an order on its way: a reference in an optional line of the address. That line is also a documented
 * filter for orders (spec: Endpoints > Orders; reliability: R10).
 */
import type { ShippingAddress } from '../../../src-shared/api/orders.ts';
import { addReference, referenceLine } from '../../../src-shared/jobs/reference-line.ts';
import type { Reference } from '../../db/evidence-store.ts';
import type { OrderRecord } from '../../db/job-record.ts';

export function withReference(
  address: ShippingAddress,
  mark: string,
): { readonly address: ShippingAddress; readonly reference: Reference } {
  const reference = addReference(address, mark);
  return { address: { ...address, [reference.field]: reference.value }, reference };
}

/** The line that an order carries; null if the person does not want one. */
export const referenceOf = ({ payload, mark }: OrderRecord): Reference | null =>
  payload.referenceLine === true ? withReference(payload.address, mark).reference : null;

/** The same line with a mark that no order has, to test that the filter filters. */
export const withOtherMark = ({ field, value }: Reference, mark: string, other: string): Reference => ({
  field,
  value: value.replace(referenceLine(mark), referenceLine(other)),
});
