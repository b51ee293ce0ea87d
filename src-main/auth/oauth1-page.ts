/**
 * The sign-in pages of OAuth 1.0 that may be opened. The interface shows no address for them; the service
 * names one with the request token, often at another host than its interface [Assumption: oauth1-page].
 */

const isAddressOfMachine = (hostname: string): boolean => /^[\d.]+$|^\[/.test(hostname);

/** `api.example.com` and `example.com` belong to `example.com`. */
function siteOf(hostname: string): string {
  const labels = hostname.split('.');
  return isAddressOfMachine(hostname) || labels.length < 3 ? hostname : labels.slice(1).join('.');
}

/**
 * Whether it is a page for one request token at the site of the service; by https, or at a service on this
 * machine.
 */
export function isOAuth1Page(page: URL, baseUrl: string): boolean {
  const base = new URL(baseUrl);
  if (page.username !== '' || page.password !== '' || page.hash !== '') return false;
  if ((page.searchParams.get('oauth_token') ?? '') === '') return false;
  if (page.origin === base.origin) return true;
  if (page.protocol !== 'https:' || base.protocol !== 'https:') return false;
  const site = siteOf(base.hostname);
  return page.hostname === site || (!isAddressOfMachine(site) && page.hostname.endsWith(`.${site}`));
}
