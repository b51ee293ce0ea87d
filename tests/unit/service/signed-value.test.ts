import { expect, it } from 'vitest';

import { SignedValue } from '../../../src-service/oauth1/signed-value.ts';
import { percentEncode } from '../../../src-shared/api/oauth1-base-string.ts';

/** RFC 5849 3.4.1: the base string contains the decoded value, encoded twice. */
function streamed(form: string, size: number): string {
  const value = new SignedValue();
  const bytes = Buffer.from(form);
  let out = '';
  for (let at = 0; at < bytes.length; at += size) out += value.feed(bytes.subarray(at, at + size));
  return out + value.end();
}

it.each([
  ['base64 as forms carry it', 'AB%2Bc%2Fd%3D%3D', 'AB+c/d=='],
  ['small hex digits', 'AB%2bc%2fd%3d', 'AB+c/d='],
  ['blanks and line breaks', 'AB+C%0D%0Ad+', 'AB C\r\nd '],
  ['signs that need no escape in a form', "a*b!c'(d)/e=f", "a*b!c'(d)/e=f"],
  ['escapes of what needs none', '%41%7E%2D', 'A~-'],
  ['text that is encoded twice', 'AB%252Bc', 'AB%2Bc'],
  ['other letters', '%C3%A9 \u00e9', '\u00e9 \u00e9'],
  ['a percent sign that is no escape', '5%zz%', '5%zz%'],
  ['nothing', '', ''],
])('A value is encoded as in the signature base string: %s', (_, form, value) => {
  for (const size of [1, 2, 3, 5, 64]) expect(streamed(form, size)).toBe(percentEncode(percentEncode(value)));
});
