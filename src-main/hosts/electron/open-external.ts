/**
 * The only code that makes the system open an address (Electron security list 15): the sign-in page of the
 * account's own service, the page of an order there and that of a parcel at a known carrier, and nothing
 * else. Only the main process calls it, never with an address from the window.
 */
import { shell } from 'electron';
import { isPageOf, safeAddress } from '../../../src-shared/api/receipt.ts';
import { isOAuth1Page } from '../../auth/oauth1-page.ts';

/**
 * Whether `address` is exactly `/oauth2/authorize` of the service at `baseUrl`, or a page for a request token
 * of OAuth 1.0 at its site.
 */
export function isSignInAddress(address: string, baseUrl: string): boolean {
  const url = safeAddress(address) && URL.parse(address);
  const base = URL.parse(baseUrl);
  if (!url || !base) return false;
  const path = `${base.pathname.replace(/\/+$/, '')}/oauth2/authorize`;
  return (url.origin === base.origin && url.pathname === path) || isOAuth1Page(url, baseUrl);
}

/** False if the address must not be opened, or if the system has nothing to open it with. */
export const openSignInPage = async (address: string, baseUrl: string): Promise<boolean> =>
  isSignInAddress(address, baseUrl) && open(address);

/** Likewise for the page of an order, which a service may have anywhere on its site. */
export const openReceipt = async (address: string, baseUrl: string): Promise<boolean> =>
  isPageOf(address, baseUrl) && open(address);

const open = (address: string): Promise<boolean> =>
  shell.openExternal(address).then(
    () => true,
    () => false,
  );
