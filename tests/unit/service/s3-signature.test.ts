/**
 * The examples of Amazon's S3 API reference, "Authenticating Requests: Using the Authorization Header" and
 * its "Examples: Signature Calculations", against the test server's check and the library that signs for the
 * service.
 */
import { AwsV4Signer } from 'aws4fetch';
import { describe, expect, it } from 'vitest';
import { readAuthorization, signatureOf } from '../../support/s3/signature.ts';

const accessKeyId = 'AKIAIOSFODNN7EXAMPLE';
const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const host = 'examplebucket.s3.amazonaws.com';
const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const scope = { date: '20130524', region: 'us-east-1', service: 's3' };

describe.each([
  {
    name: 'GET Object with a range',
    method: 'GET',
    target: '/test.txt',
    headers: { range: 'bytes=0-9', 'x-amz-content-sha256': empty },
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    name: 'PUT Object',
    method: 'PUT',
    target: '/test%24file.text',
    headers: {
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    },
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  {
    name: 'GET Bucket Lifecycle',
    method: 'GET',
    target: '/?lifecycle',
    headers: { 'x-amz-content-sha256': empty },
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
  {
    name: 'GET Bucket (List Objects)',
    method: 'GET',
    target: '/?max-keys=2&prefix=J',
    headers: { 'x-amz-content-sha256': empty },
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
])('Amazon’s example $name', ({ method, target, headers, signature }) => {
  const all = { ...headers, host, 'x-amz-date': '20130524T000000Z' };
  const signedHeaders = Object.keys(all).sort();

  it('The test server calculates the published signature.', () => {
    expect(signatureOf({ method, target, headers: all }, { ...scope, signedHeaders }, secret)).toBe(
      signature,
    );
  });

  it('The library signs so that the test server agrees.', async () => {
    const signed = await new AwsV4Signer({
      ...{ method, url: `https://${host}${target}`, headers, service: 's3', region: scope.region },
      ...{ accessKeyId, secretAccessKey: secret, datetime: '20130524T000000Z' },
    }).sign();
    const authorization = readAuthorization(signed.headers.get('authorization') ?? '');
    const sent = { ...Object.fromEntries(signed.headers), host };
    expect(authorization).toMatchObject({ accessKeyId, ...scope });
    expect(authorization && signatureOf({ method, target, headers: sent }, authorization, secret)).toBe(
      authorization?.signature,
    );
  });
});
