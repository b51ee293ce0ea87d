/**
 * Normalises paths as old clients write them (compatibility: Paths): a slash at the end, a bare `?`, doubled
 * slashes, or the singular of a resource. The router then sees one spelling. Query strings stay as they are.
 */

/** Most paths are normal: they end in /v1, have no doubled slash and name a plural. */
const isPlain = (url: string): boolean =>
  url.endsWith('/v1') &&
  !url.includes('//') &&
  !url.includes('?') &&
  !/^\/(model|material|printer)\//.test(url);

/** `/model/5/v1` becomes `/models/5/v1`. The page for people at `/model/5` keeps its address. */
const plural = (path: string): string =>
  path.endsWith('/v1') ? path.replace(/^\/(model|material|printer)(?=\/)/, '/$1s') : path;

/** Base addresses end without a slash, however they were written. */
export function withoutSlashAtEnd(address: string): string {
  let end = address.length;
  while (address[end - 1] === '/') end--;
  return address.slice(0, end);
}

export function normaliseUrl(url: string): string {
  if (isPlain(url)) return url;
  const mark = url.indexOf('?');
  const query = mark < 0 || mark === url.length - 1 ? '' : url.slice(mark);
  const single = (mark < 0 ? url : url.slice(0, mark)).replaceAll(/\/{2,}/g, '/');
  const path = single.length > 1 ? withoutSlashAtEnd(single) : single;
  return `${path === '' ? '/' : plural(path)}${query}`;
}
