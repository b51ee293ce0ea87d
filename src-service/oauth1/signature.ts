/** HMAC-SHA1 signatures of OAuth 1.0 (RFC 5849 3.4). Pure functions: what is signed, and with which key. */
import { createHmac, type Hmac } from 'node:crypto';

export type Pair = readonly [name: string, value: string];

/** RFC 5849 3.6: encodeURIComponent leaves five characters that have to be encoded too. */
export const percentEncode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Decodes a query or a form body and keeps repeated names (RFC 5849 3.4.1.3.1). */
export function readPairs(text: string): Pair[] {
  return text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const equals = pair.indexOf('=');
      return equals < 0
        ? ([decode(pair), ''] as const)
        : ([decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))] as const);
    });
}

function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** The parameters of an `Authorization: OAuth ...` header (RFC 5849 3.5.1); null for any other header. */
export function readHeader(header: string | undefined): Pair[] | null {
  const rest = /^oauth\s+(.*)$/is.exec(header ?? '')?.[1];
  if (rest === undefined) return null;
  return [...rest.matchAll(/(?<![A-Za-z0-9_.~%-])([A-Za-z0-9_.~%-]+)\s*=\s*"([^"]*)"/g)].map(
    ([, name, value]) => [decode(name!), decode(value!.replaceAll('+', '%2B'))] as const,
  );
}

/**
 * RFC 5849 3.4.1.1. `url` is scheme, host and path without the query. `pairs` are all decoded: the oauth
 * parameters, the query and, if the body is a form, the body. `realm` and `oauth_signature` are left out.
 */
export function baseString(method: string, url: string, pairs: readonly Pair[]): string {
  const encoded = pairs
    .filter(([name]) => name !== 'oauth_signature' && name !== 'realm')
    .map(([name, value]) => [percentEncode(name), percentEncode(value)] as const)
    .sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : x > y ? 1 : 0) : a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return `${method.toUpperCase()}&${percentEncode(url)}&${percentEncode(encoded)}`;
}

/** RFC 5849 3.4.2. Takes the base string piece by piece; `digest('base64')` gives the signature. */
export const beginSignature = (consumerSecret: string, tokenSecret: string): Hmac =>
  createHmac('sha1', `${percentEncode(consumerSecret)}&${percentEncode(tokenSecret)}`);

export const sign = (base: string, consumerSecret: string, tokenSecret: string): string =>
  beginSignature(consumerSecret, tokenSecret).update(base).digest('base64');
