/**
 * Paths as old clients write them (facts/compatibility.md > Paths): a slash at the end, a bare `?`, doubled
 * slashes. One spelling reaches the router. Query strings pass unchanged.
 */

export function normaliseUrl(url: string): string {
  const mark = url.indexOf('?');
  const query = mark < 0 || mark === url.length - 1 ? '' : url.slice(mark);
  const path = (mark < 0 ? url : url.slice(0, mark)).replaceAll(/\/{2,}/g, '/').replace(/(.)\/+$/, '$1');
  return `${path === '' ? '/' : path}${query}`;
}
