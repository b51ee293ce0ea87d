import { describe, expect, it } from 'vitest';
import {
  isRegistered,
  isRegisteredCallback,
  whyNotRegistrable,
  withParameters,
} from '../../../src-service/http/redirect-uri.ts';

const registered = ['https://shop.example/back?x=1', 'http://127.0.0.1/callback', 'com.example.app:/back'];

describe('redirect addresses', () => {
  it.each([
    'https://shop.example/back?x=1',
    'http://127.0.0.1/callback',
    'http://127.0.0.1:49152/callback',
    'com.example.app:/back',
  ])('The redirect address %s is accepted.', (uri) => {
    expect(isRegistered(uri, registered)).toBe(true);
  });

  it.each([
    'https://shop.example/back',
    'https://shop.example/back?x=1&y=2',
    'https://shop.example/back?x=1#f',
    'https://shop.example/BACK?x=1',
    'https://shop.example./back?x=1',
    'https://shop.example:444/back?x=1',
    'http://shop.example/back?x=1',
    'https://shop.example.evil.example/back?x=1',
    'https://evil.example/?https://shop.example/back?x=1',
    'https://shop.example@evil.example/back?x=1',
    'https://shop.example/back/../elsewhere?x=1',
    'http://127.0.0.1/callback/',
    'http://127.0.0.1/callback?code=1',
    'http://127.0.0.1:80@evil.example/callback',
    'http://127.0.0.1.evil.example/callback',
    'http://127.0.0.2/callback',
    'http://127.1/callback',
    'http://2130706433/callback',
    'http://localhost/callback',
    'https://127.0.0.1/callback',
    'http://user@127.0.0.1/callback',
    'oob',
    '',
    'javascript:alert(1)',
  ])('The redirect address %s is refused.', (uri) => {
    expect(isRegistered(uri, registered)).toBe(false);
  });

  it('Out of band is accepted only if it is registered.', () => {
    expect(isRegistered('oob', ['oob'])).toBe(true);
    expect(isRegistered('urn:ietf:wg:oauth:2.0:oob', ['oob'])).toBe(true);
  });

  it('An address that cannot be registered is refused with a reason.', () => {
    for (const uri of [
      'http://shop.example/x',
      'https://a.example/#x',
      'nonsense',
      'javascript:alert(1)',
      'data:text/html,x',
      'ms-settings:network',
      'other-api://callback',
    ])
      expect(whyNotRegistrable(uri)).toMatch(/\.$/);
    for (const uri of [
      'https://a.example/x',
      'http://127.0.0.1/x',
      'http://[::1]:9/x',
      'oob',
      'com.example:/x',
      // The public client for Android.
      'shapeways-api://callback',
    ])
      expect(whyNotRegistrable(uri)).toBeNull();
  });

  it('Parameters are added to an address with and without a query.', () => {
    expect(withParameters('https://a.example/x', { code: 'a b', state: undefined })).toBe(
      'https://a.example/x?code=a%20b',
    );
    expect(withParameters('https://a.example/x?y=1', { code: 'a' })).toBe('https://a.example/x?y=1&code=a');
  });
});

describe('callbacks of OAuth 1.0', () => {
  it.each([
    'https://shop.example/back?x=1',
    'https://shop.example/back?x=1&order=7&next=%2Fcart',
    'http://127.0.0.1:4711/callback?order=7',
    'com.example.app:/back?order=7',
  ])('The callback %s may carry its own query.', (uri) => {
    expect(isRegisteredCallback(uri, registered)).toBe(true);
  });

  it.each([
    'https://shop.example/back?y=2',
    'https://shop.example/back?x=12',
    'https://shop.example/back/more?x=1&y=2',
    'https://shop.example/back?x=1&y=2#f',
    'https://shop.example.evil.example/back?x=1&y=2',
    'https://evil.example/?u=https://shop.example/back?x=1&y=2',
    'https://shop.example@evil.example/back?x=1&y=2',
    'http://127.0.0.1:80@evil.example/callback?order=7',
    'http://127.0.0.1/callback/?order=7',
    'http://127.0.0.1/callbackx?order=7',
    'com.example.app:/back?order=7\r\nSet-Cookie: a=b',
    'com.example.app:/back?order=ü',
    `com.example.app:/back?order=${'7'.repeat(2000)}`,
  ])('The callback %s is refused.', (uri) => {
    expect(isRegisteredCallback(uri, registered)).toBe(false);
  });

  it('Showing the code on screen takes no query.', () => {
    expect(isRegisteredCallback('oob?x=1', ['oob'])).toBe(false);
    expect(isRegisteredCallback('oob', ['oob'])).toBe(true);
  });
});
