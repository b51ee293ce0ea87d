/** A recipient for orders; the fields that a test does not name do not matter to it. */
import type { ShippingAddress } from '../../src-shared/api/orders.ts';

/** In the country with the most rules: states by their letters, ten digits of phone number. */
export const usAddress: ShippingAddress = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  country: 'US',
  state: 'NY',
  city: 'New York',
  address1: '1 Main Street',
  address2: '',
  address3: '',
  zipCode: '10001',
  phoneNumber: '2125550100',
};

export const nlAddress: ShippingAddress = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  country: 'NL',
  state: 'NB',
  city: 'Eindhoven',
  address1: 'Kanaaldijk 1',
  address2: '',
  address3: '',
  zipCode: '5611',
  phoneNumber: '0612345678',
};

/** The same address as options of the command line. */
export const addressOptions = (address: ShippingAddress): string[] =>
  [
    ['--first-name', address.firstName],
    ['--last-name', address.lastName],
    ['--country', address.country],
    ['--state', address.state],
    ['--city', address.city],
    ['--address1', address.address1],
    ['--zip', address.zipCode],
    ['--phone', address.phoneNumber],
  ].flat();
