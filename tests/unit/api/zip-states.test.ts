import { describe, expect, it } from 'vitest';
import { usStates } from '../../../src-shared/api/address-rules.ts';
import { statesOfZip, zipDoubt } from '../../../src-shared/api/zip-states.ts';
import { en } from '../../../src-shared/messages/en/index.ts';
import { createMessages } from '../../../src-shared/messages/messages.ts';
import { nlAddress, usAddress } from '../../support/address.ts';

describe('ZIP codes and states', () => {
  it.each([
    ['10001', 'NY'],
    ['00501', 'NY'],
    ['05501', 'MA'],
    ['68102', 'NE'],
    ['20001', 'DC'],
    ['20101', 'VA'],
    ['73301', 'TX'],
    ['88510', 'TX'],
    ['90210-1234', 'CA'],
    ['09001', 'AE'],
    ['34001', 'AA'],
    ['96201', 'AP'],
    ['00802', 'VI'],
    ['99950', 'AK'],
  ])('%s belongs to %s.', (zip, state) => expect(statesOfZip(zip)).toEqual([state]));

  it('Some prefixes belong to several; what is no ZIP code belongs to none.', () => {
    expect(statesOfZip('96799')).toEqual(['HI', 'AS']);
    expect(statesOfZip('06390')).toEqual(['CT', 'NY']);
    for (const text of ['', '1000', '100011', 'K1A 0B1', '00001']) expect(statesOfZip(text)).toEqual([]);
  });

  it('Every state has ZIP codes.', () => {
    const found = new Set(
      Array.from({ length: 1000 }, (_, at) => `${at}`.padStart(3, '0')).flatMap((prefix) =>
        statesOfZip(`${prefix}01`),
      ),
    );
    expect([...found].toSorted()).toEqual([...usStates].toSorted());
  });

  it('A ZIP code of another state is a question that names both; one that fits is none.', () => {
    const doubt = zipDoubt({ ...usAddress, state: 'ne' });
    expect(doubt?.found).toBe('NY');
    expect(doubt && createMessages('en', en, 'en-US').say(doubt.text)).toBe(
      'ZIP code 10001 belongs to New York, but the state is Nebraska. Which one is right?',
    );
    expect(zipDoubt(usAddress)).toBeNull();
    expect(zipDoubt({ ...usAddress, state: 'Nowhere' })).toBeNull();
    expect(zipDoubt({ ...usAddress, zipCode: '1000' })).toBeNull();
    expect(zipDoubt({ ...nlAddress, state: 'NE', zipCode: '10001' })).toBeNull();
  });
});
