import { expect, it } from 'vitest';
import { addReference, addressAsSent } from '../../../src-shared/jobs/reference-line.ts';
import { usAddress } from '../../support/address.ts';

it.each([
  ['', '', 'address3', 'Ref K7'],
  ['Floor 2', '', 'address3', 'Ref K7'],
  ['', 'Floor 2', 'address2', 'Ref K7'],
  ['Floor 2', 'Room 3', 'address3', 'Ref K7, Room 3'],
] as const)('Beside %j and %j the reference stands in %s.', (address2, address3, field, value) => {
  const address = { ...usAddress, address2, address3 };
  expect(addReference(address, 'K7')).toEqual({ field, value });
  expect(addressAsSent(address, true)[field]).toContain('Ref ········');
  expect(addressAsSent(address, false)).toEqual(address);
});
