import { describe, expect, it } from 'vitest';
import { countryCodeOf, countryCodes } from '../../../src-shared/api/countries.ts';
import { languages } from '../../../src-shared/messages/languages.ts';

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
  ])('The country %s is found for %j.', (code, names) => {
    expect(names.map(countryCodeOf)).toEqual(names.map(() => code));
  });

  it('A text that names no country, or two, gives none.', () => {
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

  it('Every name in the address form is found, in every language of Fabdesk.', () => {
    for (const language of languages) {
      const names = new Intl.DisplayNames([language], { type: 'region' });
      expect(countryCodes.map((code) => countryCodeOf(names.of(code) ?? ''))).toEqual(countryCodes);
    }
  });
});
