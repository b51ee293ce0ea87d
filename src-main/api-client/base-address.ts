/**
 * Parses the address of a service and appends paths to it. Used by accounts (before anything is sent) and by
 * the client.
 */
import { isLoopback } from '../../src-shared/api/receipt.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import { mainError } from '../main-error.ts';

/**
 * The address of a local service that has not listened yet. Nothing can listen there, should a request go
 * astray.
 */
export const nowhere = 'http://127.0.0.1:0';

/**
 * The base address without its final slash; it may have a path prefix. Throws `bad-address`, and
 * `insecure-address` for http to anything but this machine: bearer tokens and secrets would be readable on
 * the way.
 */
export function parseBaseAddress(text: string): string {
  const url = URL.parse(text.trim());
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw mainError('bad-address', ref('errors.address.invalid'));
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw mainError('bad-address', ref('errors.address.baseOnly'));
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw mainError('insecure-address', ref('errors.address.insecure', { host: url.host }));
  }
  return url.origin + url.pathname.replace(/\/+$/, '');
}

/** `base` as `parseBaseAddress` returned it, `path` with a leading slash. */
export function addressOf(
  base: string,
  path: string,
  query: Readonly<Record<string, string | number>> = {},
): URL {
  const url = new URL(base + path);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  return url;
}
