/**
 * The text that a signature of OAuth 1.0 is computed over, and its key (RFC 5849 3.4). Pure functions: the
 * client signs with them, and the local service checks with them.
 */

export type Pair = readonly [name: string, value: string];

/** RFC 5849 3.6: encodeURIComponent leaves five characters that have to be encoded too. */
export const percentEncode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );

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

/** RFC 5849 3.4.2. Without a token, its secret is empty. */
export const signingKey = (consumerSecret: string, tokenSecret: string): string =>
  `${percentEncode(consumerSecret)}&${percentEncode(tokenSecret)}`;
