import { describe, expect, it } from 'vitest';
import { countryCodeOf, countryCodes } from '../../../src-shared/api/countries.ts';

describe('the country that a text names', () => {
  it.each([
    ['US', ['us', ' US ', 'USA', 'U.S.', 'U. S. A.', 'ＵＳＡ', 'america', 'The United States', 'EE. UU.']],
    ['US', ['Estados Unidos', 'États-Unis', 'Etats Unis', 'Vereinigte Staaten von Amerika', '美国', 'США']],
    ['GB', ['GB', 'UK', 'U.K.', 'Great Britain', 'Scotland', 'United Kingdom']],
    ['NL', ['Holland', 'The Netherlands', 'Nederland', 'NLD']],
    ['DE', ['Deutschland', 'Germany', 'Alemania', 'GERMANY']],
    ['KR', ['Korea, Republic of', 'South Korea', '대한민국']],
    ['CI', ["Côte d'Ivoire", 'Cote d’Ivoire', 'Ivory Coast']],
    ['XK', ['XK', 'Kosovo']],
  ])('is %s for %j.', (code, names) => {
    expect(names.map(countryCodeOf)).toEqual(names.map(() => code));
  });

  it('is nothing for what names no country, and for what names two.', () => {
    const names = [
      'Atlantis',
      'XX',
      'EU',
      '',
      '.',
      'the',
      'Kongo',
      'constructor',
      '__proto__',
      'U'.repeat(1e6),
    ];
    expect(names.map(countryCodeOf)).toEqual(names.map(() => null));
  });

  it('is found by every name that the address form shows, in English and German.', () => {
    for (const language of ['en', 'de']) {
      const names = new Intl.DisplayNames([language], { type: 'region' });
      expect(countryCodes.map((code) => countryCodeOf(names.of(code) ?? ''))).toEqual(countryCodes);
    }
  });
});
