/**
 * The path of a session: a secret that stands before the path of every page of a signed-in person,
 * `/in/<secret>/developer`. Browsers send cookies to every port of a host. That of a session is limited to
 * this path, so a page of another port gets it only if it knows the secret, and it alone opens nothing.
 */
import type { IncomingMessage } from 'node:http';

const secret = Symbol('secret of the session in the path');
type Incoming = IncomingMessage & { [secret]?: string };

export const sessionPath = (pathSecret: string): string => `/in/${pathSecret}`;

const pattern = /^\/in\/([A-Za-z0-9]{22})(?=\/)/;

/** Without the path of a session, and without a second one behind it. */
export const withoutSessionPath = (url: string): string => {
  let left = url;
  while (pattern.test(left)) left = left.replace(pattern, '');
  return left;
};

/** Notes the secret at the request. @returns the address without it */
export function takeSessionPath(request: IncomingMessage, url: string): string {
  const found = pattern.exec(url);
  if (!found) return url;
  (request as Incoming)[secret] = found[1] ?? '';
  return url.slice(found[0].length);
}

/** Null if the address had none. */
export const pathSecretOf = (request: IncomingMessage): string | null =>
  (request as Incoming)[secret] ?? null;
