/**
 * The only code that makes the system open an address (Electron security list 15): the sign-in page of the account's
 * own service, and nothing else. Only the main process calls it, never with an address from the window.
 */
import { shell } from 'electron';
import { isOAuth1Page } from '../../auth/oauth1-page.ts';

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);

const longestAddress = 8 * 1024;

/**
 * Whether `address` is exactly `/oauth2/authorize` of the service at `baseUrl`, or a page for a request token of OAuth
 * 1.0 at its site; by https or on this machine, spelled as the parser spells it, so that the program that opens it
 * cannot interpret it differently.
 */
export function isSignInAddress(address: string, baseUrl: string): boolean {
  const url = URL.parse(address);
  const base = URL.parse(baseUrl);
  if (!url || !base || address.length > longestAddress || url.href !== address) return false;
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) return false;
  if (url.username !== '' || url.password !== '' || url.hash !== '') return false;
  const path = `${base.pathname.replace(/\/+$/, '')}/oauth2/authorize`;
  return (url.origin === base.origin && url.pathname === path) || isOAuth1Page(url, baseUrl);
}

/** False if the address must not be opened, or if the system has nothing to open it with. */
export async function openSignInPage(address: string, baseUrl: string): Promise<boolean> {
  if (!isSignInAddress(address, baseUrl)) return false;
  return shell.openExternal(address).then(
    () => true,
    () => false,
  );
}
