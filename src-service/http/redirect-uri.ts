/**
 * The redirect addresses that an application may use: exactly those that it registered (RFC 9700 2.1). Only
 * the port of a loopback address may differ (RFC 8252 7.3). `oob`: the code is shown on screen.
 */

export const outOfBand = (uri: string): boolean => uri === 'oob' || uri === 'urn:ietf:wg:oauth:2.0:oob';

const loopbackHosts = new Set(['127.0.0.1', '[::1]', 'localhost']);

function withoutPort(uri: string): string | null {
  const url = URL.parse(uri);
  if (url?.protocol !== 'http:' || !loopbackHosts.has(url.hostname) || url.username || url.password)
    return null;
  // Checks the text itself, because the parser accepts odd spellings of the host.
  if (!uri.startsWith(`http://${url.hostname}`)) return null;
  return uri.replace(/^(http:\/\/[^/?#:[\]]+|http:\/\/\[::1\])(:\d{1,5})?/, '$1');
}

export function isRegistered(uri: string, registered: readonly string[]): boolean {
  return registered.some((known) => {
    if (outOfBand(known)) return outOfBand(uri);
    if (known === uri) return true;
    const loopback = withoutPort(known);
    return loopback !== null && loopback === withoutPort(uri);
  });
}

const longestCallback = 2000;

/**
 * The same for the callback of OAuth 1.0, which may carry a query of its own behind a registered address
 * [Assumption: oauth1-callback]. Scheme, host and path stay exactly as registered.
 */
export function isRegisteredCallback(uri: string, registered: readonly string[]): boolean {
  if (isRegistered(uri, registered)) return true;
  if (uri.length > longestCallback || !/^[!-~]+$/.test(uri) || uri.includes('#')) return false;
  return registered.some((known) => {
    if (outOfBand(known)) return false;
    const mark = known.includes('?') ? '&' : '?';
    for (let at = uri.indexOf(mark); at >= 0; at = uri.indexOf(mark, at + 1))
      if (isRegistered(uri.slice(0, at), [known])) return true;
    return false;
  });
}

/** Why an address cannot be registered, as a sentence; null if it can (RFC 6749 3.1.2). */
export function whyNotRegistrable(uri: string): string | null {
  if (outOfBand(uri)) return null;
  const url = URL.parse(uri);
  if (!url) return `${uri} is no address.`;
  if (uri.includes('#')) return `${uri} has a fragment, which a redirect address cannot have.`;
  if (['javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'about:'].includes(url.protocol))
    return `${uri} is not an address that a browser may be sent to.`;
  if (url.protocol === 'http:' && !loopbackHosts.has(url.hostname))
    return `${uri} is not encrypted. Use https, or a loopback address.`;
  if (!isForApplications(uri))
    return `${uri} is for no site and no application. Use https, a loopback address, or a scheme such as com.example.app.`;
  return null;
}

/** Schemes of public clients, which are older than the rule below (compatibility: OAuth 1.0). */
const clientSchemes: ReadonlySet<string> = new Set(['shapeways-api:']);

/**
 * Whether a browser may be sent there: to a site, or to an application of its user whose scheme is a domain
 * name (RFC 8252 7.1). Other schemes without a full stop belong to the system, such as `ms-settings:`.
 */
export function isForApplications(uri: string): boolean {
  const url = URL.parse(uri);
  if (!url) return false;
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return url.protocol.includes('.') || clientSchemes.has(url.protocol);
  return /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/.test(url.hostname);
}

/** Adds the parameters to the query of the address. */
export function withParameters(
  uri: string,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  const added = Object.entries(parameters)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  return `${uri}${uri.includes('?') ? (uri.endsWith('?') || uri.endsWith('&') ? '' : '&') : '?'}${added}`;
}
