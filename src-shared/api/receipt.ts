/** The page of an order at the service (spec: Resources > Response envelope > nextActionSuggestions). */
import { parseUrl } from '../parse-url.ts';
import type { ParsedUrl } from '../web.ts';

/** The content of `checkOrderStatus`: a path, or an entry with one, as other suggestions. Null: neither. */
export function receiptPath(suggestions: unknown): string | null {
  if (typeof suggestions !== 'object' || suggestions === null) return null;
  const { checkOrderStatus: said } = suggestions as Record<string, unknown>;
  const { restUrl, link } = Object(said) as Record<string, unknown>;
  return [said, restUrl, link].find(isPage) ?? null;
}

/** `path`: the service's suggestion after the order; null: the one that the spec names. */
export function receiptAddress(orderId: number, path: string | null | undefined, baseUrl: string): string {
  const page = isPage(path) ? path : `/checkout/receipt?orderId=${orderId}`;
  return page.startsWith('/') ? `${baseUrl.endsWith('/') ? baseUrl.slice(0, -1) : baseUrl}${page}` : page;
}

/** Whether a host name as `URL` has it is this computer. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);

export const longestAddress = 8 * 1024;

/**
 * An address that a browser may be asked to open: by https or on this machine, without a name, password or
 * fragment, and spelled as the parser spells it, so that the program that opens it cannot interpret it
 * differently. Null for any other.
 */
export function safeAddress(address: string): ParsedUrl | null {
  const url = parseUrl(address);
  if (!url || address.length > longestAddress || url.href !== address) return null;
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) return null;
  return url.username === '' && url.password === '' && url.hash === '' ? url : null;
}

/** Whether `address` is safe, and a page of the service at `baseUrl`. */
export function isPageOf(address: string, baseUrl: string): boolean {
  const origin = parseUrl(baseUrl)?.origin;
  return origin !== undefined && safeAddress(address)?.origin === origin;
}

/** A path of the service or an address of the web; anything else is never offered as a link. */
const isPage = (text: unknown): text is string =>
  typeof text === 'string' && text.length <= 2000 && /^(?:\/(?![/\\])|https?:\/\/[^/?#\s]+)\S*$/i.test(text);
