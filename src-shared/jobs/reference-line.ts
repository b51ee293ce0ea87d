/**
 * The line of an address that carries the reference of an order [Assumption: reference-line]. The queue sends
 * it; the window and the command line show it beforehand, while its mark is not chosen yet.
 */
import type { ShippingAddress } from '../api/orders.ts';

export interface Reference {
  readonly field: 'address2' | 'address3';
  /** The whole line. */
  readonly value: string;
}

export const referenceLine = (mark: string): string => `Ref ${mark}`;

/** Stands for the eight letters and digits that are chosen when the order is queued. */
export const markToCome = '········';

/**
 * Uses an optional line that is empty, the last one first, or else begins the last one with it: services and
 * carriers cut off the ends of lines [Assumption: address-lines].
 */
export function addReference(address: ShippingAddress, mark: string): Reference {
  const isEmpty = (text: string) => text.trim() === '';
  const { address2, address3 } = address;
  const field = isEmpty(address3) || !isEmpty(address2) ? 'address3' : 'address2';
  const line = referenceLine(mark);
  return { field, value: isEmpty(address[field]) ? line : `${line}, ${address[field].trim()}` };
}

/** The address as it will be sent. */
export function addressAsSent(address: ShippingAddress, hasReference: boolean): ShippingAddress {
  if (!hasReference) return address;
  const { field, value } = addReference(address, markToCome);
  return { ...address, [field]: value };
}
