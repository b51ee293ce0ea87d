/**
 * Normalises paths as old clients write them (compatibility: Paths): a slash at the end, a bare `?`, doubled
 * slashes, or the singular of a resource. The router sees one spelling. Query strings stay as they are.
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

export function normaliseUrl(url: string): string {
  if (isPlain(url)) return url;
  const mark = url.indexOf('?');
  const query = mark < 0 || mark === url.length - 1 ? '' : url.slice(mark);
  const path = (mark < 0 ? url : url.slice(0, mark)).replaceAll(/\/{2,}/g, '/').replace(/(.)\/+$/, '$1');
  return `${path === '' ? '/' : plural(path)}${query}`;
}
