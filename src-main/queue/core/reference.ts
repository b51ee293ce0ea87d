/**
 * The mark of an order on its way: a reference in an optional line of the address. That line is also a documented
 * filter for orders (spec: Endpoints > Orders; reliability: R10).
 */
import type { ShippingAddress } from '../../../src-shared/api/orders.ts';
import type { Reference } from '../../db/evidence-store.ts';
import type { OrderRecord } from '../../db/job-record.ts';

const line = (mark: string) => `Ref ${mark}`;

/** Uses an optional line that is empty, the last one first, or appends to the last one. */
export function withReference(
  address: ShippingAddress,
  mark: string,
): { readonly address: ShippingAddress; readonly reference: Reference } {
  const isEmpty = (text: string) => text.trim() === '';
  const { address2, address3 } = address;
  const field = isEmpty(address3) || !isEmpty(address2) ? 'address3' : 'address2';
  const value = isEmpty(address[field]) ? line(mark) : `${address[field].trim()}, ${line(mark)}`;
  return { address: { ...address, [field]: value }, reference: { field, value } };
}

/** The line that an order carries; null if the person does not want one. */
export const referenceOf = ({ payload, mark }: OrderRecord): Reference | null =>
  payload.referenceLine === true ? withReference(payload.address, mark).reference : null;

/** The same line with a mark that no order has, to test that the filter filters. */
export const withOtherMark = ({ field, value }: Reference, mark: string, other: string): Reference => ({
  field,
  value: value.replace(line(mark), line(other)),
});
