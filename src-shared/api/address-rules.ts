/**
 * The address rules of POST /orders/v1, checked before anything is sent (spec: Errors > Addresses): in the US the state
 * is a 2-letter abbreviation, in the US and Canada the phone number has 10 digits. The window, the command line and
 * the service share them.
 */
import type { ShippingAddress } from './orders.ts';

export type AddressField = keyof ShippingAddress;

export interface AddressProblem {
  readonly field: AddressField;
  /** The rule that is broken: the name of a field that is missing, or one of the rules for North America. */
  readonly rule: RequiredField | 'usState' | 'tenDigits';
  /** A complete sentence that says what to enter. */
  readonly message: string;
}

const requiredFields = [
  ['firstName', 'Enter a first name.'],
  ['lastName', 'Enter a last name.'],
  ['country', 'Choose a country.'],
  ['state', 'Enter a state or region.'],
  ['city', 'Enter a city.'],
  ['address1', 'Enter a street address.'],
  ['zipCode', 'Enter a postal code.'],
  ['phoneNumber', 'Enter a phone number for the carrier.'],
] as const satisfies readonly (readonly [AddressField, string])[];
type RequiredField = (typeof requiredFields)[number][0];

const unitedStates = new Set(['us', 'usa', 'united states', 'united states of america']);
const canada = new Set(['ca', 'can', 'canada']);

export const isUnitedStates = (country: string): boolean => unitedStates.has(country.trim().toLowerCase());
export const isCanada = (country: string): boolean => canada.has(country.trim().toLowerCase());

/** The abbreviations of the US states, DC, territories and military addresses that the postal service uses. */
// biome-ignore format: one state a line says no more.
export const usStates = [
  'AL', 'AK', 'AZ', 'AR', 'CA', 'CO', 'CT', 'DE', 'FL', 'GA', 'HI', 'ID', 'IL', 'IN', 'IA', 'KS', 'KY', 'LA', 'ME',
  'MD', 'MA', 'MI', 'MN', 'MS', 'MO', 'MT', 'NE', 'NV', 'NH', 'NJ', 'NM', 'NY', 'NC', 'ND', 'OH', 'OK', 'OR', 'PA',
  'RI', 'SC', 'SD', 'TN', 'TX', 'UT', 'VT', 'VA', 'WA', 'WV', 'WI', 'WY', 'DC', 'PR', 'GU', 'VI', 'AS', 'MP', 'AA',
  'AE', 'AP',
] as const;
const usStateCodes: ReadonlySet<string> = new Set(usStates);

/** All problems of an address, in the order of the form. Empty: the service accepts it. */
export function checkAddress(address: ShippingAddress): AddressProblem[] {
  const problems: AddressProblem[] = requiredFields
    .filter(([field]) => address[field].trim() === '')
    .map(([field, message]) => ({ field, rule: field, message }));
  const missing = new Set(problems.map((problem) => problem.field));
  if (isUnitedStates(address.country) && !missing.has('state') && !usStateCodes.has(address.state.trim())) {
    problems.push({
      field: 'state',
      rule: 'usState',
      message: 'For the United States, enter the 2-letter abbreviation of the state, such as NY.',
    });
  }
  const northAmerican = isUnitedStates(address.country) || isCanada(address.country);
  if (northAmerican && !missing.has('phoneNumber') && !/^\d{10}$/.test(address.phoneNumber.trim())) {
    problems.push({
      field: 'phoneNumber',
      rule: 'tenDigits',
      message: 'For the United States and Canada, enter the phone number as exactly 10 digits.',
    });
  }
  return problems;
}
