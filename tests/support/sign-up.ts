/** A new account with an application of its own, as a browser makes them on the service's pages. */
import { BrowserSession } from './browser-session.ts';

export interface SignedUp {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly paymentVerificationId: string;
}

export async function signUp(baseUrl: string, username: string): Promise<SignedUp> {
  const browser = new BrowserSession(baseUrl);
  await browser.submit(await browser.get('/sign-up'), { username, password: 'a long password' });
  const made = await browser.submit(await browser.get('/developer'), { name: 'Theirs', redirectUris: 'oob' });
  const [clientId = '', clientSecret = '', paymentVerificationId = ''] = [
    ...made.text.matchAll(/<code>([A-Za-z0-9]{20,60})<\/code>/g),
  ].map(([, code]) => code ?? '');
  return { clientId, clientSecret, paymentVerificationId };
}
