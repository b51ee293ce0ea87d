import { describe, expect, it } from 'vitest';
import { readHeader, readPairs, sign } from '../../../src-service/oauth1/signature.ts';
import { baseString, percentEncode } from '../../../src-shared/api/oauth1-base-string.ts';

describe('OAuth 1.0 signatures', () => {
  it('The signature base string is that of RFC 5849 3.4.1.1.', () => {
    const header =
      'OAuth realm="Example",\n oauth_consumer_key="9djdj82h48djs9d2",\n oauth_token="kkk9d7dh3k39sjv7",\n' +
      ' oauth_signature_method="HMAC-SHA1",\n oauth_timestamp="137131201",\n oauth_nonce="7d8f3e4a",\n' +
      ' oauth_signature="bYT5CMsGcbgUdFHObYMEfcx6bsw%3D"';
    const pairs = [
      ...readHeader(header)!,
      ...readPairs('b5=%3D%253D&a3=a&c%40=&a2=r%20b'),
      ...readPairs('c2&a3=2+q'),
    ];
    expect(baseString('POST', 'http://example.com/request', pairs)).toBe(
      'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q' +
        '%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26oauth_consumer_' +
        'key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_m' +
        'ethod%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk' +
        '9d7dh3k39sjv7',
    );
  });

  it('The example of OAuth Core 1.0, appendix A.5, gets its signature.', () => {
    const pairs = readPairs(
      'oauth_consumer_key=dpf43f3p2l4k3l03&oauth_token=nnch734d00sl2jdk&oauth_signature_method=HMAC-SHA1' +
        '&oauth_timestamp=1191242096&oauth_nonce=kllo9940pd9333jh&oauth_version=1.0' +
        '&file=vacation.jpg&size=original',
    );
    const base = baseString('GET', 'http://photos.example.net/photos', pairs);
    expect(sign(base, 'kd94hf93k423kf44', 'pfkkdhi9sl3r4s00')).toBe('tR3+Ty81lMeYAr/Fid0kMTYa/WM=');
  });

  it('Percent encoding includes the characters that encodeURIComponent leaves.', () => {
    expect(percentEncode("Ladies + Gentlemen!'()*~-._")).toBe('Ladies%20%2B%20Gentlemen%21%27%28%29%2A~-._');
  });
});
