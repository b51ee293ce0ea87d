/** Reads the parameters of OAuth 1.0 and computes HMAC-SHA1 signatures (RFC 5849 3.4.2, 3.5). */
import { createHmac, type Hmac } from 'node:crypto';
import { type Pair, signingKey } from '../../src-shared/api/oauth1-base-string.ts';

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

/** RFC 5849 3.4.2. Takes the base string piece by piece; `digest('base64')` gives the signature. */
export const beginSignature = (consumerSecret: string, tokenSecret: string): Hmac =>
  createHmac('sha1', signingKey(consumerSecret, tokenSecret));

export const sign = (base: string, consumerSecret: string, tokenSecret: string): string =>
  beginSignature(consumerSecret, tokenSecret).update(base).digest('base64');
