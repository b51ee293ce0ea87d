/** Signatures of OAuth 1.0 against the examples of the specifications, never against our own code. */
import { describe, expect, it } from 'vitest';
import { bytesBody } from '../../../src-main/api-client/bodies.ts';
import { signatureOf, signedHeader } from '../../../src-main/auth/oauth1-signature.ts';
import type { Pair } from '../../../src-shared/api/oauth1-base-string.ts';

const pairsOf = (header: string): Pair[] =>
  [...header.matchAll(/(\w+)="([^"]*)"/g)]
    .map(([, name = '', value = '']) => [name, decodeURIComponent(value)] as const)
    .filter(([name]) => name !== 'realm');
const fieldsOf = (header: string): Record<string, string> => Object.fromEntries(pairsOf(header));

describe('the three requests of RFC 5849 1.2', () => {
  it.each([
    [
      'temporary credentials',
      'POST',
      'https://photos.example.net/initiate',
      `OAuth realm="Photos", oauth_consumer_key="dpf43f3p2l4k3l03", oauth_signature_method="HMAC-SHA1",
       oauth_timestamp="137131200", oauth_nonce="wIjqoS",
       oauth_callback="http%3A%2F%2Fprinter.example.com%2Fready"`,
      '',
      '74KNZJeDHnMBp0EMJ9ZHt/XKycU=',
    ],
    [
      'token credentials',
      'POST',
      'https://photos.example.net/token',
      `OAuth realm="Photos", oauth_consumer_key="dpf43f3p2l4k3l03", oauth_token="hh5s93j4hdidpola",
       oauth_signature_method="HMAC-SHA1", oauth_timestamp="137131201", oauth_nonce="walatlh",
       oauth_verifier="hfdp7dh39dks9884"`,
      'hdhd0244k9j7ao03',
      'gKgrFCywp7rO0OXSjdot/IHF7IU=',
    ],
    [
      'a resource with a query',
      'GET',
      'http://photos.example.net/photos?file=vacation.jpg&size=original',
      `OAuth realm="Photos", oauth_consumer_key="dpf43f3p2l4k3l03", oauth_token="nnch734d00sl2jdk",
       oauth_signature_method="HMAC-SHA1", oauth_timestamp="137131202", oauth_nonce="chapoH"`,
      'pfkkdhi9sl3r4s00',
      'MdpQcU8iPSUjWoN/UDMsK2sui9I=',
    ],
  ])('The signature for %s is that of the RFC.', (_what, method, url, header, tokenSecret, signature) => {
    expect(signatureOf(method, new URL(url), pairsOf(header), 'kd94hf93k423kf44', tokenSecret)).toBe(
      signature,
    );
  });
});

it('Names that repeat, empty values and escapes are signed as in RFC 5849 3.4.1 (with erratum 2550).', () => {
  // The last two come from the form in the body of the example.
  const pairs: Pair[] = [
    ...pairsOf(
      `oauth_consumer_key="9djdj82h48djs9d2", oauth_token="kkk9d7dh3k39sjv7",
       oauth_signature_method="HMAC-SHA1", oauth_timestamp="137131201", oauth_nonce="7d8f3e4a"`,
    ),
    ['c2', ''],
    ['a3', '2 q'],
  ];
  const url = new URL('http://EXAMPLE.com:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b');
  expect(signatureOf('post', url, pairs, 'j49sk3j29djd', 'dh893hdasih9')).toBe(
    'r6/TJjbCOr97/+UU0NsvSne7s5g=',
  );
});

it('The header of OAuth Core 1.0, appendix A.5, with oauth_version, gets its signature.', () => {
  const header = signedHeader({
    method: 'GET',
    url: new URL('http://photos.example.net/photos?file=vacation.jpg&size=original'),
    credentials: { clientId: 'dpf43f3p2l4k3l03', clientSecret: 'kd94hf93k423kf44' },
    token: { token: 'nnch734d00sl2jdk', secret: 'pfkkdhi9sl3r4s00' },
    timestamp: 1191242096,
    nonce: 'kllo9940pd9333jh',
  });
  expect(header).toMatch(/^OAuth oauth_/);
  expect(fieldsOf(header)).toEqual({
    oauth_consumer_key: 'dpf43f3p2l4k3l03',
    oauth_token: 'nnch734d00sl2jdk',
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: '1191242096',
    oauth_nonce: 'kllo9940pd9333jh',
    oauth_version: '1.0',
    oauth_signature: 'tR3+Ty81lMeYAr/Fid0kMTYa/WM=',
  });
});

it('The hash of a body is that of the example of oauth_body_hash.', async () => {
  expect(await bytesBody(Buffer.from('Hello World!')).sha1()).toBe('Lve95gjOVATpfV8EL5X4nxwjKHE=');
});

it('Every request has a nonce of its own, a number of at most 254 digits.', () => {
  const nonces = Array.from({ length: 1000 }, () => {
    const header = signedHeader({
      method: 'GET',
      url: new URL('https://api.example.com/api/v1/'),
      credentials: { clientId: 'id', clientSecret: 'secret' },
      token: null,
      timestamp: 1,
    });
    return fieldsOf(header)['oauth_nonce'] ?? '';
  });
  expect(new Set(nonces).size).toBe(1000);
  for (const nonce of nonces) expect(nonce).toMatch(/^\d{1,254}$/);
});
