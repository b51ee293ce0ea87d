import { describe, expect, it } from 'vitest';
import { checkAddress, tidyAddress } from '../../../src-shared/api/address-rules.ts';
import type { ShippingAddress } from '../../../src-shared/api/orders.ts';
import { usAddress as address } from '../../support/address.ts';

const fields = (change: Partial<ShippingAddress>) =>
  checkAddress({ ...address, ...change }).map((problem) => problem.field);

describe('the address rules of POST /orders/v1', () => {
  it('A complete address has no problems.', () => expect(fields({})).toEqual([]));

  it('Missing required fields are reported in the order of the form.', () => {
    const blank = Object.fromEntries(Object.keys(address).map((key) => [key, ' '])) as ShippingAddress;
    expect(fields(blank)).toEqual([
      'firstName',
      'lastName',
      'country',
      'state',
      'city',
      'address1',
      'zipCode',
      'phoneNumber',
    ]);
  });

  it.each([
    'US',
    'us',
    'USA',
    'United States',
    'U.S.',
    'U.S.A.',
    'America',
    'The United States',
    'Estados Unidos',
    'Vereinigte Staaten',
  ])('An address in %s needs a state of 2 letters.', (country) => {
    expect(fields({ country, state: 'New York' })).toEqual(['state']);
    expect(fields({ country, state: 'ZZ' })).toEqual(['state']);
    expect(fields({ country, state: 'PR' })).toEqual([]);
  });

  it.each(['US', 'CA', 'Canada', 'Kanada', 'CAN', 'United States of America'])(
    'An address in %s needs a phone number of exactly 10 digits.',
    (country) => {
      expect(fields({ country, phoneNumber: '212555010' })).toEqual(['phoneNumber']);
      expect(fields({ country, phoneNumber: '12125550100' })).toEqual(['phoneNumber']);
      expect(fields({ country, phoneNumber: '212-555-0100' })).toEqual(['phoneNumber']);
    },
  );

  it('Other countries need neither a 2-letter state nor a 10-digit phone number.', () => {
    expect(fields({ country: 'NL', state: 'Noord-Brabant', phoneNumber: '+31 40 1234567' })).toEqual([]);
  });

  it.each(['Atlantis', 'EU', 'Kongo', 'x'.repeat(500)])('A country named %s is not known.', (country) => {
    expect(fields({ country })).toEqual(['country']);
  });

  it('Canada needs no 2-letter state.', () => {
    expect(fields({ country: 'CA', state: 'Ontario' })).toEqual([]);
  });
});

describe('what was typed on the command line', () => {
  const tidied = (change: Partial<ShippingAddress>) => {
    const { country, state, phoneNumber } = tidyAddress({ ...address, ...change });
    return [country, state, phoneNumber];
  };

  it('A US address gets its code, the state in capitals and a phone number of ten digits.', () => {
    const typed = { country: 'u.s.', state: 'ny', phoneNumber: '+1 (212) 555-1234' };
    expect(tidied(typed)).toEqual(['US', 'NY', '2125551234']);
    expect(checkAddress(tidyAddress({ ...address, ...typed }))).toEqual([]);
  });

  it('What is wrong, and what belongs to another country, stays as it was typed.', () => {
    const wrong = { country: 'Atlantis', state: 'ny', phoneNumber: '(212) 555-1234' };
    expect(tidied(wrong)).toEqual(['Atlantis', 'ny', '(212) 555-1234']);
    expect(tidied({ country: 'US', state: 'new york', phoneNumber: '12' })).toEqual(['US', 'NEW YORK', '12']);
    const abroad = { country: 'Nederland', state: 'nh', phoneNumber: '(020) 555 1234' };
    expect(tidied(abroad)).toEqual(['NL', 'nh', '(020) 555 1234']);
  });
});
