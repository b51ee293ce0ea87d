/**
 * The address rules of POST /orders/v1, checked before anything is sent (spec: Errors > Addresses): the
 * country is one that is known, in the US the state is a 2-letter abbreviation, in the US and Canada the
 * phone number has 10 digits. The window, the command line and the service share them.
 */
import type { TypedRef } from '../messages/catalogue.ts';
import { ref } from '../messages/messages.ts';
import { countryCodeOf } from './countries.ts';
import type { ShippingAddress } from './orders.ts';

export type AddressField = keyof ShippingAddress;

const requiredFields = [
  'firstName',
  'lastName',
  'country',
  'state',
  'city',
  'address1',
  'zipCode',
  'phoneNumber',
] as const satisfies readonly AddressField[];

/** The name of a field that is missing, or another rule that is broken. */
type AddressRule = (typeof requiredFields)[number] | 'unknownCountry' | 'usState' | 'tenDigits';

export interface AddressProblem {
  readonly field: AddressField;
  /** A complete sentence that says what to enter. */
  readonly text: TypedRef<`cart.problem.${AddressRule}`>;
}

export const isUnitedStates = (country: string): boolean => countryCodeOf(country) === 'US';
export const isCanada = (country: string): boolean => countryCodeOf(country) === 'CA';

/** Abbreviations of the US states, DC, territories and military addresses, as the postal service has them. */
// biome-ignore format: one state a line says no more.
export const usStates = [
  'AL', 'AK', 'AZ', 'AR', 'CA', 'CO', 'CT', 'DE', 'FL', 'GA', 'HI', 'ID', 'IL', 'IN', 'IA', 'KS', 'KY', 'LA', 'ME',
  'MD', 'MA', 'MI', 'MN', 'MS', 'MO', 'MT', 'NE', 'NV', 'NH', 'NJ', 'NM', 'NY', 'NC', 'ND', 'OH', 'OK', 'OR', 'PA',
  'RI', 'SC', 'SD', 'TN', 'TX', 'UT', 'VT', 'VA', 'WA', 'WV', 'WI', 'WY', 'DC', 'PR', 'GU', 'VI', 'AS', 'MP', 'AA',
  'AE', 'AP',
] as const;
export type UsState = (typeof usStates)[number];
const usStateCodes: ReadonlySet<string> = new Set(usStates);

/** `+1 (555) 123-4567` and the like as ten digits; null for anything else. */
export function tenDigits(typed: string): string | null {
  if (!/^[\d\s().+-]+$/.test(typed)) return null;
  const digits = typed.replace(/\D/g, '');
  if (digits.length === 10) return digits;
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : null;
}

/** The typed address in the form that every service understands. Wrong values stay, for `checkAddress`. */
export function tidyAddress(address: ShippingAddress): ShippingAddress {
  const country = countryCodeOf(address.country);
  const isNorthAmerican = country === 'US' || country === 'CA';
  return {
    ...address,
    country: country ?? address.country,
    state: country === 'US' ? address.state.toUpperCase() : address.state,
    phoneNumber: (isNorthAmerican ? tenDigits(address.phoneNumber) : null) ?? address.phoneNumber,
  };
}

/** All problems of an address, in the order of the form. Empty: the service accepts it. */
export function checkAddress(address: ShippingAddress): AddressProblem[] {
  const problem = (field: AddressField, rule: AddressRule): AddressProblem => ({
    field,
    text: ref(`cart.problem.${rule}`),
  });
  const filled = (field: AddressField): boolean => address[field].trim() !== '';
  const country = countryCodeOf(address.country);
  return [
    ...requiredFields.filter((field) => !filled(field)).map((field) => problem(field, field)),
    ...(filled('country') && country === null ? [problem('country', 'unknownCountry')] : []),
    ...(country === 'US' && filled('state') && !usStateCodes.has(address.state.trim())
      ? [problem('state', 'usState')]
      : []),
    ...((country === 'US' || country === 'CA') &&
    filled('phoneNumber') &&
    !/^\d{10}$/.test(address.phoneNumber.trim())
      ? [problem('phoneNumber', 'tenDigits')]
      : []),
  ];
}
